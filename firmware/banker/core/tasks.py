"""What comes next: tasks wait in a line; work is done by itself, decisions wait for their player."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, NO_DEED, POT
from banker.core.events import AUCTIONED, DONE, PAID, RENT_PAID, TASKED, do
from banker.core.state import (
    AMOUNT,
    DEBT,
    DUE,
    END_TURN,
    EXTRA,
    INTEREST,
    KIND,
    LAST_DECISION,
    LOTS,
    MOVE,
    PLACE,
    POWER,
    SALARY,
    WHO,
    Game,
)
from banker.core.types import Task

# Kind of work -> the module whose WORK has its function.
_MODULE = {
    DUE: "rules.debt",
    INTEREST: "rules.mortgage",
    MOVE: "rules.moves",
    SALARY: "rules.moves",
    LOTS: "rules.auction",
    END_TURN: "rules.turn",
}


def settle(g: Game) -> None:
    """Do all work that needs nobody's decision."""
    while g.tasks and not g.over:
        task = g.tasks[0]
        kind = task[KIND]
        if kind <= LAST_DECISION:
            if kind == POWER and not lazy.load("rules.powers").available(g, task):
                do(g, DONE)
            elif kind == PLACE and not lazy.load("rules.building_auction").available(g, task):
                # He sold or mortgaged the street since his bid, so building and price go back.
                do(g, DONE)
                payer = fed(g, "purchases")
                if g.cash[payer] < task[AMOUNT]:
                    payer = BANK
                do(g, PAID, payer, task[WHO], task[AMOUNT], AUCTIONED)
            else:
                return
            continue
        do(g, DONE)
        lazy.load(_MODULE[kind]).WORK[kind](g, task)


def first(g: Game, kind: int, who: int = 0, other: int = 0, amount: int = 0, extra: int = 0) -> None:
    """This task goes before all others."""
    do(g, TASKED, 0, kind, who, other, amount, extra)


def last(g: Game, kind: int, who: int = 0, other: int = 0, amount: int = 0, extra: int = 0) -> None:
    """This task goes behind all others."""
    do(g, TASKED, len(g.tasks), kind, who, other, amount, extra)


# The EXTRA of DUE and DEBT: the reason (events.py), and from bit 8 on the deed of a rent, counted from 1.
# Older saved games have no deed there.


def rent_of(deed: int) -> int:
    """Why somebody owes: the rent of this deed."""
    return RENT_PAID | deed + 1 << 8


def why_of(task: Task) -> int:
    """The reason of a DUE or DEBT (events.py)."""
    return task[EXTRA] & 0xFF


def rented_deed(task: Task) -> int:
    """The deed whose rent is owed, or NO_DEED."""
    return (task[EXTRA] >> 8) - 1 if task[EXTRA] >> 8 else NO_DEED


def charge(g: Game, payer: int, taker: int, amount: int, why: int) -> None:
    """Paid at once from cash; else it is a debt that goes before everything. `why`: as in the task."""
    if g.cash[payer] >= amount:
        if amount:
            do(g, PAID, payer, taker, amount, why & 0xFF)
    else:
        do(g, TASKED, 0, DEBT, payer, taker, amount, why)  # not by first(): rents come here deep in calls


def fed(g: Game, source: str) -> int:
    """The account for a payment to the bank: the pot, if a house rule feeds it from this source."""
    r = g.rules
    return POT if r.free_parking_mode == "jackpot" and source in r.free_parking_feeds else BANK


def percent(g: Game, amount: int, pct: int) -> int:
    """A percentage owed to the bank, rounded as the house rule says."""
    mode = g.rules.round_charge
    add = 50 if mode == "half_up" else 99 if mode == "up" else 0
    return (amount * pct + add) // 100
