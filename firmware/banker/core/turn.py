"""The turn: throw, doubles, whose turn is next (TURN, PREP-8)."""

from . import parts
from .board import BANK
from .chance import dice as box_dice
from .events import BONUS, DONE, PAID, STANDING, THREW, TIME_UP, TURN, do
from .flow import last
from .jail import attempt, send
from .moves import advance
from .refusal import Refused
from .rent import lapse
from .state import END_TURN, POWER


def roll(g, c) -> None:
    player = g.turn
    if g.tasks:
        do(g, DONE)  # a power was open: throwing again instead
    a, b = c.get("dice") or box_dice(g)
    do(g, THREW, player, a, b)
    lapse(g)
    r = g.rules
    if a == b == 1 and r.snake_eyes_bonus:
        do(g, PAID, BANK, player, r.snake_eyes_bonus, BONUS)
    if g.jailed[player]:
        attempt(g, player, a, b)
        return
    if a != b:
        do(g, STANDING, 0, 1)
        advance(g, player, a + b)
        return
    doubles = min(g.doubles + 1, 15)  # four bits of the packed game; only without doubles_to_jail
    if r.doubles_to_jail and doubles >= r.doubles_to_jail:
        send(g, player)
        return
    do(g, STANDING, doubles, 0 if r.doubles_roll_again else 1)
    turn_no = g.turn_no
    advance(g, player, a + b)
    if r.sm_doubles and r.doubles_roll_again and g.turn_no == turn_no and not g.jailed[player]:
        last(g, POWER, player, 0, 0, a)


def end(g, c) -> None:
    over(g)


def over(g, task=None) -> None:
    """The turn passes to the left, or the agreed time has run out with it."""
    player = g.turn
    n = g.players
    following = (player + 1) % n
    while g.out[following]:
        following = (following + 1) % n
    if g.ending == 1 or g.ending == 3 or (g.ending == 2 and following <= player):
        if not g.tasks:
            parts.load("count").finish(g)
            return
        do(g, TIME_UP, 3)  # what a bankrupt leaves, auctions and debts, belongs to the last turn (TIME-4)
        if not any(task[0] == END_TURN for task in g.tasks):
            last(g, END_TURN, following)
    do(g, TURN, following)
    do(g, STANDING, 0, 0)


def why_not_roll(g, phase: str) -> Refused:
    thrown = g.rolled or g.doubles or phase in ("buy", "rent", "tax", "card")
    return Refused("already-rolled" if thrown else "wrong-phase")


def why_not_end(g, phase: str) -> Refused:
    if phase == "roll":
        if g.jailed[g.turn]:
            return Refused("jail-choice-open")
        return Refused("roll-again" if g.doubles else "wrong-phase")
    return Refused("roll-again" if phase == "power" else "open-duty")
