"""The sounds by number, and which of them a step gets. The app knows the tunes."""

from __future__ import annotations

from banker.core.events import (
    GO_SALARY,
    JACKPOT,
    JAILED,
    OVER,
    PAID,
    PAID_FROM,
    PAID_TO,
    PAID_WHY,
    RETIRED,
)
from banker.core.state import Game

(
    SILENCE,
    GOOD,
    MONEY_OUT,
    MONEY_IN,
    SALARY,
    DOORBELL,
    KNOCK,
    SOLD,
    JAIL,
    UNDONE,
    OUT,
    WINNER,
    NEXT,
    LOW,
    POT,
    CHORD,
    TICK,
) = range(17)


def sound_of(g: Game) -> int:
    """The sound of the most important event of the last step; where no money moved, one soft note."""
    best = NEXT
    best_rank = 0
    for event in g.events:
        code = event[0]
        rank = 0
        if code == PAID:
            why = event[PAID_WHY]
            if why == JACKPOT and event[PAID_FROM] != event[PAID_TO]:
                rank, sound = 5, POT
            elif why == GO_SALARY:
                rank, sound = 3, SALARY
            elif event[PAID_FROM] < g.players:
                rank, sound = 2, MONEY_OUT
            else:
                rank, sound = 1, MONEY_IN
        elif code == JAILED:
            rank, sound = 4, JAIL
        elif code == OVER:
            rank, sound = 6, WINNER
        elif code == RETIRED:
            rank, sound = 7, OUT  # the end comes after it, with its own tune
        if rank > best_rank:
            best_rank, best = rank, sound
    return best
