"""Mortgages: borrow on a deed, pay it back, inherit it (MORT)."""

from __future__ import annotations

from banker.core.board import BANK, deeds_in, in_board_order, siblings
from banker.core.events import INTEREST_PAID, LOAN, LOAN_BACK, MORTGAGED, PAID, do
from banker.core.refusal import Refused
from banker.core.state import BOUGHT, DUE, INHERITED, INTEREST, INTEREST_IS_PAID, WON, Game, own
from banker.core.tasks import fed, first, percent
from banker.core.types import Command, Sequence, Task


def mortgage(g: Game, c: Command) -> None:
    player = c["by"]
    deed = own(g, player, c["deed"])
    if not g.rules.mortgage_on:
        raise Refused("rule-off")
    if g.mortgaged[deed]:
        raise Refused("mortgaged")
    if any(g.level[d] for d in siblings(deed)):
        raise Refused("has-buildings")
    borrow(g, player, deed)


def borrow(g: Game, player: int, deed: int) -> None:
    do(g, MORTGAGED, deed, 1)
    do(g, PAID, BANK, player, g.board.mortgage[deed], LOAN)


def redeem(g: Game, c: Command) -> None:
    player = c["by"]
    deed = own(g, player, c["deed"])
    if not g.mortgaged[deed]:
        raise Refused("not-mortgaged")
    cost = payoff(g, deed)
    if g.cash[player] < cost:
        raise Refused("not-enough-cash", cost - g.cash[player])
    pay_back(g, player, deed)


def pay_back(g: Game, player: int, deed: int) -> None:
    do(g, PAID, player, fed(g, "mortgages"), payoff(g, deed), LOAN_BACK)
    do(g, MORTGAGED, deed, 0)


def interest(g: Game, deed: int) -> int:
    return percent(g, g.board.mortgage[deed], g.rules.mortgage_interest_pct)


def payoff(g: Game, deed: int) -> int:
    """The loan and its interest (MORT-5); the loan alone after interest in this turn (S-4)."""
    if g.mortgaged[deed] == INTEREST_IS_PAID:
        return g.board.mortgage[deed]
    return payoff_after_transfer(g, deed)


def payoff_after_transfer(g: Game, deed: int) -> int:
    """What a new owner pays who pays the loan back at once (MORT-8)."""
    return g.board.mortgage[deed] + interest(g, deed)


def on_transfer(g: Game, deed: int, how: int = WON) -> int:
    """What a new owner pays at once to keep the mortgage (MORT-9, BANKR-7)."""
    r = g.rules
    if not r.mortgage_transfer_interest:
        return 0
    if how == INHERITED and r.bankr_interest_basis == "price":
        return percent(g, g.board.price[deed], r.mortgage_interest_pct)
    return interest(g, deed)


def received(g: Game, player: int, deeds: Sequence[int], redeem: Sequence[int], how: int = WON) -> None:
    """The player pays back the mortgages in `redeem`, if he has the cash, and interest on the rest."""
    rest = 0
    for deed in in_board_order(deeds):
        if not g.mortgaged[deed]:
            continue
        if deed in redeem and g.cash[player] >= payoff(g, deed):
            pay_back(g, player, deed)
        else:
            rest |= 1 << deed
    if rest:
        first(g, INTEREST, player, 0, how, rest)


def inherit(g: Game, task: Task) -> None:
    """Interest on one deed after the other, in board order; each that cannot be paid is a debt (BANKR-9).

    The others wait as one task: 28 tasks would fill the record of a step.
    """
    _, player, _, how, mask = task
    if g.out[player]:
        return
    deed = in_board_order(deeds_in(mask))[0]
    mask &= ~(1 << deed)
    if mask:
        first(g, INTEREST, player, 0, how, mask)
    if owes_interest(g, player, deed):
        amount = on_transfer(g, deed, how)
        if amount:
            first(g, DUE, player, fed(g, "mortgages"), amount, INTEREST_PAID)
            if how != BOUGHT:  # two who trade choose then and there (MORT-8, MORT-9)
                do(g, MORTGAGED, deed, INTEREST_IS_PAID)


def owes_interest(g: Game, player: int, deed: int) -> bool:
    """Is a deed that waits for its interest still this player's, and mortgaged?"""
    return bool(g.mortgaged[deed]) and g.owner[deed] == player


COMMANDS = {"mortgage": mortgage, "redeem": redeem}
WORK = {INTEREST: inherit}
