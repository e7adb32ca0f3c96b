"""A game with its whole history in memory, for tests. (A fixture remembers less: scratch_game.py.)"""

from __future__ import annotations

from banker.core.commands import decide
from banker.core.consent import steps_back
from banker.core.history import (
    FIRST_LINK,
    LINK_DEPTH,
    LINK_PARENT,
    LINK_REDO,
    after_command,
    redone,
    undo_cost,
    undone,
)
from banker.core.state import Game
from banker.core.types import Command, Iterator, Link, StepBack


class Ledger:
    def __init__(self, game: Game) -> None:
        self.games = [game]
        self.links: list[Link] = [FIRST_LINK]
        self.commands: list[Command | None] = [None]  # by node: the command that led to its state
        self.here = 0

    @property
    def game(self) -> Game:
        return self.games[self.here]

    def do(self, command: Command) -> Game:
        """Accepts the command and returns the new game, or raises Refused and stays as it is."""
        name = command["do"]
        link = self.links[self.here]
        if name == "undo":
            parent = link[LINK_PARENT]
            cost = undo_cost(self.game, self.games[parent], link[LINK_DEPTH])
            new = undone(link, self.links[parent], self.here, self.game.rules.undo_depth, cost)
            return self._add(self.games[parent], new, self.commands[parent])
        if name == "redo":
            redo = link[LINK_REDO]
            return self._add(self.games[redo], redone(link, self.links[redo]), self.commands[redo])
        return self._add(decide(self.game, command), after_command(self.here), command)

    def _add(self, game: Game, link: Link, command: Command | None) -> Game:
        self.games.append(game)
        self.links.append(link)
        self.commands.append(command)
        self.here = len(self.games) - 1
        return game

    def look_back(self) -> Iterator[StepBack]:
        """The steps that undo may take back, the newest first."""
        return steps_back(self._node, self.here, self.game.rules.undo_depth)

    def look_ahead(self) -> StepBack | None:
        """(the game that redo would bring back, the command of that step, False), or None."""
        redo = self.links[self.here][LINK_REDO]
        return (self.games[redo], self.commands[redo] or {"do": ""}, False) if redo >= 0 else None

    def _node(self, at: int) -> tuple[Link, Game, Command | None]:
        return self.links[at], self.games[at], self.commands[at]
