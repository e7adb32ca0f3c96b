"""Random games from one seed: edition, players, variant, house rules, position and all commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from banker.core.board import Board
from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.setup.house_rules import HouseRuleError
from banker.core.setup.new_game import new_game
from banker.core.state import Game, phase
from banker.core.types import Command

from .random_player import Fool
from .random_tables import Random, house_rules, make_random_position

VARIANTS = ("standard", "standard", "short", "time")


def start_random_game(
    seed: int, editions: Sequence[str], find: Callable[[str], tuple[Board, dict[str, Any]]]
) -> Game:
    """The first state of a random game. `find(edition)` returns its board and its rules."""
    random = Random(seed)
    board, rules = find(editions[seed % len(editions)])
    while True:
        table = house_rules(random, board, random.one((0, 4, 15, 40)))
        table["mode"] = "banker" if random.below(4) == 0 else "referee"
        table["game_variant"] = random.one(VARIANTS)
        try:
            g: Game = new_game(board, rules, table, 2 + random.below(7), seed)
        except (HouseRuleError, Refused):
            continue  # too many players, or too many deeds to deal
        if phase(g) != "deal" and random.below(2):
            make_random_position(random, g)
        g.events = []
        return g


def play_random_game(
    g: Game, seed: int, steps: int, wild: int = 8, busy: int = 35
) -> Iterator[tuple[Game, Command, Game | None, Refused | None]]:
    """Yields (game, command, next game or None, refusal or None); accepted commands go on."""
    fool = Fool(seed, wild, busy)
    for _ in range(steps):
        if g.over:
            return
        command = fool.command(g)
        try:
            after = decide(g, command)
        except Refused as no:
            yield g, command, None, no
            continue
        yield g, command, after, None
        g = after
