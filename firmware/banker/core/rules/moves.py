"""Moving tokens and what the space asks for (TURN-1 to TURN-5, GO, PARK)."""

from . import parts
from .board import (
    BANK,
    CHANCE,
    CHEST,
    DEED_AT,
    GO_TO_JAIL,
    KIND,
    NO_DEED,
    NOBODY,
    PARKING,
    POT,
    SPACE_OF,
    TAX,
)
from .events import BONUS, FREED, GO_SALARY, JACKPOT, LAPPED, MOVED, PAID, TASKED, do
from .flow import first
from .state import BUY, DRAW, POWER, SALARY

# How a token came to stand here: by its own throw, by a card or power (a utility then asks for a throw of
# its own), or by a card with terms: so many times the rent, or the dice, the number in the upper bits.
BY_DICE, BY_CARD, RENT_TIMES, DICE_TIMES = range(4)


def advance(g, player: int, steps: int) -> None:
    """Forward by the dice."""
    target = g.space[player] + steps
    forward_to(g, player, target % 40, target >= 40)
    land(g, player, BY_DICE)


def forward_to(g, player: int, space: int, crossed: bool) -> None:
    do(g, MOVED, player, space)
    if crossed:
        salary(g, player, g.rules.exact_salary if space == 0 else g.rules.go_salary)


def back(g, player: int, steps: int) -> None:
    """Backwards by a card: landing on GO pays, crossing it only where the table says so (GO-6)."""
    target = g.space[player] - steps
    do(g, MOVED, player, target % 40)
    if target == 0:
        salary(g, player, g.rules.exact_salary)
    elif target < 0 and g.rules.go_back_pays:
        salary(g, player, g.rules.go_salary)


def salary(g, player: int, amount: int) -> None:
    if not g.lapped[player]:
        do(g, LAPPED, player)
    if g.rules.go_salary_timing == "after_action":
        place = len(g.tasks)
        if place and g.tasks[-1][0] == POWER:
            place -= 1  # a power is always the last thing of a turn
        do(g, TASKED, place, SALARY, player, 0, amount, 0)
    elif amount:
        do(g, PAID, BANK, player, amount, GO_SALARY)


def late_salary(g, task) -> None:
    if not g.out[task[1]]:
        do(g, PAID, BANK, task[1], task[3], GO_SALARY)


def moved(g, task) -> None:
    """Out of jail after the forced fine, and on by the throw just made (none: stay there)."""
    player = task[1]
    if g.jailed[player]:
        do(g, FREED, player)
    if task[3]:
        advance(g, player, task[3])


def landed(g, task) -> None:
    land(g, task[1], task[4])


def land(g, player: int, how: int) -> None:
    space = g.space[player]
    deed = DEED_AT[space]
    if deed != NO_DEED:
        _property(g, player, deed, how)
        return
    kind = KIND[space]
    if kind == CHANCE or kind == CHEST:
        first(g, DRAW, player, 0, 0, 0 if kind == CHANCE else 1)
    elif kind == TAX:
        parts.load("tax").land(g, player, space)
    elif kind == GO_TO_JAIL:
        parts.load("jail").send(g, player)
    elif kind == PARKING:
        _parking(g, player)


def _property(g, player: int, deed: int, how: int) -> None:
    r = g.rules
    if r.three_in_row_bonus:
        _three_in_row(g, player, deed)
    owner = g.owner[deed]
    if owner == BANK:
        if r.first_lap_no_buy and not g.lapped[player]:
            return
        if r.auction_mode == "always":
            parts.load("auction").open_lot(g, deed, NOBODY)
        else:
            first(g, BUY, player, 0, 0, deed)
    elif owner != player:
        parts.load("rent").landed(g, player, owner, deed, how)


def _parking(g, player: int) -> None:
    r = g.rules
    if r.free_parking_mode == "fixed":
        if r.free_parking_fixed:
            do(g, PAID, BANK, player, r.free_parking_fixed, JACKPOT)
    elif r.free_parking_mode == "jackpot":
        if g.cash[POT]:
            do(g, PAID, POT, player, g.cash[POT], JACKPOT)
        if r.free_parking_seed:
            do(g, PAID, BANK, POT, r.free_parking_seed, JACKPOT)


def _three_in_row(g, player: int, deed: int) -> None:
    """House rule: three players on three neighbouring properties each get the bonus."""
    here = sorted(SPACE_OF)
    at = here.index(SPACE_OF[deed])
    lucky = []
    for start in (at - 2, at - 1, at):
        row = [here[(start + i) % len(here)] for i in range(3)]
        if all(
            any(p != player and _stands(g, p, space) for p in range(g.players))
            for space in row
            if space != here[at]
        ):
            for p in range(g.players):
                if p not in lucky and any(_stands(g, p, space) for space in row):
                    if p == player or g.space[p] != here[at]:
                        lucky.append(p)
    for p in lucky:
        do(g, PAID, BANK, p, g.rules.three_in_row_bonus, BONUS)


def _stands(g, player: int, space: int) -> bool:
    return g.space[player] == space and not g.out[player] and not g.jailed[player]
