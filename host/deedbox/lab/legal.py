"""Every lawful command of a position, with its parameters: from the core's own table, judged by decide().

A command is lawful if and only if decide() accepts it; nothing here knows a rule. Only which parameters are
proposed is written here, one line for each command of the table (core/commands.py). Some commands have more
lawful forms than anybody would list. Of these there is a slice, and this is all of it:

    roll, throw, battle  the 21 rolls of two dice; an attack the 36, because there the dice belong to two
    deal                 the hands that the box deals
    bid                  of each bidder the lowest lawful amount and all cash
    hammer               without paying back a mortgage, and with it
    build                one step of one street
    sell-building        one step of one street; all own streets of a group down to each level
    trade                of each two players: a deed for its price, a deed for a deed, 1 as a gift
    bankrupt             without paying back inherited mortgages
    land                 a utility with a roll of 3 and 4
    transfer             1 and everything, between any two accounts
    set-rule             every switch the other way round
    correct              100 more, 100 less, to GO
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from banker.core.board import (
    BANK,
    CARDS,
    DEEDS,
    GROUP_OF,
    GROUPS,
    POT,
    SECOND_TAX_SPACE,
    SPACES,
    TAX_SPACE,
    UTILITIES,
    group_deeds,
)
from banker.core.commands import COMMANDS, decide
from banker.core.refusal import Refused
from banker.core.rules.auction import high_bid, lot_of, may_bid, minimum
from banker.core.rules.powers import ATTACK, SWING
from banker.core.setup.house_rules import all_house_rules
from banker.core.state import (
    AUCTION,
    CLAIM_DEED,
    CLAIM_PAYER,
    DRAW,
    EXTRA,
    HOUSE,
    KIND,
    POWER,
    RENT,
    Game,
    decider,
    deeds_of,
    phase_number,
    tied_deed,
)
from banker.core.types import Command

AGREEMENTS = ("set-rule", "correct", "time-up")  # what a table agrees on besides play
PLAY = tuple(name for name in COMMANDS if name not in AGREEMENTS)
ROLLS = [(a, b) for a in range(1, 7) for b in range(a, 7)]
_BOTH_DICE = [(a, b) for a in range(1, 7) for b in range(1, 7)]
_CORRECTION = 100

Proposal = Callable[[Game, int], Iterable[dict[str, Any]]]


def legal(g: Game, kinds: Iterable[str] = PLAY) -> Iterator[Command]:
    """Every lawful command of these kinds now, in the order of the core's table; each once."""
    for name in kinds:
        yield from lawful(g, name)


def lawful(g: Game, name: str) -> Iterator[Command]:
    """The lawful commands of one kind."""
    for command in _proposed(g, name):
        if is_open(g, command) and is_lawful(g, command):
            yield command


def is_open(g: Game, command: Command) -> bool:
    """Is a command of this kind open now, and to this player? A quick look; the parameters do not count."""
    _, by_whom, phases = COMMANDS[command["do"]]
    if g.over or g.out[command["by"]]:
        return False
    try:
        by_whom(g, command, phase_number(g), phases)
    except Refused:
        return False
    return True


def is_lawful(g: Game, command: Command) -> bool:
    """Would decide() accept this command? The game does not change."""
    return after(g, command) is not None


def after(g: Game, command: Command) -> Game | None:
    """The game after this command; None if it is not lawful."""
    try:
        trial: Game = decide(Game(g.board, g.rules, g.players, g), dict(command))
    except Refused:
        return None
    return trial


def count(g: Game, depth: int, kinds: Iterable[str] = PLAY) -> int:
    """How many different lists of so many lawful commands there are from here (perft)."""
    kinds = tuple(kinds)
    total = 0
    for name in kinds:
        for command in _proposed(g, name):
            if is_open(g, command):
                game = after(g, command)
                if game is not None:
                    total += 1 if depth == 1 else count(game, depth - 1, kinds)
    return total


def _proposed(g: Game, name: str) -> Iterator[Command]:
    players = [decider(g)] if name in _BY_TABLE else [p for p in range(g.players) if not g.out[p]]
    for player in players:
        if g.out[player]:
            continue
        for parameters in _PROPOSALS[name](g, player):
            yield {"do": name, "by": player, **parameters}


