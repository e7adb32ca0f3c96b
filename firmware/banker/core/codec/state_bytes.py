"""The game as bytes and back, exactly. Every page of the journal carries it.

About 120 bytes with eight players, 10 for each open claim and task, 5 for each building that was auctioned,
6 for each changed rule, and 24 more if those with lists are among them.
"""

from __future__ import annotations

from binascii import crc32

from banker.core.board import BANK, DEEDS, NOBODY, POT, Board
from banker.core.game_rules import Rules
from banker.core.refusal import BooksError, VersionError
from banker.core.state import COUNTED, INTEREST_IS_PAID, Game, hotels_left, houses_left
from banker.core.types import Buffer

VERSION = 1

# The largest game. There are at most ENTRIES_MOST open claims and tasks: 16 rents that can be asked for or
# line up, one payment to or from each other player with what is inherited by it, and the rest of the turn.
# Auctioned buildings and changed rules have their limits in rules/building_auction.py and agreements.py. A
# record of the journal has room for all of it beside the longest command.
ENTRIES_MOST = 31
STATE_MOST = 125 + 10 * ENTRIES_MOST + 5 * 32 + 6 * 20 + 24

# The terms of a claim have 16 bits. Without marks they are the amount per pip of a rent worked out at the
# landing. With both marks the rent is worked out later: 4 bits of dice sum, then 10 bits of how the payer
# got here. Older games have only the first mark, the dice sum from bit 8 on, and 8 bits of how.
_COUNTED_LATER = 0x8000
_TEN_BITS = 0x4000


def _pack_terms(per_pip: int, how: int, dice_sum: int) -> int:
    return per_pip if how == COUNTED else _COUNTED_LATER | _TEN_BITS | dice_sum << 10 | how


def _unpack_terms(word: int) -> tuple[int, int, int]:
    """(per pip, how, dice sum)."""
    if not word & _COUNTED_LATER:
        return word, COUNTED, 0
    if word & _TEN_BITS:
        return 0, word & 0x3FF, word >> 10 & 15
    return 0, word & 0xFF, word >> 8 & 15


# The byte of a deed: 4 bits for the owner, 1 for the mortgage, 3 for the level. A mortgaged one has no level:
# there 1 means INTEREST_IS_PAID. Older games have 0 there.
_PAID_LEVEL = 1


class _Writer:
    def __init__(self, buf: bytearray | memoryview) -> None:
        self.buf = buf
        self.at = 0

    def byte(self, value: int) -> None:
        if not 0 <= value <= 255:
            raise BooksError("%d does not fit a byte" % value)
        self.buf[self.at] = value
        self.at += 1

    def word(self, value: int, size: int = 4) -> None:
        """Little-endian; a value that does not fit is refused, never cut."""
        if value < 0 or value >> (8 * size):
            raise BooksError("%d does not fit %d bytes" % (value, size))
        for _ in range(size):
            self.buf[self.at] = value & 255
            self.at += 1
            value >>= 8


def pack(g: Game, buf: bytearray | memoryview) -> int:
    """Write the game into buf and return the number of bytes used."""
    w = _Writer(buf)
    n = g.players
    w.byte(VERSION)
    w.byte(n | g.turn << 4)
    w.byte(g.doubles | g.rolled << 4 | g.over << 5 | g.ending << 6)
    w.byte(g.dice[0] | g.dice[1] << 3)
    w.word(g.turn_no, 2)
    for p in range(n):
        w.word(g.cash[p])
        out = g.out[p]
        w.byte(g.space[p] | g.jailed[p] << 6 | (1 << 7 if out else 0))
        # The highest 3 bits: how many were out before him. Older games have 0 there.
        w.byte(g.tries[p] | g.lapped[p] << 4 | (out - 1 << 5 if out else 0))
    w.word(-g.cash[BANK] if g.cash[BANK] < 0 else g.cash[BANK])
    w.byte(1 if g.cash[BANK] < 0 else 0)
    w.word(g.cash[POT])
    for d in range(DEEDS):
        level = _PAID_LEVEL if g.mortgaged[d] == INTEREST_IS_PAID else g.level[d]
        w.byte(g.owner[d] | (1 << 4 if g.mortgaged[d] else 0) | level << 5)
    w.byte(g.held[0] | g.held[1] << 4)
    for cards in g.decks:
        for i in range(8):
            low = cards[2 * i]
            high = cards[2 * i + 1] if 2 * i + 1 < len(cards) else 0
            w.byte(low | high << 4)
    w.word(g.rng[0])
    w.word(g.rng[1])
    w.word(g.late)
    w.byte(g.winners)
    w.byte(len(g.claims))
    for deed, payer, owner, amount, turn_no, per_pip, how, dice_sum in g.claims:
        w.byte(deed)
        w.byte(payer | owner << 4)
        w.word(amount)
        w.word(turn_no, 2)
        w.word(_pack_terms(per_pip, how, dice_sum), 2)
    w.byte(len(g.tasks))
    for kind, who, other, amount, extra in g.tasks:
        w.byte(kind)
        w.byte(who | other << 4)
        w.word(amount)
        w.word(extra)
    w.byte(len(g.paid))
    for key in sorted(g.paid):
        w.byte(key)
        w.word(g.paid[key])
    w.byte(len(g.changed))
    for rule in sorted(g.changed):
        w.byte(rule)
        w.byte(len(g.changed[rule]))
        for value in g.changed[rule]:
            w.word(value + 1)  # -1 means unlimited somewhere
    return w.at


