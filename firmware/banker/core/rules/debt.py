"""Sums that are due, and debts that wait for money (BANKR-1, BANKR-2)."""

from .board import BANK
from .events import DONE, PAID, RENT_PAID, do
from .flow import charge
from .refusal import Refused
from .state import DEBT, RENT


def due(g, task) -> None:
    _, payer, taker, amount, why = task
    if g.out[payer] or (taker < BANK and g.out[taker]):
        return
    charge(g, payer, taker, amount, why)


def pay(g, c) -> None:
    kind, payer, taker, amount, why = g.tasks[0] if g.tasks else (0, 0, 0, 0, 0)
    if kind not in (DEBT, RENT) or c["by"] != payer:
        raise Refused("nothing-to-pay")
    if kind == RENT:
        do(g, DONE)
        charge(g, payer, taker, amount, RENT_PAID)
        return
    if g.cash[payer] < amount:
        raise Refused("not-enough-cash", amount - g.cash[payer])
    do(g, DONE)
    if amount:
        do(g, PAID, payer, taker, amount, why)
