"""Jail: three ways in, three ways out (JAIL)."""

from . import parts
from .board import CARDS, JAIL_SPACE, KEEP, NOBODY
from .events import DONE, FINE, FREED, JAILED, KEPT, MOVED, PAID, STANDING, TRIED, do
from .flow import fed, first, last
from .moves import advance
from .refusal import Refused
from .state import DEBT, DUE, END_TURN, MOVE, POWER


def send(g, player: int) -> None:
    """Straight there, no salary, and the turn is over (JAIL-2)."""
    do(g, JAILED, player)
    do(g, MOVED, player, JAIL_SPACE)
    if g.rules.mode == "banker":
        return
    do(g, STANDING, 0, 1)
    if g.tasks and g.tasks[-1][0] == POWER:
        _drop_power(g)
    if g.tasks:
        last(g, END_TURN, player)
    else:
        parts.load("turn").over(g)


def _drop_power(g) -> None:
    """A player in jail has no power left; it is always the last task."""
    rest = g.tasks[:-1]
    while g.tasks:
        do(g, DONE)
    for task in rest:
        last(g, *task)


def attempt(g, player: int, a: int, b: int) -> None:
    """A throw in jail: doubles free; the last failure costs the fine."""
    r = g.rules
    if a == b:
        do(g, FREED, player)
        do(g, STANDING, 0, 0 if r.jail_doubles_extra_roll else 1)
        advance(g, player, a + b)
        return
    tries = g.tries[player] + 1
    do(g, TRIED, player, tries)
    if tries < r.jail_max_turns:
        parts.load("turn").over(g)
        return
    do(g, STANDING, 0, 1)
    if r.jail_pay_same_turn:
        first(g, MOVE, player, 0, a + b)
    else:
        first(g, END_TURN, player)
        first(g, MOVE, player)
    choice = r.jail_card_after_fail and player in g.held
    first(g, DEBT if choice else DUE, player, fed(g, "fines"), r.jail_fine, FINE)


def fine(g, c) -> None:
    player = c["by"]
    r = g.rules
    _in_jail(g, player)
    if r.mode == "referee" and g.tries[player] >= r.jail_pay_turns:
        raise Refused("roll-first")
    if g.cash[player] < r.jail_fine:
        raise Refused("not-enough-cash", r.jail_fine - g.cash[player])
    if r.jail_fine:
        do(g, PAID, player, fed(g, "fines"), r.jail_fine, FINE)
    do(g, FREED, player)


def jail_card(g, c) -> None:
    player = c["by"]
    _in_jail(g, player)
    if g.tasks and g.tasks[0][4] != FINE:
        raise Refused("debt-first" if g.tasks[0][1] == player else "busy")
    if player not in g.held or (g.tasks and not g.rules.jail_card_after_fail):
        raise Refused("no-jail-card")
    if g.tasks:
        do(g, DONE)  # the fine after the last failure
    else:
        do(g, FREED, player)
    give_back(g, g.held.index(player))


def _in_jail(g, player: int) -> None:
    if not g.jailed[player]:
        raise Refused("not-in-jail")


def pass_of(g, deck: int) -> int:
    """The number of a deck's jail pass."""
    for card in range(CARDS):
        if g.board.cards[deck][card][0] == KEEP:
            return card
    return 0


def give_back(g, deck: int) -> None:
    do(g, KEPT, deck, pass_of(g, deck), NOBODY)
