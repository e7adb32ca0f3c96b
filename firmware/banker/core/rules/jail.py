"""Jail: three ways in, three ways out (JAIL)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import CARDS, JAIL_SPACE, KEEP, NOBODY
from banker.core.events import DONE, FINE, FREED, JAILED, KEPT, MOVED, PAID, ROLLS_COUNTED, TRIED, do
from banker.core.refusal import Refused
from banker.core.rules.moves import advance
from banker.core.state import DEBT, DUE, END_TURN, EXTRA, KIND, MOVE, POWER, WHO, Game
from banker.core.tasks import fed, first, last
from banker.core.types import Command


def send(g: Game, player: int) -> None:
    """Straight to jail, no salary, and the turn is over (JAIL-2)."""
    do(g, JAILED, player)
    do(g, MOVED, player, JAIL_SPACE)
    if g.rules.mode == "banker":
        return
    do(g, ROLLS_COUNTED, 0, 1)
    if g.tasks and g.tasks[-1][KIND] == POWER:
        _drop_power(g)
    if g.tasks:
        last(g, END_TURN, player)
    else:
        lazy.load("rules.turn").over(g)


def _drop_power(g: Game) -> None:
    """A player in jail has no power left; it is always the last task."""
    rest = g.tasks[:-1]
    while g.tasks:
        do(g, DONE)
    for task in rest:
        last(g, *task)


def attempt(g: Game, player: int, a: int, b: int) -> None:
    """A roll in jail: a double frees; the last failure costs the fine."""
    r = g.rules
    if a == b:
        do(g, FREED, player)
        # With the extra roll this double is the first of those that lead back to jail (S-14).
        again = 1 if r.jail_doubles_extra_roll else 0
        do(g, ROLLS_COUNTED, again, 1 - again)
        advance(g, player, a + b)
        return
    tries = g.tries[player] + 1
    do(g, TRIED, player, tries)
    if tries < r.jail_max_turns:
        lazy.load("rules.turn").over(g)
        return
    do(g, ROLLS_COUNTED, 0, 1)
    if r.jail_pay_same_turn:
        first(g, MOVE, player, 0, a + b)
    else:
        first(g, END_TURN, player)
        first(g, MOVE, player)
    # A debt waits, so that the player can use his pass instead.
    can_use_pass = r.jail_card_after_fail and r.jail_fine and player in g.held
    first(g, DEBT if can_use_pass else DUE, player, fed(g, "fines"), r.jail_fine, FINE)


def fine(g: Game, c: Command) -> None:
    player = c["by"]
    r = g.rules
    _check_in_jail(g, player)
    if r.mode == "referee" and g.tries[player] >= r.jail_pay_turns:
        raise Refused("roll-first")
    if g.cash[player] < r.jail_fine:
        raise Refused("not-enough-cash", r.jail_fine - g.cash[player])
    if r.jail_fine:
        do(g, PAID, player, fed(g, "fines"), r.jail_fine, FINE)
    do(g, FREED, player)


def jail_card(g: Game, c: Command) -> None:
    """Out of jail with a pass; also instead of the fine after the last failure, if a house rule says so."""
    player = c["by"]
    _check_in_jail(g, player)
    if g.tasks and g.tasks[0][EXTRA] != FINE:
        raise Refused("debt-first" if g.tasks[0][WHO] == player else "busy")
    if player not in g.held or (g.tasks and not g.rules.jail_card_after_fail):
        raise Refused("no-jail-card")
    deck = c.get("deck", g.held.index(player))
    if g.held[deck] != player:
        raise Refused("no-jail-card")
    if g.tasks:
        do(g, DONE)
    else:
        do(g, FREED, player)
    give_back(g, deck)


def pass_settles(g: Game, player: int) -> bool:
    """House rule: can this player use a pass instead of the fine that is owed?"""
    task = g.tasks[0]
    return (
        task[KIND] == DEBT
        and task[EXTRA] == FINE
        and task[WHO] == g.turn == player
        and player in g.held
        and g.rules.jail_card_after_fail
        and bool(g.jailed[player])
    )


def _check_in_jail(g: Game, player: int) -> None:
    if not g.jailed[player]:
        raise Refused("not-in-jail")


def pass_of(g: Game, deck: int) -> int:
    """The card of this deck that is the pass."""
    for card in range(CARDS):
        if g.board.cards[deck][card][0] == KEEP:
            return card
    return 0


def give_back(g: Game, deck: int) -> None:
    """The pass goes back under its deck."""
    do(g, KEPT, deck, pass_of(g, deck), NOBODY)


COMMANDS = {"fine": fine, "jail-card": jail_card}
