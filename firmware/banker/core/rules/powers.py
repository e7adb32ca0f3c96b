"""Spider-Man: what a double may be used for instead of rolling again (SM)."""

from __future__ import annotations

from banker.core.board import BANK, DEEDS, DOUBLES, NO_DEED, siblings
from banker.core.events import DONE, FOUGHT, LAPPED, OWNED, PAID, POWER_USED, ROLLS_COUNTED, do
from banker.core.random import dice as box_dice
from banker.core.refusal import Refused
from banker.core.rules.mortgage import on_transfer, received
from banker.core.rules.moves import BY_CARD, forward_to, land
from banker.core.rules.rent import whole_group
from banker.core.state import DRAW, DUE, EXTRA, POWER, WHO, Game, others, tied_deed
from banker.core.tasks import charge, first
from banker.core.types import Command, Task

# The powers, by the die of the double.
SWING, CASH, GIFTS, CHEST_CARD, CHANCE_CARD, ATTACK = 1, 2, 3, 4, 5, 6


def available(g: Game, task: Task) -> bool:
    """Does the player still have this power, and something to use it on?"""
    player, double = task[WHO], task[EXTRA]
    if not g.rules.sm_doubles or g.jailed[player] or g.out[player]:
        return False
    target = tied_deed(g)
    if target != NO_DEED:
        return _why_safe(g, player, target) == ""
    return double != ATTACK or bool(targets(g, player))


def targets(g: Game, player: int) -> list[int]:
    """The deeds that this player may attack, if he has the cash."""
    return [deed for deed in range(DEEDS) if not _why_safe(g, player, deed)]


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


def _why_safe(g: Game, player: int, deed: int) -> str:
    """Nobody can attack the bank, himself, a whole group, a group with buildings, or, by a house rule, a
    mortgaged deed. The code of the refusal, or "" if this deed can be attacked."""
    owner = g.owner[deed]
    if owner == BANK or owner == player or whole_group(g, deed, owner):
        return "not-eligible"
    if any(g.level[d] for d in siblings(deed)):
        return "has-buildings"
    return "not-eligible" if g.mortgaged[deed] and not g.rules.sm_attack_mortgaged else ""


def cost(g: Game, deed: int) -> int:
    """What an attack on this deed takes from the winner: its price, and the interest of its mortgage."""
    return g.board.price[deed] + (on_transfer(g, deed) if g.mortgaged[deed] else 0)


def _attack(g: Game, player: int, c: Command) -> None:
    """Roll for a deed of somebody else; the winner of the roll buys it at its price."""
    target = tied_deed(g)
    deed = c.get("deed", target)
    if deed == NO_DEED:
        raise Refused("bad-choice")
    if target not in (NO_DEED, deed):
        raise Refused("not-eligible")  # after a tie both roll again for the same deed
    safe = _why_safe(g, player, deed)
    if safe:
        raise Refused(safe)
    if target == NO_DEED and g.cash[player] < cost(g, deed):
        raise Refused("not-enough-cash", cost(g, deed) - g.cash[player])
    mine, theirs = c.get("dice") or box_dice(g, c)
    if mine == theirs:
        do(g, DONE)
        do(g, FOUGHT, player, mine, theirs)
        first(g, POWER, player, 0, deed + 1, ATTACK)
        return
    _use(g)
    do(g, FOUGHT, player, mine, theirs)
    if mine > theirs:
        # Rent asked for between two rolls can have taken the cash: then the price is a debt.
        charge(g, player, g.owner[deed], g.board.price[deed], POWER_USED)
        do(g, OWNED, deed, player)
        received(g, player, [deed], c.get("redeem", ()))


def why_not(g: Game, c: Command) -> Refused:
    if not g.rules.sm_doubles:
        return Refused("rule-off" if g.board.extras & DOUBLES else "not-in-this-edition")
    return Refused("not-eligible")


COMMANDS = {"power": power}