class _Reader:
    def __init__(self, buf: Buffer) -> None:
        self.buf = buf
        self.at = 0

    def byte(self) -> int:
        self.at += 1
        return self.buf[self.at - 1]

    def word(self, size: int = 4) -> int:
        value = 0
        for i in range(size):
            value |= self.buf[self.at + i] << (8 * i)
        self.at += size
        return value


def unpack(buf: Buffer, board: Board, rules: Rules, like: Game | None = None) -> Game:
    """The game from its bytes, played on this board by these rules (those it was begun with).

    If the game `like` has the same changed rules, they are taken from there: working them out takes time.
    """
    r = _Reader(buf)
    if r.byte() != VERSION:
        raise VersionError("this game was saved by another version")
    b = r.byte()
    g = Game(board, rules, b & 15)
    g.turn = b >> 4
    b = r.byte()
    g.doubles, g.rolled, g.over, g.ending = b & 15, b >> 4 & 1, b >> 5 & 1, b >> 6
    b = r.byte()
    g.dice = (b & 7, b >> 3)
    g.turn_no = r.word(2)
    for p in range(g.players):
        g.cash[p] = r.word()
        b = r.byte()
        g.space[p], g.jailed[p], out = b & 63, b >> 6 & 1, b >> 7
        b = r.byte()
        g.tries[p], g.lapped[p] = b & 15, b >> 4 & 1
        g.out[p] = 1 + (b >> 5) if out else 0
    bank = r.word()
    g.cash[BANK] = -bank if r.byte() else bank
    g.cash[POT] = r.word()
    for d in range(DEEDS):
        b = r.byte()
        g.owner[d], g.mortgaged[d], g.level[d] = b & 15, b >> 4 & 1, b >> 5
        if g.mortgaged[d] and g.level[d] == _PAID_LEVEL:
            g.mortgaged[d], g.level[d] = INTEREST_IS_PAID, 0
    b = r.byte()
    g.held = [b & 15, b >> 4]
    for deck in (0, 1):
        cards = []
        for _ in range(8):
            b = r.byte()
            cards.append(b & 15)
            cards.append(b >> 4)
        g.decks[deck] = cards[:15] if g.held[deck] != NOBODY else cards
    g.rng = (r.word(), r.word())
    g.late = r.word()
    g.winners = r.byte()
    for _ in range(r.byte()):
        deed, b = r.byte(), r.byte()
        amount, turn_no = r.word(), r.word(2)
        per_pip, how, dice_sum = _unpack_terms(r.word(2))
        g.claims.append((deed, b & 15, b >> 4, amount, turn_no, per_pip, how, dice_sum))
    for _ in range(r.byte()):
        kind, b = r.byte(), r.byte()
        amount, extra = r.word(), r.word()
        g.tasks.append((kind, b & 15, b >> 4, amount, extra))
    for _ in range(r.byte()):
        key = r.byte()
        g.paid[key] = r.word()
    for _ in range(r.byte()):
        rule = r.byte()
        g.changed[rule] = tuple([r.word() - 1 for _ in range(r.byte())])
    if like and g.changed == like.changed:
        g.rules = like.rules
    elif g.changed:
        from banker.core.setup.house_rules import changed

        g.rules = changed(g.rules, g.changed)
    return g


def same(a: Game, b: Game) -> bool:
    """Are two games equal in everything that matters to play?"""
    return (
        a.cash == b.cash
        and a.owner == b.owner
        and a.level == b.level
        and a.mortgaged == b.mortgaged
        and a.space == b.space
        and a.jailed == b.jailed
        and a.tries == b.tries
        and a.out == b.out
        and a.lapped == b.lapped
        and a.tasks == b.tasks
        and a.claims == b.claims
        and a.paid == b.paid
        and a.decks == b.decks
        and a.held == b.held
        and a.changed == b.changed
        and (a.players, a.turn, a.turn_no, a.doubles, a.rolled, a.dice)
        == (b.players, b.turn, b.turn_no, b.doubles, b.rolled, b.dice)
        and (a.late, a.rng, a.ending, a.over, a.winners) == (b.late, b.rng, b.ending, b.over, b.winners)
    )


def sound(g: Game) -> bool:
    """Does everything add up: all cash to 0, buildings to the stock, deeds to players in the game?"""
    if sum(g.cash) or min(g.cash[:BANK]) < 0 or g.cash[POT] < 0:
        return False
    if houses_left(g) < -1 or hotels_left(g) < -1:
        return False
    if (g.rules.houses_total >= 0 and houses_left(g) < 0) or (
        g.rules.hotels_total >= 0 and hotels_left(g) < 0
    ):
        return False
    for d in range(DEEDS):
        owner = g.owner[d]
        if owner > BANK or (owner < BANK and (owner >= g.players or g.out[owner])):
            return False
        if g.level[d] and (owner == BANK or g.mortgaged[d]):
            return False
    return True


def digest(g: Game) -> int:
    """A fingerprint of the whole game: equal games have equal digests, in both interpreters."""
    buf = bytearray(1024)
    crc: int = crc32(memoryview(buf)[: pack(g, buf)]) & 0xFFFFFFFF
    return crc