_BY_TABLE = ("deal", "hammer", "time-up", "transfer", "auction-building")  # nobody's own: whoever gives it


def _alone(g: Game, player: int) -> list[dict[str, Any]]:
    return [{}]


def _rolls(g: Game, player: int) -> list[dict[str, Any]]:
    return [{"dice": dice} for dice in ROLLS]


def _own_deeds(g: Game, player: int) -> list[dict[str, Any]]:
    return [{"deed": deed} for deed in deeds_of(g, player)]


def _passes(g: Game, player: int) -> list[dict[str, Any]]:
    return [{"deck": deck} for deck in (0, 1) if g.held[deck] == player]


def _bids(g: Game, player: int) -> list[dict[str, Any]]:
    if not g.tasks or g.tasks[0][KIND] != AUCTION or not may_bid(g, g.tasks[0], player):
        return []
    task = g.tasks[0]
    least = minimum(g, task, player)
    if high_bid(task):
        least = max(least, high_bid(task) + g.rules.auction_step)
    return [{"amount": amount} for amount in sorted({least, max(least, g.cash[player])})]


def _hammers(g: Game, player: int) -> list[dict[str, Any]]:
    if not g.tasks or g.tasks[0][KIND] != AUCTION:
        return []
    lot = lot_of(g.tasks[0])
    if lot < HOUSE and g.mortgaged[lot] and g.tasks[0][1] < g.players:
        return [{}, {"redeem": [lot]}]
    return [{}]


def _battles(g: Game, player: int) -> list[dict[str, Any]]:
    if not g.tasks or g.tasks[0][KIND] != RENT:
        return []
    deed = g.tasks[0][EXTRA]
    if not g.mortgaged[deed]:
        return _rolls(g, player)
    ways: list[dict[str, Any]] = [{}, {"take": False}, {"redeem": [deed]}]
    return [{"dice": dice, **way} for dice in ROLLS for way in ways]


def _powers(g: Game, player: int) -> list[dict[str, Any]]:
    if not g.tasks or g.tasks[0][KIND] != POWER:
        return []
    double = g.tasks[0][EXTRA]
    if double == SWING:
        return [{"space": space} for space in range(SPACES)]
    if double == ATTACK:
        deeds = [tied_deed(g)] if tied_deed(g) < DEEDS else range(DEEDS)
        return [{"deed": deed, "dice": dice} for deed in deeds for dice in _BOTH_DICE]
    return [{}]


def _taxes(g: Game, player: int) -> list[dict[str, Any]]:
    choices = [{"choose": "flat"}, {"choose": "percent"}]
    if g.rules.mode != "banker":
        return choices
    return [{"space": TAX_SPACE, **choice} for choice in choices] + [{"space": SECOND_TAX_SPACE}]


def _cards(g: Game, player: int) -> list[dict[str, Any]]:
    if g.rules.mode == "banker":
        decks = [0, 1]
    else:
        decks = [g.tasks[0][EXTRA]] if g.tasks and g.tasks[0][KIND] == DRAW else []
    return [{"card": deck << 4 | card} for deck in decks for card in range(CARDS)]


def _claims(g: Game, player: int) -> list[dict[str, Any]]:
    seen = []
    for claim in g.claims:
        rent = {"deed": claim[CLAIM_DEED], "from": claim[CLAIM_PAYER]}
        if rent not in seen:
            seen.append(rent)
    return seen


def sales(g: Game, player: int) -> Iterator[Command]:
    """What a player could sell or mortgage to the bank, proposed in the order in which it hurts least."""
    deeds = deeds_of(g, player)
    built = sorted([d for d in deeds if g.level[d]], key=lambda d: (GROUP_OF[d], -g.level[d], d))
    with_buildings = {GROUP_OF[d] for d in range(DEEDS) if g.level[d]}
    bare = [d for d in deeds if not g.mortgaged[d] and GROUP_OF[d] not in with_buildings]
    for name, items in (("mortgage", bare), ("sell-building", built)):
        for deed in items:
            yield {"do": name, "by": player, "deed": deed}
    for group in sorted({GROUP_OF[d] for d in built}):
        for parameters in _group_down(g, player, group):
            yield {"do": "sell-building", "by": player, **parameters}
        yield {"do": "sell-group", "by": player, "group": group}
    for deed in deeds:
        yield {"do": "sell-deed", "by": player, "deed": deed}


