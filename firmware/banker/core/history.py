"""Undo and redo: every step is a node with its state and the links to two older nodes.

Undo and redo restore the state of an older node; nothing is deleted. The caller keeps the nodes: a list here,
pages of the journal on the box. All links are numbers of nodes; -1 means none.

- a command on node c makes a node with parent c;
- undo at c makes a copy of c's parent whose redo is c;
- redo at c makes a copy of c's redo.
"""

from __future__ import annotations

from banker.core.refusal import Refused
from banker.core.state import Game
from banker.core.types import Command, Link

# The fields of a link: the node before, the node that redo restores, how many undos in a row led here.
LINK_PARENT, LINK_REDO, LINK_DEPTH = range(3)
FIRST_LINK = (-1, -1, 0)


def after_command(here: int) -> Link:
    """The link of the node that a command makes."""
    return here, -1, 0


def undone(link: Link, parent_link: Link, here: int, depth_most: int) -> Link:
    """The link of the node that takes back `here`; its state is that of link's parent."""
    if link[LINK_PARENT] < 0 or link[LINK_DEPTH] >= depth_most:
        raise Refused("nothing-to-undo")
    return parent_link[LINK_PARENT], here, link[LINK_DEPTH] + 1


def redone(link: Link, redo_link: Link) -> Link:
    """The link of the node that does the step again; its state is that of link's redo."""
    if link[LINK_REDO] < 0:
        raise Refused("nothing-to-redo")
    return redo_link


class Ledger:
    """A game with its whole history in memory: for the host, the lab and the tests."""

    def __init__(self, game: Game) -> None:
        self.games = [game]
        self.links: list[Link] = [FIRST_LINK]
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
            new = undone(link, self.links[parent], self.here, self.game.rules.undo_depth)
            return self._add(self.games[parent], new)
        if name == "redo":
            redo = link[LINK_REDO]
            return self._add(self.games[redo], redone(link, self.links[redo]))
        from banker.core.commands import decide

        return self._add(decide(self.game, command), after_command(self.here))

    def _add(self, game: Game, link: Link) -> Game:
        self.games.append(game)
        self.links.append(link)
        self.here = len(self.games) - 1
        return game
