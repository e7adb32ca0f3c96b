"""Keeps the game: decide, journal, apply, in that order. What a player is told is on flash.

A step's record: where the game's beginning stands in the journal, two links for undo (core/history.py),
which game it is, the seconds played, undo's depth, the command, and the whole state after it. A game's
beginning is JSON: edition, names, rules, seed; it is repeated before the ring could overwrite it, so that the
journal alone always suffices. What is seldom needed is elsewhere: power-on and changing games (shelf.py),
filing what was done (archive.py).
"""

import json
import struct
from binascii import crc32

from banker.app.edition import Edition
from banker.app.loader import load
from banker.core import history, packing, record
from banker.core.commands import decide
from banker.core.refusal import BooksError
from banker.core.state import Game, Rules
from micropython import kbd_intr

# Kinds of records. 3 was a step that did not know its game.
BEGIN = 1
AGAIN = 2  # a beginning repeated, or that of a game about to be taken up: what stood before still stands
STEP = 4
CLOCK = 5  # the last step again, with the time played since

HEAD = "<IIIIHHBB"  # beginning, parent, redo, identity (two), seconds played, depth, length of the command
HEAD_SIZE = 22
NO_LINK = (-1, -1, 0)
_NONE = 0xFFFFFFFF
_CLOCK_S = 60
_PLAYED_MOST_S = 0xFFFF


def identity(seq: int, text: bytes):
    """What a game is known by: the number of its first record, and a check on its text."""
    return seq, crc32(text) & 0xFFFF


class Uninterrupted:
    """Ctrl-C waits while a page is programmed, so that no exception tears a commit."""

    def __enter__(self):
        kbd_intr(-1)

    def __exit__(self, kind, error, trace):
        kbd_intr(3)


