"""Keeps the game: decide, journal, apply, in that order. Whatever a player sees is on flash.

Undo follows links between steps (core/history.py). The record of a game's beginning is repeated before the
ring could overwrite it, so the journal alone always suffices. Seldom used parts are elsewhere: power-on and
saves (resume.py, saves.py), new games (new_game.py), the archive (archive.py).
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from banker.app.edition import Edition
from banker.app.loader import load
from banker.app.store import records
from banker.app.store.records import AGAIN, CLOCK, HEAD_SIZE, NO_LINK, NO_STEP, STEP
from banker.core.codec import command_bytes, state_bytes
from banker.core.commands import decide
from banker.core.game_rules import Rules
from banker.core.refusal import BooksError, Refused
from banker.core.state import Game
from micropython import kbd_intr

if TYPE_CHECKING:
    from banker.app.store.journal import Journal
    from banker.app.store.saves import Save
    from banker.app.types import About, Identity, Link
    from banker.core.scratch_game import Scratch
    from banker.core.types import Command, Iterator, StepBack

_CLOCK_S = 60
_PLAYED_MOST_S = 0xFFFF
_CTRL_C = 3


class Uninterrupted:
    """Ctrl-C waits while a page is programmed, so that no exception tears a commit.

    It also waits for as long as the way to the prompt is closed (app/prompt.py).
    """

    def __init__(self) -> None:
        self.is_open = False
        self.no_more = False  # somebody said no to a host: it does not ask again

    def __enter__(self) -> None:
        kbd_intr(-1)

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self.open(self.is_open)

    def open(self, yes: bool) -> None:
        """Open the way to the prompt, or close it."""
        self.is_open = yes
        kbd_intr(_CTRL_C if yes else -1)


class Keeper:
    def __init__(self, journal: Journal, guard: Uninterrupted) -> None:
        self.journal = journal
        self._guard = guard
        self.release()
        self.names: tuple[str, ...] = ()
        self.tokens: tuple[int, ...] = ()  # by seat; (): the token of a seat has its number
        self.command: Command | None = None  # the last one that was accepted
        self.identity: Identity = (0, 0)
        self.played_s = 0
        self.filed: tuple[tuple[int, int], ...] = ()  # sectors in the archive: (index, first record)
        self.beginning = 0  # sequence number of the record with the game's beginning
        self.here = 0  # sequence number of the step that the game is at
        self.link: Link = NO_LINK
        self.scratch: Scratch | None = None  # a host's own game beside this one (link/verbs/scratch_game.py)
        self._saved_s = 0
        self._rest_ms = 0
        journal.on_erase = self._archive

    def release(self) -> None:
        """No game is in RAM; the journal still has it. The attributes are None until the next set_game()."""
        not_yet: Any = None
        self.edition: Edition = not_yet
        self.game: Game = not_yet
        self.base: Rules = not_yet  # the rules that the game began with

    def resume(self) -> bool:
        """After power-on: go on from the last confirmed record. False if there is no game.

        BooksError, EditionError, StorageError: there is one, but it cannot go on; nothing is lost.
        """
        went_on: bool = load("banker.app.store.resume").resume(self)
        return went_on

    def begin(self, about: About, keep: bool = True) -> None:
        """A new game: edition, names, rules, seed, tokens by seat (and for demos `given`).

        The game before it is saved first if `keep`, else it ends. OSError: no room, and it goes on.
        """
        self.scratch = None  # the new game needs the room
        load("banker.app.store.new_game").begin(self, about, keep)

    def saves(self) -> list[Save]:
        """The saves, oldest first."""
        found: list[Save] = load("banker.app.store.saves").saves(self)
        return found

    def resume_save(self, game_id: str) -> None:
        """Go on with a save; the game before it is saved first. Errors as above."""
        self.scratch = None  # that game needs the room
        load("banker.app.store.resume").resume_save(self, game_id)

    def set_game(self, about: About, edition: Edition, start: Game, game: Game) -> None:
        """This is the game from now on; `start` is how it began."""
        if self.edition and self.edition is not edition:
            self.edition.close()
        self.edition = edition
        self.base = start.rules
        self.game = game
        self.names = tuple(about["names"])
        self.tokens = tuple(about.get("tokens", ()))

    def compact(self) -> None:
        """Make the game again, lower in the heap, once the modules that set it up are gone.

        Otherwise it lies scattered over the upper half of the heap, and no large block fits between.
        """
        if not self.game:
            return
        packed = bytearray(state_bytes.pack(self.game, self.journal.old))
        packed[:] = self.journal.old[: len(packed)]
        base, old = self.base, self.edition
        self.release()  # the events go with the old game
        rules = Rules()  # the largest block, so it comes first
        for name, value in base.__dict__.items():
            setattr(rules, name, value)
        self.base = rules
        self.edition = Edition(old.name)
        old.close()
        self.game = state_bytes.unpack(packed, self.edition.board, rules)
        self.names = tuple([(name + " ")[:-1] for name in self.names])

    def place(self, space: int, width: int = 0) -> str:
        """The name of a space on this board, in at most so many letters."""
        return self.edition.place(space, width)

    def go_on(self) -> None:
        """The players agreed to go on from the last step that can be read (lost_steps.py)."""
        load("banker.app.store.lost_steps").go_on(self)

    def submit(self, command: Command) -> Game:
        """The new game, confirmed on flash; after Refused or StorageError nothing has changed."""
        if self.journal.lost:
            raise Refused("busy")
        name = command["do"]
        game: Game
        if name in ("undo", "redo"):
            game, link = load("banker.app.store.look_back").step_back(self, name)
        else:
            game = decide(self.game, command)
            link = (self.here, -1, 0)
        if not state_bytes.sound(game):
            raise BooksError("the books do not add up after step %d" % self.here)
        self._save(STEP, game, link, command_bytes.write(command))
        self.game = game
        self.link = link
        self.command = command
        return game

    def look_back(self) -> Iterator[StepBack]:
        """The steps that undo may take back, the newest first (core/history.py)."""
        found: Iterator[StepBack] = load("banker.app.store.look_back").steps(self)
        return found

    def look_ahead(self) -> StepBack | None:
        """The step that redo would do again, or None."""
        found: StepBack | None = load("banker.app.store.look_back").redo(self)
        return found

    # -- time --

    def pass_time(self, ms: int) -> None:
        """So much time was played."""
        if self.game and not self.game.over and self.played_s < _PLAYED_MOST_S:
            self._rest_ms += ms
            self.played_s = min(self.played_s + self._rest_ms // 1000, _PLAYED_MOST_S)
            self._rest_ms %= 1000

    def save_time(self) -> bool:
        """In idle moments: a timed game saves its time each minute, also when nobody does anything."""
        if not self.game or self.played_s - self._saved_s < _CLOCK_S or "time" not in self.game.rules.ends:
            return False
        if self.journal.lost:
            return False
        self._save(CLOCK, self.game, self.link, self._last_text())
        return True

    def _last_text(self) -> bytes:
        return command_bytes.write(self.command) if self.command else b""

    # -- records --

    def set_records(self, here: int, beginning: int, which: Identity, played_s: int) -> None:
        """Which records hold the game, and what they say besides the state."""
        self.here = here
        self.beginning = beginning
        self.identity = which
        self.played_s = self._saved_s = played_s

    def commit(self, kind: int, length: int) -> int:
        """Confirm the journal's payload; if that needs an erase, the archive gets the old records first."""
        j = self.journal
        if not j.ready():
            j.idle()
        with self._guard:
            return j.append(kind, length)

    def write(self, game: Game, link: Link, text: bytes) -> int:
        """Fill the payload and read it back: only a record that decodes to the same game is programmed."""
        payload = self.journal.payload
        parent, redo, depth = link
        struct.pack_into(
            records.HEAD,
            payload,
            0,
            self.beginning,
            parent & NO_STEP,
            redo & NO_STEP,
            self.identity[0],
            self.identity[1],
            self.played_s,
            depth,
            len(text),
        )
        at = HEAD_SIZE + len(text)
        payload[HEAD_SIZE:at] = text
        try:
            length = at + state_bytes.pack(game, payload[at:])
        except IndexError:  # the rules keep every game smaller (state_bytes.py); nothing has changed
            raise Refused("game-full")
        if not state_bytes.same(state_bytes.unpack(payload[at:length], game.board, self.base, game), game):
            raise BooksError("the record does not decode to what was decided")
        return length

    def read_beginning(self) -> bytes:
        """The text of the game's beginning, from the journal."""
        j = self.journal
        length = j.read(self.beginning)
        if length < 0:
            raise BooksError("the beginning of the game is gone")
        return bytes(j.old[:length])

    def save_again(self) -> None:
        """The beginning is on a page of an older format: write both records in today's, which has the ring's
        id. If the ring's map is lost, only such pages count (ring_blocks.py)."""
        self._save(CLOCK, self.game, self.link, self._last_text(), True)

    def _save(self, kind: int, game: Game, link: Link, text: bytes, again: bool = False) -> None:
        j = self.journal
        if again or j.keeps(self.beginning) <= len(j.blocks) // 3:  # the ring erases the beginning soon
            beginning = self.read_beginning()
            j.payload[: len(beginning)] = beginning
            self.beginning = self.commit(AGAIN, len(beginning))
        # From here to the assignment nothing comes between: append() allocates nothing.
        self.here = self.commit(kind, self.write(game, link, text))
        self._saved_s = self.played_s

    def _archive(self, block: int) -> None:
        load("banker.app.store.archive").file_sector(self, block)
