"""Games change places: resumed at power-on, taken up again. (Put aside: aside.py. Begun: newgame.py.)"""

import struct

from banker.app import kept, newgame
from banker.app.aside import UNREADABLE, lay_down
from banker.app.keeper import AGAIN, BEGIN, CLOCK, HEAD, HEAD_SIZE, NO_LINK, STEP, identity, signed
from banker.app.pages import ROOM_MAX
from banker.core import packing, record
from banker.core.refusal import BooksError


def resume(keeper) -> bool:
    j = keeper.journal
    length = j.recover()
    if length < 0:
        return False
    try:
        return _resume(keeper, j, j.seq, j.kind, bytes(j.payload[:length]))
    except UNREADABLE:
        raise BooksError("the saved game cannot be read")


def _resume(keeper, j, here: int, kind: int, data: bytes) -> bool:
    while kind == AGAIN:  # power went before the step that was to follow it
        here -= 1
        length = j.read(here)
        if length < 0:
            if here:
                raise BooksError("the step before is gone")
            return False
        kind = j.old_kind
        data = bytes(j.old[:length])
    if kind == BEGIN:
        keeper.stand(*newgame.start(data))
        keeper.saved(here, here, identity(here, data), 0)
    elif kind == STEP or kind == CLOCK:
        beginning = struct.unpack_from("<I", data)[0]
        length = j.read(beginning)
        if length < 0 or j.old_kind not in (BEGIN, AGAIN):
            raise BooksError("the beginning of the game is gone")
        about, edition, start, _ = newgame.start(bytes(j.old[:length]))
        game, keeper.link, which, played_s, keeper.command = _unfold(data, start, about)
        keeper.stand(about, edition, start, game)
        keeper.saved(here, beginning, which, played_s)
    else:
        raise BooksError("saved by another version")
    return True


def _unfold(data: bytes, start, about):
    """(game, link, identity, seconds played, command) of a step's record, to the last byte, or BooksError."""
    if len(data) < HEAD_SIZE:
        raise BooksError("the saved step is too short")
    _, parent, redo, seq, check, played_s, depth, length = struct.unpack_from(HEAD, data)
    at = HEAD_SIZE + length
    command = None
    if length:
        command, used = record.read(data[HEAD_SIZE:at])
        if used != length:
            raise BooksError("the saved command is damaged")
    game = packing.unpack(memoryview(data)[at:], start.board, start.rules)
    again = bytearray(ROOM_MAX)
    used = packing.pack(game, again)
    if data[at:] != again[:used] or game.players != len(about["names"]) or not _possible(game):
        raise BooksError("the saved game does not add up")
    return game, (signed(parent), signed(redo), depth), (seq, check), played_s, command


def _possible(g) -> bool:
    """Could play have led here? Beyond the sums: nothing points to where there is nothing."""
    if not packing.sound(g) or g.turn >= g.players or max(g.space) >= 40 or max(g.dice) > 6:
        return False
    for deck in (0, 1):
        cards = g.decks[deck]
        if len(set(cards)) != len(cards) or (len(cards) == 15 and g.held[deck] >= g.players):
            return False
    for task in g.tasks:
        if not 1 <= task[0] <= 17:
            return False
    for claim in g.claims:
        if claim[0] >= 28 or claim[1] >= g.players:
            return False
    return True


# -- another game --


def take_up(keeper, name: str) -> None:
    if name == kept.name(keeper.identity):
        return
    text, step, _ = kept.read(name)
    stood = bool(keeper.game)
    if stood:
        lay_down(keeper, True)
    try:
        _take_up(keeper, name, text, step)
    except Exception as error:
        if stood:
            resume(keeper)  # that one goes on
        if isinstance(error, UNREADABLE):
            raise BooksError("the game put aside cannot be read")
        raise


def _take_up(keeper, name: str, text: bytes, step: bytes) -> None:
    about, edition, start, _ = newgame.start(text)
    game, _, which, played_s, command = _unfold(step, start, about)
    if kept.name(which) != name:
        raise BooksError("the file holds another game")
    j = keeper.journal
    j.payload[: len(text)] = text
    beginning = keeper.commit(AGAIN, len(text))
    j.payload[: len(step)] = step
    struct.pack_into("<I", j.payload, 0, beginning)
    here = keeper.commit(CLOCK, len(step))
    keeper.stand(about, edition, start, game)
    keeper.saved(here, beginning, which, played_s)
    keeper.link = NO_LINK
    keeper.command = command
    kept.remove(kept.path(which, ".sav"))
