"""The largest game that the rules allow: eight players, everything at its limit. For both interpreters."""

from banker.core.board import BANK, STREETS
from banker.core.codec.state_bytes import ENTRIES_MOST
from banker.core.commands import decide
from banker.core.events import BUILT, CARD, CLAIM_OPENED, CORRECTION, OWNED, PAID, TASKED, do
from banker.core.rules.agreements import FIXED, RULES_MOST
from banker.core.rules.building_auction import PRICES_MOST
from banker.core.rules.rent import CLAIMS_MOST
from banker.core.setup.house_rules import all_house_rules
from banker.core.state import (
    CASH_MOST,
    COUNTED,
    DEBT,
    DUE,
    END_TURN,
    INTEREST,
    LOTS,
    MOVE,
    SALARY,
    list_price,
)

LISTS = ("rail_rents", "utility_mult", "free_parking_feeds")
# These decide what the position below may be, or lock the rules.
_LEFT_ALONE = FIXED + ("rules_change", "houses_per_hotel", "dm_battle", "sm_doubles")


def changes():
    """As many rules as can change in play: number, name, and a value; those with lists among them."""
    some = [("houses_total", 999), ("hotels_total", 999), ("free_parking_feeds", ["taxes", "fines"] * 40)]
    names = [name for name, _ in some] + list(LISTS[:2])
    for rule in all_house_rules():
        if rule.name in LISTS[:2]:
            some.append((rule.name, [rule.allowed[1]] * int(rule.type[4:])))
        elif rule.name not in names and rule.name not in _LEFT_ALONE and rule.type == "bool":
            some.append((rule.name, rule.default))
        if len(some) == RULES_MOST:
            break
    return some


def largest(g):
    """This new game of eight players, filled as far as the rules let it be."""
    for name, value in changes():
        g = decide(g, {"do": "set-rule", "knob": name, "value": value})
    # All rules with lists are at their longest.
    g = decide(g, {"do": "set-rule", "knob": LISTS[2], "value": ["card_payments", "taxes", "fines"]})
    for player in range(8):
        g = decide(g, {"do": "correct", "by": player, "cash": CASH_MOST - g.cash[player]})
    for deed in range(28):
        do(g, OWNED, deed, 1 if deed % 2 else 0)
    for deed in range(STREETS):
        for step in range(1, 6):
            if len(g.paid) < PRICES_MOST:
                do(g, BUILT, deed, step, list_price(g, deed, step) + 9)
    for place in range(CLAIMS_MOST):
        do(g, CLAIM_OPENED, place, 1 + place % 7, 0, 999999, 0xFFFF, 0, COUNTED, 0)
    do(g, PAID, 0, BANK, g.cash[0] - 10, CORRECTION)
    do(g, TASKED, 0, DEBT, 0, 1, 999999, CARD)
    for player in range(2, 8):
        do(g, TASKED, len(g.tasks), DUE, 0, player, 999999, CARD)
    for player in range(1, 5):
        do(g, TASKED, len(g.tasks), INTEREST, player, 0, 1, 0xFFFFFFF)
    do(g, TASKED, len(g.tasks), LOTS, 0, 0, 0, 0xFFFFFFF)
    for kind in (SALARY, MOVE, END_TURN):
        do(g, TASKED, len(g.tasks), kind, 0, 0, 12, 0)
    if len(g.claims) + len(g.tasks) != ENTRIES_MOST:
        raise ValueError("%d entries" % (len(g.claims) + len(g.tasks)))
    g.events = []
    return g


def long_trade(g):
    """A long command that the rules accept now: the debtor gets every bare deed of the other player."""
    bare = [deed for deed in range(22, 28) if g.owner[deed] == 1]
    return {
        "do": "trade",
        "a": 0,
        "b": 1,
        "a_gives": {},
        "b_gives": {"deeds": bare, "cash": 999},
        "agreed": 3,
    }
