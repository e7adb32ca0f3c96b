"""Games change places: resumed at power-on, begun, put aside to games/ID.sav, taken up again.

A .sav (kept.py) is written before the journal takes another game, and removed after the journal has its game
again. So a .sav of the game that stands is left from a cut: the journal is right.
"""

import json
import os
import struct
from binascii import crc32

from banker.app import kept
from banker.app.edition import Edition, EditionError
from banker.app.keeper import AGAIN, BEGIN, CLOCK, HEAD, HEAD_SIZE, NO_LINK, STEP, identity, signed
from banker.app.loader import load
from banker.app.pages import ROOM_MAX
from banker.core import packing, record
from banker.core.refusal import BooksError, Refused

_KEPT_MOST = 24
_BLOCKS = 3  # of flash that a file and its folder may take
_ENOSPC = 28
# What bytes that were never a game can lead to when they are read as one.
_UNREADABLE = (ValueError, IndexError, KeyError, TypeError, AttributeError, OverflowError, Refused)


def resume(keeper) -> bool:
    j = keeper.journal
    length = j.recover()
    if length < 0:
        return False
    try:
        return _resume(keeper, j, j.seq, j.kind, bytes(j.payload[:length]))
    except _UNREADABLE:
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
        keeper.stand(*_start(keeper, data))
        keeper.saved(here, here, identity(here, data), 0)
    elif kind == STEP or kind == CLOCK:
        beginning = struct.unpack_from("<I", data)[0]
        length = j.read(beginning)
        if length < 0 or j.old_kind not in (BEGIN, AGAIN):
            raise BooksError("the beginning of the game is gone")
        about, edition, start, _ = _start(keeper, bytes(j.old[:length]))
        game, keeper.link, which, played_s, keeper.command = _unfold(data, start, about)
        keeper.stand(about, edition, start, game)
        keeper.saved(here, beginning, which, played_s)
    else:
        raise BooksError("saved by another version")
    return True


def _start(keeper, text: bytes):
    """What a beginning says: (it, edition, game at its start, the same)."""
    about = json.loads(text)
    edition = keeper.edition
    if not edition or edition.name != about["edition"] or edition.hash != about.get("hash"):
        edition = Edition(about["edition"])
    try:
        if edition.hash != about.get("hash", edition.hash):
            raise EditionError("editions/%s.bin: not the one this game began with" % about["edition"])
        game = load("banker.app.newgame").make(about, edition)
    except Exception:
        if edition is not keeper.edition:
            edition.close()
        raise
    return about, edition, game, game


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


def begin(keeper, about: dict, keep: bool) -> None:
    edition = Edition(about["edition"])
    try:
        edition.check()
    finally:
        edition.close()
    about = dict(about)
    about["hash"] = edition.hash  # the game goes on with this board and no other
    text = json.dumps(about, separators=(",", ":")).encode()
    if len(text) > ROOM_MAX:
        raise ValueError("the beginning is too long for the journal")
    made = _start(keeper, text)
    if keep:
        _put_aside(keeper)
    elif keeper.game:
        kept.remove(kept.path(keeper.identity, ".sav"))  # one left from a cut
    j = keeper.journal
    j.payload[: len(text)] = text
    here = keeper.commit(BEGIN, len(text))
    keeper.stand(*made)
    keeper.saved(here, here, identity(here, text), 0)
    keeper.link = NO_LINK
    keeper.command = None


def take_up(keeper, name: str) -> None:
    if name == kept.name(keeper.identity):
        return
    text, step, _ = kept.read(name)
    try:
        about, edition, start, _ = _start(keeper, text)
        game, _, which, played_s, command = _unfold(step, start, about)
    except _UNREADABLE:
        raise BooksError("the game put aside cannot be read")
    if kept.name(which) != name:
        raise BooksError("the file holds another game")
    _put_aside(keeper)
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


def _put_aside(keeper) -> None:
    """Save the game that stands, whole; a finished one only if there is room."""
    if not keeper.game:
        return
    own = kept.path(keeper.identity, ".sav")
    try:
        _save(keeper, own)
    except OSError:
        if not keeper.game.over:
            raise
        kept.remove(own)  # one left from a cut, when the game was not over yet


def _save(keeper, own: str) -> None:
    j = keeper.journal
    game = keeper.game
    length = j.read(keeper.beginning)
    if length < 0:
        raise BooksError("the beginning of the game is gone")
    text = bytes(j.old[:length])
    size = keeper.write(game, NO_LINK, record.write(keeper.command) if keeper.command else b"")
    head = struct.pack(kept.HEAD, kept.MAGIC, len(text), size, game.turn_no, game.over, keeper.played_s)
    crc = crc32(j.payload[:size], crc32(text, crc32(head))) & 0xFFFFFFFF
    kept.make_folder()
    while len(kept.names(".sav")) >= _KEPT_MOST:
        if not kept.drop_finished(keeper, keeper.identity):
            raise OSError(_ENOSPC)
    while True:
        try:
            with open(kept.FOLDER + "/new", "wb") as file:
                file.write(head)
                file.write(text)
                file.write(j.payload[:size])
                file.write(struct.pack("<I", crc))
            os.rename(kept.FOLDER + "/new", own)
            return
        except OSError as error:
            # An old game that is over makes room for one that is not.
            if error.args[0] != _ENOSPC or not kept.drop_finished(keeper, keeper.identity):
                raise


def room(keeper) -> bool:
    """Is there room to put the game that stands aside? A look ahead: what counts is the writing."""
    if len(kept.names(".sav")) < _KEPT_MOST and os.statvfs(".")[3] >= _BLOCKS:
        return True
    return any([game[3] for game in games(keeper)])  # one that is over makes room


def games(keeper) -> list:
    found = []
    for name in kept.names(".sav"):
        if name != kept.name(keeper.identity):
            try:
                text, _, head = kept.read(name)
                names = tuple(json.loads(text)["names"])
            except _UNREADABLE:
                continue
            except BooksError:
                continue
            found.append((name, names, head[3], head[4] == 1, head[5]))
    return found
