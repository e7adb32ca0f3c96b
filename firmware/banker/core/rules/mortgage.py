"""Mortgages: borrow on a deed, pay it off, inherit it (MORT)."""

from .board import BANK, DEEDS, SPACE_OF, siblings
from .events import INTEREST_PAID, LOAN, LOAN_BACK, MORTGAGED, PAID, do
from .flow import first, percent
from .refusal import Refused
from .state import DUE, INTEREST


def mortgage(g, c) -> None:
    player = c["by"]
    deed = own(g, player, c["deed"])
    if not g.rules.mortgage_on:
        raise Refused("rule-off")
    if g.mortgaged[deed]:
        raise Refused("mortgaged")
    if any(g.level[d] for d in siblings(deed)):
        raise Refused("has-buildings")
    borrow(g, player, deed)


def borrow(g, player: int, deed: int) -> None:
    do(g, MORTGAGED, deed, 1)
    do(g, PAID, BANK, player, g.board.mortgage[deed], LOAN)


def redeem(g, c) -> None:
    player = c["by"]
    deed = own(g, player, c["deed"])
    if not g.mortgaged[deed]:
        raise Refused("not-mortgaged")
    cost = payoff(g, deed)
    if g.cash[player] < cost:
        raise Refused("not-enough-cash", cost - g.cash[player])
    pay_off(g, player, deed)


def pay_off(g, player: int, deed: int) -> None:
    do(g, PAID, player, BANK, payoff(g, deed), LOAN_BACK)
    do(g, MORTGAGED, deed, 0)


def own(g, player: int, deed: int) -> int:
    if g.owner[deed] != player:
        raise Refused("not-owner", g.owner[deed])
    return deed


def interest(g, deed: int) -> int:
    return percent(g, g.board.mortgage[deed], g.rules.mortgage_interest_pct)


def payoff(g, deed: int) -> int:
    """The loan and its interest (MORT-5)."""
    return g.board.mortgage[deed] + interest(g, deed)


def on_transfer(g, deed: int, bankrupt: bool = False) -> int:
    """What a new owner pays at once to keep the mortgage (MORT-9, BANKR-7)."""
    r = g.rules
    if not r.mortgage_transfer_interest:
        return 0
    if bankrupt and r.bankr_interest_basis == "price":
        return percent(g, g.board.price[deed], r.mortgage_interest_pct)
    return interest(g, deed)


def received(g, player: int, deeds, redeem, bankrupt: bool = False) -> None:
    """Deeds came with mortgages: those named are paid off if cash allows, the rest cost interest."""
    keep = 0
    for deed in sorted(deeds, key=lambda d: SPACE_OF[d]):
        if not g.mortgaged[deed]:
            continue
        if deed in redeem and g.cash[player] >= payoff(g, deed):
            pay_off(g, player, deed)
        else:
            keep |= 1 << deed
    if keep:
        first(g, INTEREST, player, 0, 1 if bankrupt else 0, keep)


def inherit(g, task) -> None:
    """One deed after the other, in board order; what cannot be paid is a debt of its own (BANKR-9)."""
    _, player, _, bankrupt, mask = task
    if g.out[player]:
        return
    dues = []
    for space in sorted(SPACE_OF):
        deed = bytes(SPACE_OF).find(bytes((space,)))
        if mask >> deed & 1 and g.mortgaged[deed] and g.owner[deed] == player:
            dues.append(deed)
    for deed in reversed(dues):
        amount = on_transfer(g, deed, bool(bankrupt))
        if amount:
            first(g, DUE, player, BANK, amount, INTEREST_PAID)


def mortgageable(g, player: int):
    """Deeds that could be borrowed on, once their groups are cleared."""
    return [d for d in range(DEEDS) if g.owner[d] == player and not g.mortgaged[d]]
