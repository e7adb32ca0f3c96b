"""The turn: rolling, doubles, whose turn is next (TURN, PREP-8)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, JAIL_SPACE
from banker.core.events import BONUS, DONE, PAID, ROLLED, ROLLS_COUNTED, TIME_UP, TURN, do
from banker.core.random import dice as box_dice
from banker.core.refusal import Refused
from banker.core.rules.jail import attempt, send
from banker.core.rules.moves import advance, ahead
from banker.core.rules.rent import lapse
from banker.core.state import (
    END_TURN,
    KIND,
    PHASE_BUY,
    PHASE_CARD,
    PHASE_POWER,
    PHASE_RENT,
    PHASE_ROLL,
    PHASE_TAX,
    POWER,
    Game,
    next_player,
    roller,
)
from banker.core.tasks import last
from banker.core.types import Command, Dice, Task

# What a roll does, as preview() answers it: (what, space).
ROLL_MOVES = 0  # to the space; what the space does comes after
ROLL_JAILS = 1  # one double too many
ROLL_STAYS = 2  # in jail, no double
ROLL_FINES = 3  # in jail, the last try: first the fine, then to the space

# How a game ends whose time is up (Game.ending; saved games keep these numbers).
ENDS_WITH_TURN = 1
ENDS_WITH_ROUND = 2
ENDS_WITH_TASKS = 3  # the last turn is over; what is still open belongs to it


def preview(g: Game, dice: Dice) -> tuple[int, int]:
    """(what, space): what these dice would do for the player who rolls next (referee mode)."""
    player = roller(g)
    a, b = dice
    r = g.rules
    target = ahead(g.space[player], a + b)
    if g.jailed[player]:
        if a == b:
            return ROLL_MOVES, target
        if g.tries[player] + 1 < r.jail_max_turns:
            return ROLL_STAYS, JAIL_SPACE
        return ROLL_FINES, target if r.jail_pay_same_turn else JAIL_SPACE
    if a == b and _jails(g, g.doubles + 1 if player == g.turn else 1):
        return ROLL_JAILS, JAIL_SPACE
    return ROLL_MOVES, target


def _jails(g: Game, doubles: int) -> bool:
    """Do so many doubles in a row lead to jail (TURN-7)?"""
    most = g.rules.doubles_to_jail
    return 0 < most <= doubles


def roll(g: Game, c: Command) -> None:
    player = g.turn
    if g.tasks:
        do(g, DONE)  # a power was open; the player rolls again instead
    a, b = c.get("dice") or box_dice(g, c)
    do(g, ROLLED, player, a, b)
    lapse(g)
    r = g.rules
    if a == b == 1 and r.snake_eyes_bonus:
        do(g, PAID, BANK, player, r.snake_eyes_bonus, BONUS)
    if g.jailed[player]:
        attempt(g, player, a, b)
        return
    if a != b:
        do(g, ROLLS_COUNTED, 0, 1)
        advance(g, player, a + b)
        return
    doubles = min(g.doubles + 1, 15)  # saved games have four bits for it
    if _jails(g, doubles):
        send(g, player)
        return
    do(g, ROLLS_COUNTED, doubles, 0 if r.doubles_roll_again else 1)
    turn_no = g.turn_no
    advance(g, player, a + b)
    if r.sm_doubles and r.doubles_roll_again and g.turn_no == turn_no and not g.jailed[player]:
        last(g, POWER, player, 0, 0, a)


def end(g: Game, c: Command) -> None:
    over(g)


def over(g: Game, task: Task | None = None) -> None:
    """The turn passes to the left, unless the time is up and the game ends with it."""
    player = g.turn
    following = next_player(g, player)
    if g.ending and (g.ending != ENDS_WITH_ROUND or following <= player):
        if not g.tasks:
            lazy.load("worth").finish(g)
            return
        do(g, TIME_UP, ENDS_WITH_TASKS)  # auctions and debts of a bankrupt belong to the last turn (TIME-4)
        if not any(waiting[KIND] == END_TURN for waiting in g.tasks):
            last(g, END_TURN, following)
    do(g, TURN, following)
    do(g, ROLLS_COUNTED, 0, 0)


def why_not(g: Game, command: str, phase: int) -> Refused:
    """The player whose turn it is may not roll, or may not end his turn, in this phase."""
    if command == "roll":
        has_rolled = g.rolled or g.doubles or phase in (PHASE_BUY, PHASE_RENT, PHASE_TAX, PHASE_CARD)
        return Refused("already-rolled" if has_rolled else "wrong-phase")
    if phase == PHASE_ROLL:
        if g.jailed[g.turn]:
            return Refused("jail-choice-open")
        return Refused("roll-again" if g.doubles else "wrong-phase")
    return Refused("roll-again" if phase == PHASE_POWER else "open-duty")


COMMANDS = {"roll": roll, "end": end}
WORK = {END_TURN: over}
