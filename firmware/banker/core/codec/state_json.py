"""The state as the outside sees it (CONTRACT.md 2): plain JSON, names instead of numbers."""

from . import parts
from .board import BANK, DEEDS, POT
from .ids import DEED_IDS
from .state import BUILDING_LOTS, DEBT, hotel_step, hotels_left, houses_left, phase


def state(g, names) -> dict:
    def who(account):
        return "bank" if account in (BANK, POT) else names[account]

    count = parts.load("count")
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
    worth = {}
    for p in range(g.players):
        players[names[p]] = {
            "cash": g.cash[p],
            "space": g.space[p],
            "in_jail": bool(g.jailed[p]),
            "jail_tries": g.tries[p],
            "jail_cards": g.held.count(p),
            "out": bool(g.out[p]),
        }
        worth[names[p]] = 0 if g.out[p] else count.final(g, p) if g.over else count.worth(g, p)
    now = phase(g)
    task = g.tasks[0] if g.tasks else (0, 0, 0, 0, 0)
    return {
        "phase": now,
        "turn": names[g.turn],
        "doubles": g.doubles,
        "players": players,
        "deeds": deeds,
        "bank": {"houses": houses_left(g), "hotels": hotels_left(g), "pot": g.cash[POT]},
        "auction": _auction(g, task, names) if now == "auction" else None,
        "debts": [{"from": names[task[1]], "to": who(task[2]), "amount": task[3]}]
        if now == "debt" and task[0] == DEBT
        else [],
        "claims": [
            {"deed": DEED_IDS[c[0]], "from": names[c[1]], "to": names[c[2]], "amount": c[3]}
            for c in g.claims
            if not g.out[c[1]]
        ],
        "worth": worth,
        "winners": [names[p] for p in range(g.players) if g.winners >> p & 1],
    }


def _auction(g, task, names) -> dict:
    lot = task[4] & 0xFF
    return {
        "lot": DEED_IDS[lot] if lot < DEEDS else BUILDING_LOTS[lot - DEEDS],
        "high": task[3],
        "leader": names[task[1]] if task[1] < g.players else None,
        "passed": [names[p] for p in range(g.players) if task[4] >> 8 >> p & 1],
    }
