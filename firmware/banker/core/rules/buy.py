"""Buying from the bank (BUY)."""

from . import parts
from .board import BANK, DEED_AT, NO_DEED
from .events import DONE, OWNED, PAID, PRICE, do
from .refusal import Refused


def buy(g, c) -> None:
    player = c["by"]
    deed = offered(g, c)
    price = g.board.price[deed]
    if g.cash[player] < price:
        raise Refused("not-enough-cash", price - g.cash[player])
    do(g, DONE)
    if price:
        do(g, PAID, player, BANK, price, PRICE)
    do(g, OWNED, deed, player)


def decline(g, c) -> None:
    deed = offered(g, c)
    do(g, DONE)
    if g.rules.auction_mode != "never":
        parts.load("auction").open_lot(g, deed, c["by"])


def offered(g, c) -> int:
    deed = g.tasks[0][4]
    if c.get("deed", deed) != deed:
        raise Refused("already-owned" if g.owner[c["deed"]] != BANK else "not-here", g.owner[c["deed"]])
    return deed


def why_not_buy(g, c) -> Refused:
    """Nothing is offered now: is it sold, elsewhere, or simply not the moment?"""
    here = DEED_AT[g.space[c["by"]]]
    deed = c.get("deed", here)
    if deed != NO_DEED and g.owner[deed] != BANK:
        return Refused("already-owned", g.owner[deed])
    return Refused("not-here" if deed != here else "wrong-phase")
