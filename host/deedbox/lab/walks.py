"""Random games from one number: edition, players, variant, house rules, start, and all that is said."""

from banker.core.commands import decide
from banker.core.knobs import KnobError
from banker.core.refusal import Refused
from banker.core.setup import new_game
from banker.core.state import phase

from .players import Fool
from .tables import Chance, house_rules, middle

VARIANTS = ("standard", "standard", "short", "time")


def start(seed: int, editions, find):
    """A game to walk from, fully given by the seed. `find(edition)` gives its board and its rules."""
    chance = Chance(seed)
    board, rules = find(editions[seed % len(editions)])
    while True:
        table = house_rules(chance, board, chance.one((0, 4, 15, 40)))
        table["mode"] = "banker" if chance.below(4) == 0 else "referee"
        table["game_variant"] = chance.one(VARIANTS)
        try:
            g = new_game(board, rules, table, 2 + chance.below(7), seed)
        except (KnobError, Refused):
            continue  # too many players, or too many deeds to deal
        if phase(g) != "deal" and chance.below(2):
            middle(chance, g)
        g.events = []
        return g


def walk(g, seed: int, steps: int, wild: int = 8, busy: int = 35):
    """Yields (game, command, game after it or None, refusal or None); goes on from what was accepted."""
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
