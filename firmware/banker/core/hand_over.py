"""What a player who goes out leaves, and to whom: read from the events of that step. Loaded on use."""

from __future__ import annotations

from collections import namedtuple

from banker.core import lazy
from banker.core.board import BANK, DEEDS, NO_DEED, NOBODY, POT, in_board_order
from banker.core.commands import decide
from banker.core.events import (
    ESTATE,
    INTEREST_PAID,
    KEPT,
    OWNED,
    PAID,
    RAZED,
    RETIRED,
    RETIRED_PLAYER,
    TASKED,
)
from banker.core.refusal import Refused
from banker.core.state import DEBT, INTEREST_IS_PAID, KIND, LOTS, WHO, Game
from banker.core.types import Sequence, Task

# What one heir (a player or BANK) gets: an amount, deeds, the decks of passes; and the interest that he paid.
Share = namedtuple("Share", ("heir", "cash", "deeds", "passes", "interest"))

_TASKED_KIND = 2  # the place of the kind in the event


def debt_of(tasks: Sequence[Task], player: int) -> Task | None:
    """The debt that this player has to pay first."""
    return tasks[0] if tasks and tasks[0][KIND] == DEBT and tasks[0][WHO] == player else None


def gone(g: Game, player: int) -> Game | None:
    """The game after this player has gone out; None if the rules do not let the player go now."""
    for name in ("bankrupt", "resign"):
        try:
            game: Game = decide(g, {"do": name, "by": player})
            return game
        except Refused:
            continue
    return None


def leaver(g: Game) -> int:
    """Who went out in the last step, or NOBODY."""
    for event in g.events:
        if event[0] == RETIRED:
            player: int = event[RETIRED_PLAYER]
            return player
    return NOBODY


def shares(g: Game) -> list[Share]:
    """What each heir got in the step in which somebody went out; none if nothing was left."""
    player = leaver(g)
    order: list[int] = []
    cash: dict[int, int] = {}
    deeds: dict[int, list[int]] = {}
    passes: dict[int, list[int]] = {}
    interest: dict[int, int] = {}
    for event in g.events:
        code = event[0]
        if code == PAID:
            _, giver, taker, amount, why = event
            if why == ESTATE and giver == player:
                heir = BANK if taker == POT else taker
                cash[heir] = cash.get(heir, 0) + amount
            else:
                if why == INTEREST_PAID:
                    interest[giver] = interest.get(giver, 0) + amount
                continue
        elif code == OWNED:
            heir = event[2]
            deeds[heir] = deeds.get(heir, []) + [event[1]]
        elif code == KEPT:
            heir = BANK if event[3] == NOBODY else event[3]
            passes[heir] = passes.get(heir, []) + [event[1]]
        else:
            continue
        if heir not in order:
            order.append(heir)
    return [
        Share(
            heir,
            cash.get(heir, 0),
            in_board_order(deeds.get(heir, [])),
            passes.get(heir, []),
            interest.get(heir, 0),
        )
        for heir in order
    ]


def to_pay_back(g: Game) -> int:
    """The deed about which its new owner is asked next, the cheapest one whose loan he can pay; or NO_DEED.

    Its interest was paid in this turn (S-4).
    """
    payoff = lazy.load("rules.mortgage").payoff
    best = NO_DEED
    for deed in range(DEEDS):
        if g.mortgaged[deed] == INTEREST_IS_PAID and (best == NO_DEED or payoff(g, deed) < payoff(g, best)):
            try:
                decide(g, {"do": "redeem", "by": g.owner[deed], "deed": deed})
                best = deed
            except Refused:
                continue
    return best


def auctions(g: Game) -> bool:
    """Does the bank auction deeds now?"""
    return any(event[0] == TASKED and event[_TASKED_KIND] == LOTS for event in g.events)


def takes_buildings(g: Game) -> bool:
    """Did buildings go back to the bank?"""
    return any(event[0] == RAZED for event in g.events)
