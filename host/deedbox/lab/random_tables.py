"""Random house rules and random positions for simulated games. Everything comes from the seed.

Runs in MicroPython too, like the players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from banker.core.board import BANK, BATTLE, DOUBLES, GROUP_START, GROUPS, STREETS, Board
from banker.core.events import BUILT, CORRECTION, MORTGAGED, OWNED, PAID, do
from banker.core.setup.house_rules import all_house_rules
from banker.core.state import Game, hotel_step, hotels_left, houses_left, list_price

# The caller chooses these house rules; the others are random.
_NOT_RANDOM = ("edition", "game_variant", "mode", "players_min", "players_max", "start_deeds", "target_worth")


class Random:
    """The generator of the simulated players, separate from the one of the game."""

    def __init__(self, seed: int) -> None:
        self.word = (seed * 2654435761 + 12345) & 0xFFFFFFFF
        self.below(2)

    def below(self, n: int) -> int:
        self.word = (self.word * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.word >> 8) % n

    def one(self, items: Sequence[Any]) -> Any:
        return items[self.below(len(items))]

    def dice(self) -> tuple[int, int]:
        return self.below(6) + 1, self.below(6) + 1


def house_rules(random: Random, board: Board, odd: int) -> dict[str, Any]:
    """About `odd` house rules of a hundred get any allowed value; extras are on half the time."""
    table: dict[str, Any] = {}
    for knob in all_house_rules():
        extra = BATTLE if knob.name == "dm_battle" else DOUBLES if knob.name == "sm_doubles" else 0
        if extra:
            if board.extras & extra and random.below(2):
                table[knob.name] = True
        elif knob.name not in _NOT_RANDOM and random.below(100) < odd:
            table[knob.name] = value_of(random, knob)
    if table.get("end_condition") == "target_worth" or table.get("target_worth"):
        table["target_worth"] = 3000 + random.below(8000)
    return table


def value_of(random: Random, knob: Any) -> Any:
    """Any value that this house rule allows; numbers are mostly small."""
    kind = knob.type
    if kind == "bool":
        return len(knob.allowed) == 2 and random.below(2) == 0
    if kind == "enum":
        return random.one(knob.allowed)
    if kind == "set":
        return [x for x in knob.allowed if random.below(2)]
    low, high = knob.allowed
    if kind == "int":
        if random.below(8) == 0:
            return random.one((low, high))
        return low + random.below(min(high - low, random.one((3, 20, 400))) + 1)
    return [low + random.below(min(high - low, 300) + 1) for _ in range(int(kind[4:]))]


def make_random_position(random: Random, g: Game) -> None:
    """Hand out most groups, build on some, mortgage some, leave little cash: edge cases of the rules."""
    for group in range(GROUPS):
        holder = random.below(g.players)
        for deed in range(GROUP_START[group], GROUP_START[group + 1]):
            if random.below(6) == 0:
                holder = random.below(g.players)
            if random.below(8):
                do(g, OWNED, deed, holder)
        _develop_group(random, g, group)
    for p in range(g.players):
        rest = random.one((0, 20, 200, 1500))
        if g.cash[p] > rest:
            do(g, PAID, p, BANK, g.cash[p] - rest, CORRECTION)


def _develop_group(random: Random, g: Game, group: int) -> None:
    deeds = range(GROUP_START[group], GROUP_START[group + 1])
    whole = deeds[0] < STREETS and len(set([g.owner[d] for d in deeds])) == 1 and g.owner[deeds[0]] != BANK
    if whole and random.below(3):
        levels = random.below(hotel_step(g) * len(deeds) + 1)
        for i in range(levels):
            deed = deeds[i % len(deeds)]
            step = g.level[deed] + 1
            if not (hotels_left(g) if step == hotel_step(g) else houses_left(g)):
                return
            do(g, BUILT, deed, step, list_price(g, deed, step))
    elif g.rules.mortgage_on:
        for deed in deeds:
            if g.owner[deed] != BANK and random.below(4) == 0:
                do(g, MORTGAGED, deed, 1)
