"""Keeps the game: decide, journal, apply, in that order. What a player is told is on flash.

A step's record: the sequence number of the game's beginning, three links for undo (core/history.py), the
command, and the whole state after it. A game's beginning is JSON: edition, names, rules, seed; it is
repeated before the ring could overwrite it, so that the journal alone always suffices.
"""

import json
import struct

from banker.app.edition import Edition, EditionError
from banker.app.loader import load
from banker.core import history, packing, record
from banker.core.commands import decide
from banker.core.refusal import BooksError
from banker.core.state import Game

BEGIN = 1  # kinds of records
AGAIN = 2  # a beginning repeated
STEP = 3

_HEAD = "<IIIBB"  # beginning, parent, redo, depth, length of the command
_HEAD_SIZE = 14
_NONE = 0xFFFFFFFF
_REPEAT_AFTER = 150  # records; a ring holds 240 even when every page is a record


class Keeper:
    def __init__(self, journal, guard):
        self._journal = journal
        self._guard = guard  # masks Ctrl-C while a page is programmed
        self.edition: Edition = None  # type: ignore[assignment]
        self.game: Game = None  # type: ignore[assignment] # resume() or begin() come first
        self.names = ()
        self.command = None  # the last one that was accepted
        self._beginning = 0  # sequence number of the record that the game began with
        self._here = 0  # of the step at which the game stands
        self._link = (-1, -1, 0)

    def resume(self) -> bool:
        """After power-on: stand where the last confirmed record stands. False if there is no game."""
        j = self._journal
        length = j.recover()
        if length < 0:
            return False
        if j.kind == BEGIN:
            self._begin(bytes(j.payload[:length]))
            self._beginning = self._here = j.seq
            return True
        payload = j.payload
        self._here = j.seq
        if j.kind == AGAIN:  # power went between the repeated beginning and the step after it
            self._here -= 1
            length = j.read(self._here)
            payload = j.old
        state = bytes(payload[:length])
        self._beginning = struct.unpack_from("<I", state)[0]
        length = j.read(self._beginning)
        if length < 0:
            raise BooksError("the beginning of the game is gone")
        self._begin(bytes(j.old[:length]))
        self._take(state)
        return True

    def begin(self, about: dict) -> None:
        """A new game: edition, names, rules, seed (and for demos `given`)."""
        edition = Edition(about["edition"])
        try:
            edition.check()
        finally:
            edition.close()
        about = dict(about)
        about["hash"] = edition.hash  # the game goes on with this board and no other
        text = json.dumps(about).encode()
        self._begin(text)
        self._journal.payload[: len(text)] = text
        with self._guard:
            self._beginning = self._here = self._journal.append(BEGIN, len(text))

    def _begin(self, text: bytes) -> None:
        about = json.loads(text)
        edition = Edition(about["edition"])
        if edition.hash != about.get("hash", edition.hash):
            edition.close()
            raise EditionError("editions/%s.bin: not the one this game began with" % about["edition"])
        game = load("banker.app.newgame").make(about, edition)
        if self.edition:
            self.edition.close()
        self.edition = edition
        self.game = game
        self.names = tuple(about["names"])
        self._base = self.game.rules
        self._link = (-1, -1, 0)

    def resettle(self) -> None:
        """Make the game anew, lower in the heap: what stays must not lie in the way of large pieces."""
        if self.game:
            self.game = self.game.copy()

    def place(self, space: int, width: int = 0) -> str:
        """The name of a space on this board, in at most so many letters."""
        return self.edition.place(space, width)

    def submit(self, command: dict):
        """The new game, confirmed on flash; Refused or StorageFault, and nothing has changed."""
        j = self._journal
        name = command["do"]
        here = self._here
        if name in ("undo", "redo"):
            game, link = self._step_back(name, here)
        else:
            game = decide(self.game, command)
            link = (here, -1, 0)
        if not packing.sound(game):
            raise BooksError("the books do not add up after step %d" % here)
        if here - self._beginning > _REPEAT_AFTER:
            self._repeat_beginning()
        length = self._write(game, link, record.write(command))
        # From here to the switch nothing is allocated and nothing can come between.
        with self._guard:
            self._here = j.append(STEP, length)
        self.game = game
        self._link = link
        self.command = command
        return game

    def _write(self, game, link, text: bytes) -> int:
        """Fill the payload, read it back: only what decodes to the same game is programmed."""
        payload = self._journal.payload
        parent, redo, depth = link
        struct.pack_into(_HEAD, payload, 0, self._beginning, parent & _NONE, redo & _NONE, depth, len(text))
        at = _HEAD_SIZE + len(text)
        payload[_HEAD_SIZE:at] = text
        length = at + packing.pack(game, payload[at:])
        if not packing.same(packing.unpack(payload[at:length], game.board, self._base), game):
            raise BooksError("the record does not decode to what was decided")
        return length

    def _take(self, data: bytes) -> None:
        _, parent, redo, depth, length = struct.unpack_from(_HEAD, data)
        at = _HEAD_SIZE + length
        game = packing.unpack(memoryview(data)[at:], self.game.board, self._base)
        if not packing.sound(game):
            raise BooksError("the saved game does not add up")
        self.game = game
        self.command = record.read(data[_HEAD_SIZE:at])[0]
        self._link = (_signed(parent), _signed(redo), depth)

    def _node(self, seq: int):
        """(link, game) of an older step, from its page; the game is None if the ring no longer has it."""
        j = self._journal
        length = j.read(seq) if seq >= 0 else -1
        if length < 0:
            return (-1, -1, 0), None
        if j.old_kind == BEGIN:
            about = json.loads(bytes(j.old[:length]))
            return (-1, -1, 0), load("banker.app.newgame").make(about, self.edition)
        data = bytes(j.old[:length])
        _, parent, redo, depth, text = struct.unpack_from(_HEAD, data)
        game = packing.unpack(memoryview(data)[_HEAD_SIZE + text :], self.game.board, self._base)
        return (_signed(parent), _signed(redo), depth), game

    def _step_back(self, name: str, here: int):
        if name == "undo":
            link, game = self._node(self._link[0])
            new = history.undone(self._link if game else (-1, -1, 0), link, here, self.game.rules.undo_depth)
        else:
            link, game = self._node(self._link[1])
            new = history.redone(self._link if game else (-1, -1, 0), link)
        return game, new

    def _repeat_beginning(self) -> None:
        j = self._journal
        length = j.read(self._beginning)
        j.payload[:length] = j.old[:length]
        with self._guard:
            self._beginning = j.append(AGAIN, length)


def _signed(value: int) -> int:
    return -1 if value == _NONE else value
