"""Deals between two players: all changes hands at once, or nothing does (SELL, MORT-7 to MORT-10)."""

from . import parts
from .board import siblings
from .build import estate
from .events import KEPT, OWNED, PAID, TRADED, do
from .flow import settle
from .mortgage import on_transfer, own, pay_off, payoff, received
from .refusal import Refused
from .state import DEBT

_NOTHING = {}


def trade(g, c) -> None:
    a, b = c["a"], c["b"]
    gifts = ((a, b, c.get("a_gives", _NOTHING)), (b, a, c.get("b_gives", _NOTHING)))
    redeem = c.get("redeem", ())
    _check(g, a, b, gifts, redeem)
    debtor = g.tasks[0][1] if g.tasks and g.tasks[0][0] == DEBT else None
    before = estate(g, debtor) if debtor is not None else 0
    for giver, taker, gives in gifts:
        if gives.get("cash"):
            do(g, PAID, giver, taker, gives["cash"], TRADED)
    for giver, taker, gives in gifts:
        for deed in gives.get("deeds", ()):
            do(g, OWNED, deed, taker)
        for _ in range(gives.get("jail_cards", 0)):
            deck = g.held.index(giver)
            do(g, KEPT, deck, parts.load("jail").pass_of(g, deck), taker)
    for _, taker, gives in gifts:
        _mortgages(g, taker, gives.get("deeds", ()), redeem)
    settle(g)
    if debtor in (a, b) and g.rules.debt_deal_guard and estate(g, debtor) < before:
        raise Refused("not-while-in-debt", before, estate(g, debtor))


def _mortgages(g, taker: int, deeds, redeem) -> None:
    """The new owner pays off or pays interest at once; a deal that he cannot pay for is none (MORT-10)."""
    due = 0
    for deed in deeds:
        if g.mortgaged[deed]:
            due += payoff(g, deed) if deed in redeem else on_transfer(g, deed)
    if due > g.cash[taker]:
        raise Refused("not-enough-cash", due - g.cash[taker])
    for deed in deeds:
        if deed in redeem:
            pay_off(g, taker, deed)
    received(g, taker, [d for d in deeds if d not in redeem], ())


def _check(g, a: int, b: int, gifts, redeem) -> None:
    r = g.rules
    if a == b or g.out[a] or g.out[b]:
        raise Refused("not-two-players")
    things = [0, 0]
    for side in (0, 1):
        giver, _, gives = gifts[side]
        deeds = gives.get("deeds", ())
        passes = gives.get("jail_cards", 0)
        if len(deeds) > len(set(deeds)):
            raise Refused("bad-choice")
        for deed in deeds:
            own(g, giver, deed)
            if not r.deal_built_group and any(g.level[d] for d in siblings(deed)) or g.level[deed]:
                raise Refused("has-buildings")
        if passes > g.held.count(giver):
            raise Refused("no-jail-card")
        if passes and not r.jail_card_sale:
            raise Refused("rule-off")
        things[side] = len(deeds) + passes
    given = tuple(gifts[0][2].get("deeds", ())) + tuple(gifts[1][2].get("deeds", ()))
    for deed in redeem:
        if deed not in given:
            raise Refused("bad-choice")
        if not g.mortgaged[deed]:
            raise Refused("not-mortgaged")
    cash = [gives.get("cash", 0) for _, _, gives in gifts]
    if not things[0] and not things[1]:
        if not cash[0] and not cash[1]:
            raise Refused("bad-choice")
        if not r.cash_gifts:
            raise Refused("cash-gift")
    elif not r.deal_zero and (not (things[0] or cash[0]) or not (things[1] or cash[1])):
        raise Refused("cash-gift")
    if not r.deal_mixed and ((things[0] and (things[1] or cash[0])) or (things[1] and cash[1])):
        raise Refused("rule-off")
    for giver, _, gives in gifts:
        if gives.get("cash", 0) > g.cash[giver]:
            raise Refused("not-enough-cash", gives["cash"] - g.cash[giver])
