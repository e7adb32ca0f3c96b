"""Undo and redo: every step is a node with its state and the links to two older nodes.

Undo and redo restore the state of an older node; nothing is deleted. The caller keeps the nodes: a list in
ledger.py, pages of the journal on the box, differences of states in undo_trail.py. All links are numbers of
nodes; -1 means none.

- a command on node c makes a node with parent c;
- undo at c makes a copy of c's parent whose redo is c;
- redo at c makes a copy of c's redo.

The bids, passes and the hammer of one auction count as one step towards the house rule undo_depth (S-20).
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.refusal import Refused
from banker.core.state import AUCTION, KIND, Game
from banker.core.types import Link, Task

# The fields of a link: the node before, the node that redo restores, how many steps in a row were undone.
LINK_PARENT, LINK_REDO, LINK_DEPTH = range(3)
FIRST_LINK = (-1, -1, 0)
UNDO_MOST = 50  # the largest undo_depth (setup/house_rules_table.py), which can be set in play


def after_command(here: int) -> Link:
    """The link of the node that a command makes."""
    return here, -1, 0


def undone(link: Link, parent_link: Link, here: int, depth_most: int, cost: int = 1) -> Link:
    """The link of the node that takes back `here`; its state is that of link's parent."""
    depth = link[LINK_DEPTH] + cost
    if link[LINK_PARENT] < 0 or depth > depth_most:
        raise Refused("nothing-to-undo")
    return parent_link[LINK_PARENT], here, depth


def auction_in(g: Game) -> Task | None:
    """The task of the open auction, also while it waits behind a debt."""
    for task in g.tasks:
        if task[KIND] == AUCTION:
            return task
    return None


def same_auction(now: Game, old: Game) -> bool:
    """Is the auction that was open in `old` still open in `now`?"""
    task, before = auction_in(now), auction_in(old)
    if not task or not before:
        return False
    lot_of = lazy.load("rules.auction").lot_of
    return bool(lot_of(task) == lot_of(before))


def undo_cost(now: Game, old: Game, depth: int) -> int:
    """What it costs towards undo_depth to take back the step from `old` to `now`, after so many others.

    A bid or pass is free if what came after it in the same auction was taken back before it.
    """
    return 0 if depth and same_auction(now, old) and auction_in(now) != auction_in(old) else 1


def redone(link: Link, redo_link: Link) -> Link:
    """The link of the node that does the step again; its state is that of link's redo."""
    if link[LINK_REDO] < 0:
        raise Refused("nothing-to-redo")
    return redo_link
