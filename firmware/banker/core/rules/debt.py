"""Amounts that are due, and debts that wait for money (BANKR-1, BANKR-2)."""

from __future__ import annotations

from banker.core.board import BANK
from banker.core.events import DONE, PAID, RENT_PAID, do
from banker.core.refusal import Refused
from banker.core.state import DEBT, DUE, KIND, RENT, WHO, Game
from banker.core.tasks import charge
from banker.core.types import Command, Task


def due(g: Game, task: Task) -> None:
    """Nothing is due to or from a player who is out."""
    _, payer, taker, amount, why = task
    if g.out[payer] or (taker < BANK and g.out[taker]):
        return
    charge(g, payer, taker, amount, why)


def pay(g: Game, c: Command) -> None:
    """Pay a debt, or the rent instead of a battle."""
    if not g.tasks or g.tasks[0][KIND] not in (DEBT, RENT) or g.tasks[0][WHO] != c["by"]:
        raise Refused("nothing-to-pay")
    kind, payer, taker, amount, why = g.tasks[0]
    if kind == RENT:
        do(g, DONE)
        charge(g, payer, taker, amount, RENT_PAID)
        return
    if g.cash[payer] < amount:
        raise Refused("not-enough-cash", amount - g.cash[payer])
    do(g, DONE)
    if amount:
        do(g, PAID, payer, taker, amount, why)


COMMANDS = {"pay": pay}
WORK = {DUE: due}
