"""What the whole table decides: rules in play, corrections, the end of the agreed time, sales to the bank."""

from . import parts
from .board import BANK, JAIL_SPACE, POT, siblings
from .events import BUYBACK, CORRECTION, FREED, MORTGAGED, MOVED, OWNED, PAID, RULE, TIME_UP, do
from .mortgage import own
from .refusal import Refused
from .state import hotel_step


def set_rule(g, c) -> None:
    from .knobs import KnobError, find

    if g.rules.rules_change == "never":
        raise Refused("rules-locked")
    try:
        knob = find(c["knob"])
        value = knob.check(c["value"])
    except KnobError:
        raise Refused("bad-choice") from None
    if knob.name in FIXED:
        raise Refused("rules-locked")
    if knob.name == "houses_per_hotel" and any(g.level):
        raise Refused("has-buildings")
    if knob.name in ("houses_total", "hotels_total") and 0 <= value < _standing(g, knob.name):
        raise Refused("has-buildings")
    if (
        knob.name[:3] in ("dm_", "sm_")
        and value is True
        and not parts.load("setup").has_extra(g.board.extras, knob.name)
    ):
        raise Refused("not-in-this-edition")
    do(g, RULE, knob.number, *knob.encode(value))
    if knob.name == "free_parking_mode" and value == "jackpot" and g.cash[POT] < g.rules.free_parking_seed:
        do(g, PAID, BANK, POT, g.rules.free_parking_seed - g.cash[POT], CORRECTION)


def _standing(g, kind: str) -> int:
    """How many houses, or hotels, stand on the board."""
    hotel = hotel_step(g)
    if kind == "hotels_total":
        return g.level.count(hotel)
    return sum(level for level in g.level if level < hotel)


# what a game was begun with cannot change while it runs
FIXED = (
    "mode",
    "edition",
    "game_variant",
    "players_min",
    "players_max",
    "start_cash",
    "start_notes",
    "start_deeds",
)


def correct(g, c) -> None:
    player = c["by"]
    cash = c.get("cash", 0)
    space = c.get("space")
    if not cash and space is None:
        raise Refused("bad-amount")
    if cash < 0:
        if g.cash[player] < -cash:
            raise Refused("not-enough-cash", -cash - g.cash[player])
        do(g, PAID, player, BANK, -cash, CORRECTION)
    elif cash:
        do(g, PAID, BANK, player, cash, CORRECTION)
    if space is not None:
        if g.jailed[player] and space != JAIL_SPACE:
            do(g, FREED, player)
        do(g, MOVED, player, space)


def sell_deed(g, c) -> None:
    player = c["by"]
    pct = g.rules.bank_buyback_pct
    if not pct:
        raise Refused("bank-no-buyback", c["deed"])
    deed = own(g, player, c["deed"])
    if any(g.level[d] for d in siblings(deed)):
        raise Refused("has-buildings")
    amount = g.board.price[deed] * pct // 100
    if g.mortgaged[deed]:
        amount -= g.board.mortgage[deed]
        if amount < 0:
            raise Refused("mortgaged")
        do(g, MORTGAGED, deed, 0)
    do(g, OWNED, deed, BANK)
    if amount:
        do(g, PAID, BANK, player, amount, BUYBACK)


def time_up(g, c) -> None:
    r = g.rules
    if r.end_condition != "time":
        raise Refused("rule-off")
    if g.ending:
        raise Refused("wrong-phase")
    if r.time_end == "immediate" or r.mode == "banker":
        parts.load("count").finish(g)
    else:
        do(g, TIME_UP, 1 if r.time_end == "finish_turn" else 2)
