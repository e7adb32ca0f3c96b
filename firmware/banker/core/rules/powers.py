"""Spider-Man: what a double may be used for instead of rolling again (SM)."""

from __future__ import annotations

from banker.core.board import BANK, DEEDS, DOUBLES
from banker.core.events import DONE, LAPPED, OWNED, PAID, POWER_USED, ROLLS_COUNTED, do
from banker.core.random import dice as box_dice
from banker.core.refusal import Refused
from banker.core.rules.mortgage import on_transfer, received
from banker.core.rules.moves import BY_CARD, forward_to, land
from banker.core.rules.rent import whole_group
from banker.core.state import DRAW, DUE, EXTRA, WHO, Game, others
from banker.core.tasks import first
from banker.core.types import Command, Task

# The powers, by the die of the double.
SWING, CASH, GIFTS, CHEST_CARD, CHANCE_CARD, ATTACK = range(1, 7)


def available(g: Game, task: Task) -> bool:
    """Does the player still have this power, and something to use it on?"""
    player, double = task[WHO], task[EXTRA]
    if not g.rules.sm_doubles or g.jailed[player] or g.out[player]:
        return False
    return double != ATTACK or any(not _is_safe(g, player, deed) for deed in range(DEEDS))


def power(g: Game, c: Command) -> None:
    task = g.tasks[0]
    player, double = task[WHO], task[EXTRA]
    r = g.rules
    if double == SWING:
        _swing(g, player, c)
    elif double == ATTACK:
        _attack(g, player, c)
    else:
        _use(g)
        if double == CASH:
            if r.sm_double2_cash:
                do(g, PAID, BANK, player, r.sm_double2_cash, POWER_USED)
        elif double == GIFTS:
            for p in reversed(others(g, player)):
                first(g, DUE, p, player, r.sm_double3_each, POWER_USED)
        else:
            first(g, DRAW, player, 0, 0, 1 if double == CHEST_CARD else 0)


def _use(g: Game) -> None:
    """The power takes the place of the extra roll: the turn ends after it (SM-1)."""
    do(g, DONE)
    do(g, ROLLS_COUNTED, g.doubles, 1)


def _swing(g: Game, player: int, c: Command) -> None:
    """To any other space, forward."""
    space = c.get("space")
    if space is None or space == g.space[player]:
        raise Refused("bad-choice")
    _use(g)
    passes_go = space < g.space[player]
    if passes_go and not g.rules.sm_swing_salary:
        do(g, LAPPED, player)
    forward_to(g, player, space, passes_go and g.rules.sm_swing_salary)
    land(g, player, BY_CARD)


def _is_safe(g: Game, player: int, deed: int) -> bool:
    """Nobody can attack the bank, himself, a whole group, or, by a house rule, a mortgaged deed."""
    owner = g.owner[deed]
    if owner == BANK or owner == player or whole_group(g, deed, owner):
        return True
    return bool(g.mortgaged[deed]) and not g.rules.sm_attack_mortgaged


def _attack(g: Game, player: int, c: Command) -> None:
    """Roll for a deed of somebody else; the winner of the roll buys it at its price."""
    deed = c.get("deed")
    if deed is None:
        raise Refused("bad-choice")
    if _is_safe(g, player, deed):
        raise Refused("not-eligible")
    price = g.board.price[deed]
    cost = price + (on_transfer(g, deed) if g.mortgaged[deed] else 0)
    if g.cash[player] < cost:
        raise Refused("not-enough-cash", cost - g.cash[player])
    mine, theirs = c.get("dice") or box_dice(g)
    if mine == theirs:
        return  # they roll again; the power stays open
    _use(g)
    if mine > theirs:
        do(g, PAID, player, g.owner[deed], price, POWER_USED)
        do(g, OWNED, deed, player)
        received(g, player, [deed], c.get("redeem", ()))


def why_not(g: Game, c: Command) -> Refused:
    if not g.rules.sm_doubles:
        return Refused("rule-off" if g.board.extras & DOUBLES else "not-in-this-edition")
    return Refused("not-eligible")


COMMANDS = {"power": power}