def _group_down(g: Game, player: int, group: int) -> list[dict[str, Any]]:
    """All own streets of a group that are higher, down to one level; single steps are left out."""
    streets = [d for d in group_deeds(group) if g.owner[d] == player and g.level[d]]
    orders = []
    for level in range(max([g.level[d] for d in streets], default=0) - 1, -1, -1):
        order = {d: level for d in streets if g.level[d] > level}
        if len(order) > 1 or any([g.level[d] > level + 1 for d in order]):
            orders.append({"to": order})
    return orders


def _sold_buildings(g: Game, player: int) -> list[dict[str, Any]]:
    orders: list[dict[str, Any]] = [{"deed": d} for d in deeds_of(g, player) if g.level[d]]
    for group in range(GROUPS):
        orders += _group_down(g, player, group)
    return orders


def _groups(g: Game, player: int) -> list[dict[str, Any]]:
    return [{"group": group} for group in sorted({GROUP_OF[d] for d in deeds_of(g, player)}) if group < 8]


def _trades(g: Game, player: int) -> Iterator[dict[str, Any]]:
    mine = deeds_of(g, player)
    for other in range(g.players):
        if other == player or g.out[other]:
            continue
        for deed in mine:  # the other way round is proposed when it is the other's turn here
            price = {"cash": g.board.price[deed]}
            yield {"a": player, "b": other, "a_gives": {"deeds": [deed]}, "b_gives": price}
        yield {"a": player, "b": other, "a_gives": {"cash": 1}, "b_gives": {}}
        if other > player:
            for deed in mine:
                for back in deeds_of(g, other):
                    yield {
                        "a": player,
                        "b": other,
                        "a_gives": {"deeds": [deed]},
                        "b_gives": {"deeds": [back]},
                    }


def _landings(g: Game, player: int) -> list[dict[str, Any]]:
    return [
        {"deed": deed, "dice": (3, 4)} if GROUP_OF[deed] == UTILITIES else {"deed": deed}
        for deed in range(DEEDS)
    ]


def _transfers(g: Game, player: int) -> Iterator[dict[str, Any]]:
    accounts = [p for p in range(g.players) if not g.out[p]] + [BANK, POT]
    for giver in accounts:
        for taker in accounts:
            if giver != taker:
                for amount in sorted({1, max(1, g.cash[giver])}):
                    yield {"from": giver, "to": taker, "amount": amount}


def _switches(g: Game, player: int) -> list[dict[str, Any]]:
    return [
        {"knob": rule.name, "value": not getattr(g.rules, rule.name)}
        for rule in all_house_rules()
        if rule.type == "bool"
    ]


def _corrections(g: Game, player: int) -> list[dict[str, Any]]:
    return [{"cash": _CORRECTION}, {"cash": -_CORRECTION}, {"space": 0}]


_PROPOSALS: dict[str, Proposal] = {
    "deal": _alone,
    "roll": _rolls,
    "end": _alone,
    "fine": _alone,
    "jail-card": _passes,
    "buy": _alone,
    "decline": _alone,
    "bid": _bids,
    "pass": _alone,
    "hammer": _hammers,
    "pay": _alone,
    "battle": _battles,
    "power": _powers,
    "tax": _taxes,
    "card": _cards,
    "draw": _alone,
    "throw": _rolls,
    "claim": _claims,
    "build": _own_deeds,
    "sell-building": _sold_buildings,
    "sell-group": _groups,
    "auction-building": lambda g, player: [{"kind": "house"}, {"kind": "hotel"}],
    "place": _own_deeds,
    "mortgage": _own_deeds,
    "redeem": _own_deeds,
    "trade": _trades,
    "bankrupt": _alone,
    "resign": _alone,
    "time-up": _alone,
    "set-rule": _switches,
    "correct": _corrections,
    "sell-deed": _own_deeds,
    "land": _landings,
    "jail": _alone,
    "free": _alone,
    "salary": _alone,
    "transfer": _transfers,
}
