"""A game that is only tried: fixtures play it step by step, and nothing of it is saved.

The box has one beside the game in play, so it keeps little: the game, its packed state, and of the past only
what undo may bring back (undo_trail.py). Undo and redo move along one line: a new command forgets what lies
ahead.
"""

from __future__ import annotations

from typing import Any

from banker.core import lazy
from banker.core.board import Board
from banker.core.codec.state_bytes import pack, sound, unpack
from banker.core.commands import decide
from banker.core.game_rules import Rules
from banker.core.history import FIRST_LINK, LINK_DEPTH, auction_in, redone, undo_cost, undone
from banker.core.refusal import BooksError, Refused
from banker.core.state import Game
from banker.core.types import RuleChoices, Sequence
from banker.core.undo_trail import Trail

_STATE_MOST = 1024  # bytes


def rules_of(board: Board, edition: RuleChoices, table: RuleChoices, names: Any) -> Rules:
    """The rules of such a game; an exception with a `code` if it is refused. Loads much of the set-up."""
    new_game = lazy.load("setup.new_game")
    new_game.check_names(names)
    rules: Rules = new_game.rules_of(board, edition, table, len(names))
    lazy.load("setup.ends").check_target(rules)
    return rules


class Scratch:
    def __init__(self, board: Board, rules: Rules, names: Sequence[str], seed: int) -> None:
        self.names = names
        self.number = 0  # for the box: which host's game it is
        self.used_ms = 0  # and when it was last used
        self._rules = rules  # those that it began with
        self._depth = 0  # how many steps in a row were undone
        self._trail = Trail()
        self._buf = bytearray(_STATE_MOST)
        self._start(lazy.load("setup.opening").opening(board, rules, len(names), seed))

    def given(self, raw: Any) -> None:
        """Lay a partial state over the start. After an error the game is of no use any more."""
        lazy.load("setup.position").given(self.game, self.names, raw)
        self._start(self.game)

    def _start(self, game: Game) -> None:
        if not sound(game):
            raise BooksError("the start does not add up")
        self.game = game
        self.packed = self._pack(game)

    def _pack(self, game: Game) -> bytes:
        return bytes(memoryview(self._buf)[: pack(game, self._buf)])

    def do(self, raw: Any) -> None:
        """A command as the contract writes it. Refused: nothing has changed. BooksError: a fault of ours."""
        before = self.game
        try:
            command = lazy.load("codec.command_json").Reader(list(self.names)).command(raw)
            if command["do"] == "undo":
                self._undo()
            elif command["do"] == "redo":
                self._redo()
            else:
                self._take(decide(before, command))
        except Refused:
            if self._pack(before) != self.packed:
                raise BooksError("a refusal changed the game")
            raise
        if not sound(self.game):
            raise BooksError("the books do not add up")

    def _take(self, game: Game) -> None:
        packed = self._pack(game)
        self._trail.push(self.packed, packed, undo_cost(game, self.game, 1))
        self.game = game
        self.packed = packed
        self._depth = 0

    def _undo(self) -> None:
        depth_most = self.game.rules.undo_depth
        packed = self._trail.older(self.packed)
        if packed is None:
            in_auction = self._depth and auction_in(self.game)  # then an undo may cost nothing
            if self._trail.lost and (self._depth < depth_most or in_auction):
                raise BooksError("undo goes further back than a game that is only tried remembers")
            undone(FIRST_LINK, FIRST_LINK, 0, depth_most)
            return
        game = self._unpack(packed)
        cost = undo_cost(self.game, game, self._depth)
        link = undone((0, -1, self._depth), FIRST_LINK, 0, depth_most, cost)
        self._trail.go_back(self._depth)
        self._move(game, packed, link[LINK_DEPTH])

    def _redo(self) -> None:
        packed = self._trail.newer(self.packed)
        if packed is None:
            redone(FIRST_LINK, FIRST_LINK)
            return
        self._move(self._unpack(packed), packed, self._trail.go_ahead())

    def _unpack(self, packed: bytearray) -> Game:
        return unpack(packed, self.game.board, self._rules, self.game)

    def _move(self, game: Game, packed: bytearray, depth: int) -> None:
        self.game = game
        self.packed = bytes(packed)
        self._depth = depth
