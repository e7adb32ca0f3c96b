"""What the bank gives for buildings and deeds: refunds, and all that a player could raise (SELL-5, BANKR-1).

Apart from build.py, because trades and bankruptcies need it, and both modules at once are large.
"""

from __future__ import annotations

from banker.core.board import BANK, siblings
from banker.core.events import BUILDING_SOLD, PAID, RAZED, do
from banker.core.state import Game, deeds_of, hotel_step, houses_left, houses_most, list_price, step_price
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
    """Cash, and all that the player's own commands would bring from the bank (BANKR-1).

    A debtor who could raise less than is counted here could neither pay nor give up, so this counts only what
    mortgage, sell-building, sell-group and sell-deed do. deedbox/lab/way_out.py tries them.
    """
    r = g.rules
    total = g.cash[player]
    can_break = _can_break(g, player)
    for deed in deeds_of(g, player):
        keeps_hotel = not can_break and _has_hotel(g, player, deed)
        if not keeps_hotel or (not r.sell_even and g.level[deed] < hotel_step(g)):
            total += refunds(g, deed, 0)
        if not keeps_hotel and not any(g.level[d] and g.owner[d] != player for d in siblings(deed)):
            total += _loan_or_sale(g, deed)
    return total


def _has_hotel(g: Game, player: int, deed: int) -> bool:
    """Does the player have a hotel in this group?"""
    for d in siblings(deed):  # not by any(): frames
        if g.level[d] == hotel_step(g) and g.owner[d] == player:
            return True
    return False


def _can_break(g: Game, player: int) -> bool:
    """Can the player's hotels be sold? Where house rules leave no other way, the bank needs as many houses as
    one of them breaks into, and first gets those that the player can sell (SELL-9)."""
    r = g.rules
    stock = houses_left(g)
    if r.hotel_group_sale or r.hotel_break_short != "refuse" or stock < 0:
        return True
    for deed in deeds_of(g, player):
        if g.level[deed] < hotel_step(g) and not (r.sell_even and _has_hotel(g, player, deed)):
            stock += g.level[deed]
    return stock >= houses_most(g)


def _loan_or_sale(g: Game, deed: int) -> int:
    """What the bank gives for a bare deed: the loan, or the price where it buys deeds back (BANK-8)."""
    loan = g.board.mortgage[deed]
    sale = g.board.price[deed] * g.rules.bank_buyback_pct // 100
    if g.mortgaged[deed]:
        return max(sale - loan, 0)
    return max(sale, loan if g.rules.mortgage_on else 0)
