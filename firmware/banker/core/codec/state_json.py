"""The state as the outside sees it (host/docs/contract.md): plain JSON, names instead of numbers."""

from __future__ import annotations

from typing import Any

from banker.core import lazy
from banker.core.board import BANK, DEEDS, POT
from banker.core.events import (
    AUCTIONED,
    BATTLE_LOST,
    CARD,
    FINE,
    INTEREST_PAID,
    POWER_USED,
    RENT_PAID,
    TAXES,
)
from banker.core.ids import DEED_IDS
from banker.core.state import (
    AMOUNT,
    BUILDING_LOTS,
    CLAIM_AMOUNT,
    CLAIM_DEED,
    CLAIM_OWNER,
    CLAIM_PAYER,
    OTHER,
    PHASE_AUCTION,
    PHASE_DEBT,
    WHO,
    Game,
    hotel_step,
    hotels_left,
    houses_left,
    phase,
    phase_number,
)
from banker.core.tasks import rented_deed, why_of
from banker.core.types import Sequence, Task

# The reasons for which somebody can owe.
_WHY = {
    RENT_PAID: "rent",
    TAXES: "tax",
    FINE: "fine",
    CARD: "card",
    INTEREST_PAID: "interest",
    AUCTIONED: "auction",
    BATTLE_LOST: "battle",
    POWER_USED: "power",
}


def state(g: Game, names: Sequence[str]) -> dict[str, Any]:
    def who(account: int) -> str:
        return "bank" if account in (BANK, POT) else names[account]

    core_worth = lazy.load("worth")
    hotel = hotel_step(g)
    deeds = {}
    for d in range(DEEDS):
        level = g.level[d]
        deeds[DEED_IDS[d]] = {
            "owner": who(g.owner[d]),
            "houses": level if level < hotel else 0,
            "hotel": level == hotel,
            "mortgaged": bool(g.mortgaged[d]),
        }
    players = {}
    worth: dict[str, int] = {}
    for p in range(g.players):
        players[names[p]] = {
            "cash": g.cash[p],
            "space": g.space[p],
            "in_jail": bool(g.jailed[p]),
            "jail_tries": g.tries[p],
            "jail_cards": g.held.count(p),
            "out": bool(g.out[p]),
            "went_out": g.out[p],
        }
        worth[names[p]] = 0 if g.out[p] else core_worth.final(g, p) if g.over else core_worth.worth(g, p)
    now = phase_number(g)
    return {
        "phase": phase(g),
        "turn": names[g.turn],
        "doubles": g.doubles,
        "players": players,
        "deeds": deeds,
        "bank": {"houses": houses_left(g), "hotels": hotels_left(g), "pot": g.cash[POT]},
        "auction": _auction(g, g.tasks[0], names) if now == PHASE_AUCTION else None,
        "debts": [_debt(g, g.tasks[0], names)] if now == PHASE_DEBT else [],
        "claims": [
            {
                "deed": DEED_IDS[claim[CLAIM_DEED]],
                "from": names[claim[CLAIM_PAYER]],
                "to": names[claim[CLAIM_OWNER]],
                "amount": claim[CLAIM_AMOUNT],
            }
            for claim in g.claims
            if not g.out[claim[CLAIM_PAYER]]
        ],
        "worth": worth,
        "winners": [names[p] for p in range(g.players) if g.winners >> p & 1],
    }


def _debt(g: Game, task: Task, names: Sequence[str]) -> dict[str, Any]:
    debtor, creditor, deed = task[WHO], task[OTHER], rented_deed(task)
    return {
        "from": names[debtor],
        "to": names[creditor] if creditor < BANK else "bank",
        "pot": creditor == POT,
        "amount": task[AMOUNT],
        "why": _WHY.get(why_of(task), ""),
        "deed": DEED_IDS[deed] if deed < DEEDS else None,
        "can_raise": lazy.load("rules.raising").estate(g, debtor) - g.cash[debtor],
    }


def _auction(g: Game, task: Task, names: Sequence[str]) -> dict[str, Any]:
    auction = lazy.load("rules.auction")
    lot = auction.lot_of(task)
    leader = auction.leader_of(task)
    return {
        "lot": DEED_IDS[lot] if lot < DEEDS else BUILDING_LOTS[lot - DEEDS],
        "high": auction.high_bid(task),
        "leader": names[leader] if leader < g.players else None,
        "passed": [names[p] for p in range(g.players) if auction.has_passed(task, p)],
    }
