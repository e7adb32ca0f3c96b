"""Moving tokens, and what the space asks for (TURN-1 to TURN-5, GO, PARK)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import (
    BANK,
    CHANCE,
    CHEST,
    DEED_AT,
    GO_TO_JAIL,
    NO_DEED,
    NOBODY,
    PARKING,
    POT,
    SPACE_OF,
    SPACES,
    TAX,
)
from banker.core.board import KIND as SPACE_KIND
from banker.core.events import BONUS, FREED, GO_SALARY, JACKPOT, LAPPED, MOVED, PAID, TASKED, do
from banker.core.state import AMOUNT, BUY, DRAW, KIND, MOVE, POWER, SALARY, WHO, Game
from banker.core.tasks import first
from banker.core.types import Task

# How a player got to his space: by his own roll; by a card or power, so that a utility asks for another roll;
# by a card after which the rent, or the dice, count several times. The last two carry a multiplier. Saved
# games keep these numbers in claims: never change one.
BY_DICE, BY_CARD, RENT_TIMES, DICE_TIMES = 0, 1, 2, 3


def with_times(way: int, times: int) -> int:
    """RENT_TIMES or DICE_TIMES together with the multiplier of the card."""
    return way | times << 4


def way_of(how: int) -> int:
    """BY_DICE to DICE_TIMES."""
    return how & 15


def times_of(how: int) -> int:
    """The multiplier of the card; 0 if there is none."""
    return how >> 4


def ahead(space: int, steps: int) -> int:
    """The space so many steps further on, or back."""
    return (space + steps) % SPACES


def advance(g: Game, player: int, steps: int) -> None:
    """Forward by the dice."""
    space = g.space[player]
    forward_to(g, player, ahead(space, steps), space + steps >= SPACES)
    land(g, player, BY_DICE)


def forward_to(g: Game, player: int, space: int, passes_go: bool) -> None:
    do(g, MOVED, player, space)
    if passes_go:
        salary(g, player, g.rules.exact_salary if space == 0 else g.rules.go_salary)


def back(g: Game, player: int, steps: int) -> None:
    """Backwards by a card: reaching GO pays, crossing it only where a house rule says so (GO-6)."""
    space = g.space[player]
    do(g, MOVED, player, ahead(space, -steps))
    if space == steps:
        salary(g, player, g.rules.exact_salary)
    elif space < steps and g.rules.go_back_pays:
        salary(g, player, g.rules.go_salary)


def salary(g: Game, player: int, amount: int) -> None:
    if not g.lapped[player]:
        do(g, LAPPED, player)
    if g.rules.go_salary_timing == "after_action":
        place = len(g.tasks)
        if place and g.tasks[-1][KIND] == POWER:
            place -= 1  # a power is always the last task of a turn
        do(g, TASKED, place, SALARY, player, 0, amount, 0)
    elif amount:
        do(g, PAID, BANK, player, amount, GO_SALARY)


def late_salary(g: Game, task: Task) -> None:
    if not g.out[task[WHO]]:
        do(g, PAID, BANK, task[WHO], task[AMOUNT], GO_SALARY)


def leave_jail(g: Game, task: Task) -> None:
    """After the forced fine: out of jail, and on by the roll just made, if the task has it."""
    player, steps = task[WHO], task[AMOUNT]
    if g.jailed[player]:
        do(g, FREED, player)
    if steps:
        advance(g, player, steps)


def land(g: Game, player: int, how: int) -> None:
    space = g.space[player]
    deed = DEED_AT[space]
    if deed != NO_DEED:
        _property(g, player, deed, how)
        return
    kind = SPACE_KIND[space]
    if kind == CHANCE or kind == CHEST:
        first(g, DRAW, player, 0, 0, 0 if kind == CHANCE else 1)
    elif kind == TAX:
        lazy.load("rules.tax").land(g, player, space)
    elif kind == GO_TO_JAIL:
        lazy.load("rules.jail").send(g, player)
    elif kind == PARKING:
        _parking(g, player)


def _property(g: Game, player: int, deed: int, how: int) -> None:
    r = g.rules
    if r.three_in_row_bonus:
        _three_in_row(g, player, deed)
    owner = g.owner[deed]
    if owner == BANK:
        if r.first_lap_no_buy and not g.lapped[player]:
            return
        if r.auction_mode == "always":
            lazy.load("rules.auction").open_lot(g, deed, NOBODY)
        else:
            first(g, BUY, player, 0, 0, deed)
    elif owner != player:
        lazy.load("rules.rent").landed(g, player, owner, deed, how)


def _parking(g: Game, player: int) -> None:
    r = g.rules
    if r.free_parking_mode == "fixed":
        if r.free_parking_fixed:
            do(g, PAID, BANK, player, r.free_parking_fixed, JACKPOT)
    elif r.free_parking_mode == "jackpot":
        if g.cash[POT]:
            do(g, PAID, POT, player, g.cash[POT], JACKPOT)
        if r.free_parking_seed:
            do(g, PAID, BANK, POT, r.free_parking_seed, JACKPOT)


def _three_in_row(g: Game, player: int, deed: int) -> None:
    """House rule: three players on three neighbouring properties each get the bonus."""
    spaces = sorted(SPACE_OF)
    at = spaces.index(SPACE_OF[deed])
    winners: list[int] = []
    for start in (at - 2, at - 1, at):
        row = [spaces[(start + i) % len(spaces)] for i in range(3)]
        if all(
            any(p != player and _is_on(g, p, space) for p in range(g.players))
            for space in row
            if space != spaces[at]
        ):
            for p in range(g.players):
                if p not in winners and any(_is_on(g, p, space) for space in row):
                    if p == player or g.space[p] != spaces[at]:
                        winners.append(p)
    for p in winners:
        do(g, PAID, BANK, p, g.rules.three_in_row_bonus, BONUS)


def _is_on(g: Game, player: int, space: int) -> bool:
    return g.space[player] == space and not g.out[player] and not g.jailed[player]


WORK = {MOVE: leave_jail, SALARY: late_salary}
