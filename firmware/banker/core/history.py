"""Taking back and doing again: every step is a node with its state, its parent, and what it took back.

Undo and redo restore the state of an older node; nothing is deleted. Where the nodes live is the caller's:
a list here, pages of the journal on the box. A node is (parent, redo, depth), all integers; -1 means none.

- a command on node c makes a node with parent c;
- undo at c makes a copy of c's parent whose redo is c;
- redo at c makes a copy of c's redo.
"""

from .refusal import Refused


def undone(link, parent_link, here: int, depth_most: int):
    """The link of the node that takes back `here`; its state is that of link's parent."""
    parent, _, depth = link
    if parent < 0 or depth >= depth_most:
        raise Refused("nothing-to-undo")
    return parent_link[0], here, depth + 1


def redone(link, redo_link):
    """The link of the node that does again what was taken back; its state is that of link's redo."""
    if link[1] < 0:
        raise Refused("nothing-to-redo")
    return redo_link


class Ledger:
    """A game with its whole history in memory: for the host, the lab and the tests."""

    def __init__(self, game):
        self.games = [game]
        self.links = [(-1, -1, 0)]
        self.here = 0

    @property
    def game(self):
        return self.games[self.here]

    def do(self, command):
        """Accepts the command and returns the new game, or raises Refused and stays as it is."""
        name = command["do"]
        link = self.links[self.here]
        if name == "undo":
            parent = link[0]
            new = undone(link, self.links[parent], self.here, self.game.rules.undo_depth)
            return self._add(self.games[parent], new)
        if name == "redo":
            new = redone(link, self.links[link[1]])
            return self._add(self.games[link[1]], new)
        from .commands import decide

        return self._add(decide(self.game, command), (self.here, -1, 0))

    def _add(self, game, link):
        self.games.append(game)
        self.links.append(link)
        self.here = len(self.games) - 1
        return game
