"""Amounts that are due, debts that wait for money, rents that line up behind them, what a debtor may sell
(BANKR-1 to BANKR-3)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, deeds_in
from banker.core.events import DONE, TASKED, do
from banker.core.refusal import Refused
from banker.core.state import AMOUNT, AUCTION, DEBT, DUE, EXTRA, INTEREST, KIND, RENT, THROW, WHO, Game
from banker.core.tasks import charge, rent_of
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
        if taker == payer:
            raise Refused("nothing-to-pay")  # the battle is won (rules/battle.py)
        deed = g.tasks[0][EXTRA]
        do(g, DONE)
        charge(g, payer, taker, amount, rent_of(deed))
        return
    if g.cash[payer] < amount:
        raise Refused("not-enough-cash", amount - g.cash[payer])
    do(g, DONE)
    charge(g, payer, taker, amount, why)


def lines_up(g: Game, payer: int, owner: int, amount: int, per_pip: int) -> bool:
    """Does this rent wait behind the debt or the auction that is open (S-2)?

    It is paid at once where there is cash for it. A debtor pays the older debt first, and a debtor who is the
    owner gets the rent before that debt. The leader of an auction keeps what he has bid (AUCT-9).
    """
    task = g.tasks[0]
    spare = g.cash[payer]
    if task[KIND] == AUCTION:
        if payer == task[WHO]:
            spare -= task[AMOUNT]
    elif task[WHO] == owner:
        return False
    elif task[WHO] == payer:
        return True
    return per_pip > 0 or spare < amount


def line_up(g: Game, deed: int, payer: int, owner: int, amount: int, per_pip: int) -> None:
    """Behind the first task, and behind what others were owed before."""
    place = 1
    while place < len(g.tasks) and g.tasks[place][KIND] in (DEBT, DUE, INTEREST, THROW):
        place += 1
    if per_pip:
        do(g, TASKED, place, THROW, payer, owner, per_pip, deed)
    else:
        do(g, TASKED, place, DUE, payer, owner, amount, rent_of(deed))


def payable(g: Game, player: int) -> int:
    """What a debtor can pay: the smaller of the debts and of all that can be raised (S-7).

    A pass counts as much as the fine. 0: the player owes nothing now, or a house rule lets debtors sell
    as they like.
    """
    if not g.rules.debt_deal_guard or not g.tasks or g.tasks[0][KIND] != DEBT or g.tasks[0][WHO] != player:
        return 0
    raised: int = lazy.load("rules.raising").estate(g, player) + g.held.count(player) * g.rules.jail_fine
    return min(owed_by(g, player), raised)


def owed_by(g: Game, player: int) -> int:
    """What this player still has to pay: debts, what is due after them, interest on inherited mortgages."""
    total = 0
    for task in g.tasks:
        if task[WHO] != player:
            continue
        if task[KIND] in (DUE, DEBT):
            total += task[AMOUNT]
        elif task[KIND] == INTEREST:
            mortgage = lazy.load("rules.mortgage")
            for deed in deeds_in(task[EXTRA]):
                if mortgage.owes_interest(g, player, deed):
                    total += mortgage.on_transfer(g, deed, task[AMOUNT])
    return total


def check_sale(g: Game, player: int, before: int) -> None:
    """A sale must not leave the creditors less than they could get before it (BANKR-3).

    Who sells a deed before its interest is due owes less: the buyer has paid it.
    """
    after = payable(g, player)
    if after < min(before, owed_by(g, player)):
        raise Refused("not-while-in-debt", before, after)


COMMANDS = {"pay": pay}
WORK = {DUE: due}
