"""What comes next: tasks wait in a line; work is done, decisions are waited for."""

from . import parts
from .board import BANK, POT
from .events import AUCTIONED, DONE, PAID, TASKED, do
from .state import DEBT, DUE, END_TURN, INTEREST, LAND, LAST_DECISION, LOTS, MOVE, PLACE, POWER, SALARY

_RUN = {
    DUE: ("debt", "due"),
    INTEREST: ("mortgage", "inherit"),
    LAND: ("moves", "landed"),
    MOVE: ("moves", "moved"),
    SALARY: ("moves", "late_salary"),
    LOTS: ("auction", "next_lot"),
    END_TURN: ("turn", "over"),
}


def settle(g) -> None:
    """Do all work that needs nobody's decision."""
    while g.tasks and not g.over:
        task = g.tasks[0]
        kind = task[0]
        if kind <= LAST_DECISION:
            if kind == POWER and not parts.load("powers").available(g, task):
                do(g, DONE)
            elif kind == PLACE and not parts.load("shortage").available(g, task):
                do(g, DONE)  # he sold or mortgaged the place since his bid: piece and price go back
                do(g, PAID, BANK, task[1], task[3], AUCTIONED)
            else:
                return
            continue
        do(g, DONE)
        part, name = _RUN[kind]
        getattr(parts.load(part), name)(g, task)


def first(g, kind, who=0, other=0, amount=0, extra=0) -> None:
    do(g, TASKED, 0, kind, who, other, amount, extra)


def last(g, kind, who=0, other=0, amount=0, extra=0) -> None:
    do(g, TASKED, len(g.tasks), kind, who, other, amount, extra)


def charge(g, payer: int, taker: int, amount: int, why: int) -> None:
    """Paid at once from cash, or else a debt that goes before everything."""
    if g.cash[payer] >= amount:
        if amount:
            do(g, PAID, payer, taker, amount, why)
    else:
        do(g, TASKED, 0, DEBT, payer, taker, amount, why)  # not by first(): rents come here deep in calls


def fed(g, source: str) -> int:
    """Where a payment to the bank goes: into the pot when the house rule feeds it from there."""
    r = g.rules
    return POT if r.free_parking_mode == "jackpot" and source in r.free_parking_feeds else BANK


def percent(g, amount: int, pct: int) -> int:
    """A percentage owed to the bank, rounded as the table agreed."""
    mode = g.rules.round_charge
    add = 50 if mode == "half_up" else 99 if mode == "up" else 0
    return (amount * pct + add) // 100
