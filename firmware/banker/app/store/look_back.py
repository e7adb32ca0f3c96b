"""Looks up older steps in the journal: what undo and redo would bring back, and the last payments.

Loaded on use. A step of undo or redo repeats the state of an older one, whose command is the one that counts.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from banker.app.loader import load, make_room
from banker.app.store import records
from banker.app.store.records import BEGIN, CLOCK, HEAD_SIZE, NO_LINK, STEP
from banker.core import history, lazy
from banker.core.codec import command_bytes, state_bytes
from banker.core.commands import decide
from banker.core.events import PAID
from banker.core.refusal import BooksError, Refused

if TYPE_CHECKING:
    from banker.app.store.keeper import Keeper
    from banker.app.types import Link
    from banker.core.state import Game
    from banker.core.types import Command, Event, Iterator, StepBack

_STEPS_MOST = 40  # looked at for the last payments


def steps(keeper: Keeper) -> Iterator[StepBack]:
    """Each step that undo may take back, the newest first (core/consent.py)."""
    return _steps(keeper, keeper.game.rules.undo_depth)


def _steps(keeper: Keeper, most: int) -> Iterator[StepBack]:
    def node(seq: int) -> tuple[Link, Game | None, Command | None]:
        link, game = (keeper.link, keeper.game) if seq == keeper.here else _node(keeper, seq)
        return link, game, _command(keeper, seq)

    steps: Iterator[StepBack] = lazy.load("consent").steps_back(node, keeper.here, most)
    return steps


def redo(keeper: Keeper) -> StepBack | None:
    """(the game that redo would bring back, the command of that step, False), or None."""
    _, seq, _ = keeper.link
    _, game = _node(keeper, seq)
    return (game, _command(keeper, seq) or {"do": ""}, False) if game else None


def step_back(keeper: Keeper, name: str) -> tuple[Game, Link]:
    """The game after undo or redo, and the link of its step; or Refused."""
    parent, redo, depth = keeper.link
    link, game = _node(keeper, parent if name == "undo" else redo)
    own = keeper.link if game else NO_LINK  # without the page there is nothing to undo or redo
    new: Link
    if name == "undo":
        cost = history.undo_cost(keeper.game, game, depth) if game else 1
        new = history.undone(own, link, keeper.here, keeper.game.rules.undo_depth, cost)
    else:
        new = history.redone(own, link)
    if not game:
        raise BooksError("a step without its game")
    return game, new


def _node(keeper: Keeper, seq: int) -> tuple[Link, Game | None]:
    """The link and the game of an older step; None if the ring no longer has it."""
    j = keeper.journal
    length = j.read(seq) if seq >= 0 else -1
    if length < 0:
        return NO_LINK, None
    data = bytes(j.old[:length])
    game: Game
    if j.old_kind == BEGIN:
        game = load("banker.app.store.rebuild").rebuild(json.loads(data), keeper.edition.board, keeper.base)
        make_room()  # the modules of the set-up take more than others
        return NO_LINK, game
    head = records.head_of(data)
    state = memoryview(data)[HEAD_SIZE + head[records.COMMAND_SIZE] :]
    game = state_bytes.unpack(state, keeper.game.board, keeper.base, keeper.game)
    return records.link_of(head), game


def payments(keeper: Keeper, most: int) -> list[Event]:
    """The last payments as (from, to, amount, why), the newest first: older steps are played again."""
    return paid_in(_steps(keeper, 1 << 30), most)


def paid_in(steps: Iterator[StepBack], most: int) -> list[Event]:
    found: list[Event] = []
    left = _STEPS_MOST
    for game, command, _ in steps:
        left -= 1
        try:
            events = decide(game, command).events if command["do"] else []
        except Refused:  # older firmware had another rule here
            break
        for event in reversed(events):
            if event[0] == PAID:
                found.append(event[1:])
        if len(found) >= most or not left:
            break
    return found[:most]


def _command(keeper: Keeper, seq: int) -> Command | None:
    """The command that led to the state of this record; None: it is gone, or the game began here."""
    while True:
        link, text = _head(keeper, seq)
        if not text:
            return None
        command, _ = command_bytes.read(text)
        name = command["do"]
        if name == "undo":  # its state is that before the step that redo would bring back
            (seq, _, _), _ = _head(keeper, link[history.LINK_REDO])
        elif name == "redo":  # its state is the one that the record before it named
            while keeper.journal.old_kind == CLOCK:  # it repeats the step
                seq = _before(keeper, seq)
            (_, seq, _), _ = _head(keeper, _before(keeper, seq))
        else:
            return command


def _head(keeper: Keeper, seq: int) -> tuple[Link, bytes]:
    """The link and the command of a record; no command if it has none, or is gone."""
    j = keeper.journal
    if seq < 0 or j.read(seq) < 0 or j.old_kind not in (STEP, CLOCK):
        return history.FIRST_LINK, b""
    head = records.head_of(j.old)
    return records.link_of(head), records.command_of(j.old, head)


def _before(keeper: Keeper, seq: int) -> int:
    """The record that was the current one when this one was made; the journal has read it."""
    j = keeper.journal
    seq -= 1
    while seq >= 0 and j.read(seq) >= 0 and j.old_kind not in (STEP, CLOCK, BEGIN):
        seq -= 1
    return seq
