"""What the bank gives for buildings and deeds: refunds, and all that a player could raise (SELL-5, BANKR-1).

Apart from build.py, because trades and bankruptcies need it, and both modules at once are large.
"""

from __future__ import annotations

from banker.core.board import BANK, siblings
from banker.core.events import BUILDING_SOLD, PAID, RAZED, do
from banker.core.state import Game, deeds_of, hotel_step, houses_left, list_price, step_price
from banker.core.types import Levels


def refund(g: Game, deed: int, step: int) -> int:
    """What the bank gives back for this step (SELL-5)."""
    r = g.rules
    price = step_price(g, deed, step) if r.building_refund_basis == "paid" else list_price(g, deed, step)
    return (price * r.building_refund_pct + (50 if r.round_payout == "half_up" else 0)) // 100


def refunds(g: Game, deed: int, level: int) -> int:
    """What the bank gives back if this street goes down to this level."""
    total = 0
    for step in range(level + 1, g.level[deed] + 1):  # not by sum(): frames
        total += refund(g, deed, step)
    return total


def raze(g: Game, player: int, order: Levels) -> None:
    """Down to these levels; the bank pays for every step."""
    amount = 0
    for deed in sorted(order):
        amount += refunds(g, deed, order[deed])
        do(g, RAZED, deed, order[deed])
    if amount:
        do(g, PAID, BANK, player, amount, BUILDING_SOLD)


def estate(g: Game, player: int) -> int:
    """Cash, and what the bank would give for everything (BANKR-1)."""
    total = g.cash[player]
    for deed in deeds_of(g, player):
        if not _cannot_break(g, deed):
            total += refunds(g, deed, 0)
            if g.rules.mortgage_on and not g.mortgaged[deed]:
                total += g.board.mortgage[deed]
    return total


def _cannot_break(g: Game, deed: int) -> bool:
    """The bank lacks houses to break the hotels of this group, and house rules leave no other way to sell."""
    r = g.rules
    hotel = hotel_step(g)
    if r.hotel_group_sale or r.hotel_break_short != "refuse" or not 0 <= houses_left(g) < hotel - 1:
        return False
    return any(g.level[d] == hotel for d in siblings(deed))
