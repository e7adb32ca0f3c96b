"""Tables to play at: house rules at random, and games thrown into the middle. All comes from the seed.

Runs unchanged in MicroPython, like the players.
"""

from banker.core.board import BANK, BATTLE, DOUBLES, GROUP_START, GROUPS, STREETS
from banker.core.events import BUILT, CORRECTION, MORTGAGED, OWNED, PAID, do
from banker.core.knobs import knobs
from banker.core.state import hotel_step, hotels_left, houses_left, list_price

# Whoever sets the table chooses these; the rest is left to chance.
_CHOSEN = ("edition", "game_variant", "mode", "players_min", "players_max", "start_deeds", "target_worth")


class Chance:
    """Numbers for the players, apart from those of the box."""

    def __init__(self, seed: int):
        self.word = (seed * 2654435761 + 12345) & 0xFFFFFFFF
        self.below(2)

    def below(self, n: int) -> int:
        self.word = (self.word * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.word >> 8) % n

    def one(self, items):
        return items[self.below(len(items))]

    def dice(self) -> tuple[int, int]:
        return self.below(6) + 1, self.below(6) + 1


def house_rules(chance, board, odd: int) -> dict:
    """About `odd` knobs of a hundred set to anything they allow; an edition's extras half of the time."""
    table: dict = {}
    for knob in knobs():
        extra = BATTLE if knob.name == "dm_battle" else DOUBLES if knob.name == "sm_doubles" else 0
        if extra:
            if board.extras & extra and chance.below(2):
                table[knob.name] = True
        elif knob.name not in _CHOSEN and chance.below(100) < odd:
            table[knob.name] = value_of(chance, knob)
    if table.get("end_condition") == "target_worth":
        table["target_worth"] = 3000 + chance.below(8000)
    return table


def value_of(chance, knob):
    """Anything that this knob allows; numbers mostly small."""
    kind = knob.type
    if kind == "bool":
        return len(knob.allowed) == 2 and chance.below(2) == 0
    if kind == "enum":
        return chance.one(knob.allowed)
    if kind == "set":
        return [x for x in knob.allowed if chance.below(2)]
    low, high = knob.allowed
    if kind == "int":
        if chance.below(8) == 0:
            return chance.one((low, high))
        return low + chance.below(min(high - low, chance.one((3, 20, 400))) + 1)
    return [low + chance.below(min(high - low, 300) + 1) for _ in range(int(kind[4:]))]


def middle(chance, g) -> None:
    """Hand out most groups, build on some, mortgage some, leave cash short: where the rules have edges."""
    for group in range(GROUPS):
        holder = chance.below(g.players)
        for deed in range(GROUP_START[group], GROUP_START[group + 1]):
            if chance.below(6) == 0:
                holder = chance.below(g.players)
            if chance.below(8):
                do(g, OWNED, deed, holder)
        _develop(chance, g, group)
    for p in range(g.players):
        rest = chance.one((0, 20, 200, 1500))
        if g.cash[p] > rest:
            do(g, PAID, p, BANK, g.cash[p] - rest, CORRECTION)


def _develop(chance, g, group: int) -> None:
    lots = range(GROUP_START[group], GROUP_START[group + 1])
    whole = lots[0] < STREETS and len(set([g.owner[d] for d in lots])) == 1 and g.owner[lots[0]] != BANK
    if whole and chance.below(3):
        levels = chance.below(hotel_step(g) * len(lots) + 1)
        for i in range(levels):
            deed = lots[i % len(lots)]
            step = g.level[deed] + 1
            if not (hotels_left(g) if step == hotel_step(g) else houses_left(g)):
                return
            do(g, BUILT, deed, step, list_price(g, deed, step))
    elif g.rules.mortgage_on:
        for deed in lots:
            if g.owner[deed] != BANK and chance.below(4) == 0:
                do(g, MORTGAGED, deed, 1)