class Keeper:
    def __init__(self, journal, guard):
        self.journal = journal
        self._guard = guard  # masks Ctrl-C while a page is programmed
        self.edition: Edition = None  # type: ignore[assignment]
        self.game: Game = None  # type: ignore[assignment] # resume() or begin() come first
        self.names: tuple = ()
        self.tokens: tuple = ()  # by seat, if they were tapped in another order than their numbers
        self.command = None  # the last one that was accepted
        self.identity = (0, 0)
        self.played_s = 0
        self.filed = ()  # sectors whose records are archived: (index, first record)
        self.beginning = 0  # sequence number of the record with the game's beginning
        self.here = 0  # of the step at which the game stands
        self.link = NO_LINK
        self.base = None  # the rules that the game began with
        self._saved_s = 0
        self._rest_ms = 0
        journal.on_erase = self._archive

    def resume(self) -> bool:
        """After power-on: stand where the last confirmed record stands. False if there is no game.

        BooksError, EditionError, StorageFault: there is one, but it cannot go on; nothing is lost by that.
        """
        return load("banker.app.shelf").resume(self)

    def begin(self, about: dict, keep: bool = True) -> None:
        """A new game: edition, names, rules, seed, tokens by seat (and for demos `given`).

        The game that stood is put aside first, unless it ends with that; OSError: there is no room, and it
        goes on.
        """
        load("banker.app.newgame").begin(self, about, keep)

    def games(self) -> list:
        """The games put aside, oldest first: (id, names, turn number, is it over, seconds played)."""
        return load("banker.app.aside").games(self)

    def take_up(self, game: str) -> None:
        """Go on with a game put aside, by its id; the one that stood is put aside. Errors as above."""
        load("banker.app.shelf").take_up(self, game)

    def stand(self, about: dict, edition, start: Game, game: Game) -> None:
        """This is the game from now on."""
        if self.edition and self.edition is not edition:
            self.edition.close()
        self.edition = edition
        self.base = start.rules
        self.game = game
        self.names = tuple(about["names"])
        self.tokens = tuple(about.get("tokens", ()))

    def resettle(self) -> None:
        """Make all that stays anew, lower in the heap, now that what it was made with is gone.

        Otherwise it lies scattered over the upper half, and no large piece fits between.
        """
        if not self.game:
            return
        packed = bytearray(packing.pack(self.game, self.journal.old))
        packed[:] = self.journal.old[: len(packed)]
        self.game = None  # type: ignore[assignment] # its events, too
        rules = Rules()  # the largest piece
        for name, value in self.base.__dict__.items():
            setattr(rules, name, value)
        self.base = rules
        old = self.edition
        self.edition = Edition(old.name)
        old.close()
        self.game = packing.unpack(packed, self.edition.board, rules)
        self.names = tuple([(name + " ")[:-1] for name in self.names])

    def place(self, space: int, width: int = 0) -> str:
        """The name of a space on this board, in at most so many letters."""
        return self.edition.place(space, width)

    def submit(self, command: dict):
        """The new game, confirmed on flash; Refused or StorageFault, and nothing has changed."""
        name = command["do"]
        if name in ("undo", "redo"):
            game, link = self._step_back(name, self.here)
        else:
            game = decide(self.game, command)
            link = (self.here, -1, 0)
        if not packing.sound(game):
            raise BooksError("the books do not add up after step %d" % self.here)
        self._save(STEP, game, link, record.write(command))
        self.game = game
        self.link = link
        self.command = command
        return game

    def look_back(self, steps: int):
        """The game so many undos ago, or the one that redo would bring back (-1); None if there is none."""
        if steps < 0:
            return self._node(self.link[1])[1]
        link, game = self.link, None
        if link[2] + steps > self.game.rules.undo_depth:
            return None
        for _ in range(steps):
            link, game = self._node(link[0])
        return game

    # -- time --

    def pass_time(self, ms: int) -> None:
        """So much time was played."""
        if self.game and not self.game.over and self.played_s < _PLAYED_MOST_S:
            self._rest_ms += ms
            self.played_s = min(self.played_s + self._rest_ms // 1000, _PLAYED_MOST_S)
            self._rest_ms %= 1000

    def clock(self) -> bool:
        """In idle moments: in a timed game the time is saved each minute, also when nobody does anything."""
        if (
            not self.game
            or self.played_s - self._saved_s < _CLOCK_S
            or self.game.rules.end_condition != "time"
        ):
            return False
        self._save(CLOCK, self.game, self.link, record.write(self.command) if self.command else b"")
        return True

    # -- records --

    def saved(self, here: int, beginning: int, which, played_s: int) -> None:
        """What flash says now."""
        self.here = here
        self.beginning = beginning
        self.identity = which
        self.played_s = self._saved_s = played_s

    def commit(self, kind: int, length: int) -> int:
        """Confirm the journal's payload; if that needs an erase, what would be erased is filed first."""
        j = self.journal
        if not j.ready():
            j.idle()
        with self._guard:
            return j.append(kind, length)

    def write(self, game, link, text: bytes) -> int:
        """Fill the payload, read it back: only what decodes to the same game is programmed."""
        payload = self.journal.payload
        parent, redo, depth = link
        if len(text) > 255:
            raise BooksError("the command does not fit a record")
        struct.pack_into(
            HEAD,
            payload,
            0,
            self.beginning,
            parent & _NONE,
            redo & _NONE,
            self.identity[0],
            self.identity[1],
            self.played_s,
            depth,
            len(text),
        )
        at = HEAD_SIZE + len(text)
        payload[HEAD_SIZE:at] = text
        length = at + packing.pack(game, payload[at:])
        if not packing.same(packing.unpack(payload[at:length], game.board, self.base, game), game):
            raise BooksError("the record does not decode to what was decided")
        return length

    def _save(self, kind: int, game, link, text: bytes) -> None:
        j = self.journal
        if j.keeps(self.beginning) <= len(j.blocks) // 3:  # so few are erased before the one that holds it
            self._repeat_beginning()
        # From here to the switch nothing comes between; append() allocates nothing.
        self.here = self.commit(kind, self.write(game, link, text))
        self._saved_s = self.played_s

    def _repeat_beginning(self) -> None:
        j = self.journal
        length = j.read(self.beginning)
        if length < 0:
            raise BooksError("the beginning of the game is gone")
        j.payload[:length] = j.old[:length]
        self.beginning = self.commit(AGAIN, length)

    def _node(self, seq: int):
        """(link, game) of an older step, from its page; the game is None if the ring no longer has it."""
        j = self.journal
        length = j.read(seq) if seq >= 0 else -1
        if length < 0:
            return NO_LINK, None
        data = bytes(j.old[:length])
        if j.old_kind == BEGIN:
            return NO_LINK, load("banker.app.newgame").again(json.loads(data), self.edition.board, self.base)
        parts = struct.unpack_from(HEAD, data)
        game = packing.unpack(memoryview(data)[HEAD_SIZE + parts[7] :], self.game.board, self.base, self.game)
        return (signed(parts[1]), signed(parts[2]), parts[6]), game

    def _step_back(self, name: str, here: int):
        if name == "undo":
            link, game = self._node(self.link[0])
            new = history.undone(self.link if game else NO_LINK, link, here, self.game.rules.undo_depth)
        else:
            link, game = self._node(self.link[1])
            new = history.redone(self.link if game else NO_LINK, link)
        return game, new

    def _archive(self, block: int) -> None:
        load("banker.app.archive").sector(self, block)


def signed(value: int) -> int:
    return -1 if value == _NONE else value
