"""Trades between two players: everything changes hands at once, or nothing (SELL, MORT-7 to MORT-10)."""

from __future__ import annotations

from collections import namedtuple

from banker.core import lazy
from banker.core.board import siblings
from banker.core.events import KEPT, OWNED, PAID, TRADED, do
from banker.core.refusal import Refused
from banker.core.rules import debt
from banker.core.rules.mortgage import on_transfer, pay_back, payoff, received
from banker.core.state import BOUGHT, Game, own
from banker.core.tasks import settle
from banker.core.types import Command, Sequence

# What one of the two gives: deeds, a number of passes, cash.
Side = namedtuple("Side", ("giver", "taker", "deeds", "passes", "cash"))


def trade(g: Game, c: Command) -> None:
    a, b = c["a"], c["b"]
    redeem = c.get("redeem", ())
    if a == b or g.out[a] or g.out[b]:
        raise Refused("not-two-players")
    sides = (_side(c, "a_gives", a, b), _side(c, "b_gives", b, a))
    _check_things(g, sides[0])
    _check_things(g, sides[1])
    _check_redeem(g, sides, redeem)
    _check_balance(g, sides[0], sides[1])
    _check_cash(g, sides[0])
    _check_cash(g, sides[1])
    payable = debt.payable(g, a), debt.payable(g, b)  # at most one of the two owes now
    _exchange(g, sides)
    for side in sides:
        _take_mortgages(g, side.taker, side.deeds, redeem)
    settle(g)
    debt.check_sale(g, a, payable[0])
    debt.check_sale(g, b, payable[1])


def _side(c: Command, key: str, giver: int, taker: int) -> Side:
    gives = c.get(key, {})
    return Side(giver, taker, gives.get("deeds", ()), gives.get("jail_cards", 0), gives.get("cash", 0))


def _check_things(g: Game, side: Side) -> None:
    """Does he have the deeds and passes that he gives, and may they be traded?"""
    r = g.rules
    if len(side.deeds) > len(set(side.deeds)):
        raise Refused("bad-choice")
    for deed in side.deeds:
        own(g, side.giver, deed)
        if not r.deal_built_group and any(g.level[d] for d in siblings(deed)) or g.level[deed]:
            raise Refused("has-buildings")
    if side.passes > g.held.count(side.giver):
        raise Refused("no-jail-card")
    if side.passes and not r.jail_card_sale:
        raise Refused("rule-off")


def _check_redeem(g: Game, sides: tuple[Side, Side], redeem: Sequence[int]) -> None:
    for deed in redeem:
        if deed not in sides[0].deeds and deed not in sides[1].deeds:
            raise Refused("bad-choice")
        if not g.mortgaged[deed]:
            raise Refused("not-mortgaged")


def _check_balance(g: Game, one: Side, other: Side) -> None:
    """House rules about gifts, and about things for things and cash (SELL-10, SELL-13)."""
    r = g.rules
    things = bool(one.deeds or one.passes)
    other_things = bool(other.deeds or other.passes)
    if not things and not other_things:
        if not one.cash and not other.cash:
            raise Refused("bad-choice")
        if not r.cash_gifts:
            raise Refused("cash-gift")
    elif not r.deal_zero and (not (things or one.cash) or not (other_things or other.cash)):
        raise Refused("cash-gift")
    if not r.deal_mixed and ((things and (other_things or one.cash)) or (other_things and other.cash)):
        raise Refused("rule-off")


def _check_cash(g: Game, side: Side) -> None:
    if side.cash > g.cash[side.giver]:
        raise Refused("not-enough-cash", side.cash - g.cash[side.giver])


def _exchange(g: Game, sides: tuple[Side, Side]) -> None:
    for side in sides:
        if side.cash:
            do(g, PAID, side.giver, side.taker, side.cash, TRADED)
    for side in sides:
        for deed in side.deeds:
            do(g, OWNED, deed, side.taker)
        for _ in range(side.passes):
            deck = g.held.index(side.giver)
            do(g, KEPT, deck, lazy.load("rules.jail").pass_of(g, deck), side.taker)


def _take_mortgages(g: Game, taker: int, deeds: Sequence[int], redeem: Sequence[int]) -> None:
    """The new owner pays back, or pays interest, at once. If he cannot, there is no trade (MORT-10)."""
    cost = 0
    for deed in deeds:
        if g.mortgaged[deed]:
            cost += payoff(g, deed) if deed in redeem else on_transfer(g, deed)
    if cost > g.cash[taker]:
        raise Refused("not-enough-cash", cost - g.cash[taker])
    for deed in deeds:
        if deed in redeem:
            pay_back(g, taker, deed)
    received(g, taker, [deed for deed in deeds if deed not in redeem], (), BOUGHT)


COMMANDS = {"trade": trade}
