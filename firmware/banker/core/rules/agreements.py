"""What the whole table decides: rules in play, corrections, the end of the agreed time, sales to the bank."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, JAIL_SPACE, POT, siblings
from banker.core.events import BUYBACK, CORRECTION, FREED, MORTGAGED, MOVED, OWNED, PAID, RULE, TIME_UP, do
from banker.core.refusal import Refused
from banker.core.rules.turn import ENDS_WITH_ROUND, ENDS_WITH_TURN
from banker.core.state import CASH_MOST, Game, hotel_step, own
from banker.core.types import Command, Sequence

RULES_MOST = 20  # house rules that can change in play; core/codec/state_bytes.py counts

# A game cannot change while it runs what it was begun with.
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


def no_room(g: Game, numbers: Sequence[int]) -> bool:
    """Would too many rules have changed after these?"""
    return len(set(list(g.changed) + list(numbers))) > RULES_MOST


def set_rule(g: Game, c: Command) -> None:
    # First, because a load may drop the other module, and its HouseRuleError would be another one after that.
    ends = lazy.load("setup.ends")
    from banker.core.setup.house_rules import HouseRuleError, changed, find

    if g.rules.rules_change == "never":
        raise Refused("rules-locked")
    try:
        rule = find(c["knob"])
        value = rule.check(c["value"])
        if rule.name in ("end_condition", "target_worth"):
            ends.check_target(changed(g.rules, {rule.number: rule.encode(value)}))
    except HouseRuleError:
        raise Refused("bad-choice") from None
    name = rule.name
    if name in FIXED:
        raise Refused("rules-locked")
    if name == "houses_per_hotel" and any(g.level):
        raise Refused("has-buildings")
    if name in ("houses_total", "hotels_total") and 0 <= value < _on_board(g, name):
        raise Refused("has-buildings")
    if (
        name[:3] in ("dm_", "sm_")
        and value is True
        and not lazy.load("setup.new_game").has_extra(g.board.extras, name)
    ):
        raise Refused("not-in-this-edition")
    if no_room(g, (rule.number,)):
        raise Refused("too-many-changes")
    c["value"] = value  # the record has it as it was checked: a list without what is in it twice
    do(g, RULE, rule.number, *rule.encode(value))
    if name == "free_parking_mode" and value == "jackpot" and g.cash[POT] < g.rules.free_parking_seed:
        do(g, PAID, BANK, POT, g.rules.free_parking_seed - g.cash[POT], CORRECTION)


def _on_board(g: Game, rule_name: str) -> int:
    """How many houses, or hotels, are on the board."""
    hotel = hotel_step(g)
    if rule_name == "hotels_total":
        return g.level.count(hotel)
    return sum(level for level in g.level if level < hotel)


def correct(g: Game, c: Command) -> None:
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
        check_money(g, player, cash)
        do(g, PAID, BANK, player, cash, CORRECTION)
    if space is not None:
        if g.jailed[player] and space != JAIL_SPACE:
            do(g, FREED, player)
        do(g, MOVED, player, space)


def check_money(g: Game, account: int, more: int) -> None:
    """What the table says that somebody gets has a limit, so that it fits the record and the display."""
    if g.cash[account] + more > CASH_MOST:
        raise Refused("too-much-money", CASH_MOST)


def sell_deed(g: Game, c: Command) -> None:
    """House rule: the bank buys deeds back."""
    player = c["by"]
    pct = g.rules.bank_buyback_pct
    if not pct:
        raise Refused("bank-no-buyback", c["deed"])
    deed = own(g, player, c["deed"])
    if any(g.level[d] for d in siblings(deed)):
        raise Refused("has-buildings")
    debt = lazy.load("rules.debt")
    payable = debt.payable(g, player)
    amount = g.board.price[deed] * pct // 100
    if g.mortgaged[deed]:
        amount -= g.board.mortgage[deed]
        if amount < 0:
            raise Refused("mortgaged")
        do(g, MORTGAGED, deed, 0)
    do(g, OWNED, deed, BANK)
    if amount:
        do(g, PAID, BANK, player, amount, BUYBACK)
    debt.check_sale(g, player, payable)


def time_up(g: Game, c: Command) -> None:
    r = g.rules
    if "time" not in r.ends:
        raise Refused("rule-off")
    if g.ending:
        raise Refused("wrong-phase")
    if r.time_end == "immediate" or r.mode == "banker":
        lazy.load("worth").finish(g)
    else:
        do(g, TIME_UP, ENDS_WITH_TURN if r.time_end == "finish_turn" else ENDS_WITH_ROUND)


COMMANDS = {"set-rule": set_rule, "correct": correct, "sell-deed": sell_deed, "time-up": time_up}
