"""Spider-Man: what a double may be used for instead of throwing again (SM)."""

from .board import BANK, DEEDS, DOUBLES, siblings
from .chance import dice as box_dice
from .events import DONE, LAPPED, OWNED, PAID, POWER_USED, STANDING, do
from .flow import first
from .mortgage import on_transfer, received
from .moves import BY_CARD, forward_to, land
from .refusal import Refused
from .state import DRAW, DUE, others

SWING, CASH, GIFTS, CHEST_CARD, CHANCE_CARD, ATTACK = range(1, 7)


def available(g, task) -> bool:
    if not g.rules.sm_doubles or g.jailed[task[1]] or g.out[task[1]]:
        return False
    return task[4] != ATTACK or any(_protected(g, task[1], deed) is None for deed in range(DEEDS))


def power(g, c) -> None:
    _, player, _, _, double = g.tasks[0]
    r = g.rules
    if double == SWING:
        space = c.get("space")
        if space is None or space == g.space[player]:
            raise Refused("bad-choice")
        _use(g)
        crossed = space < g.space[player]
        if crossed and not r.sm_swing_salary:
            do(g, LAPPED, player)
        forward_to(g, player, space, crossed and r.sm_swing_salary)
        land(g, player, BY_CARD)
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


def _use(g) -> None:
    """The power takes the place of the extra throw: the turn ends after it (SM-1)."""
    do(g, DONE)
    do(g, STANDING, g.doubles, 1)


def _protected(g, player: int, deed: int):
    owner = g.owner[deed]
    if owner == BANK or owner == player:
        return Refused("not-eligible")
    if all(g.owner[d] == owner for d in siblings(deed)):
        return Refused("not-eligible")
    if g.mortgaged[deed] and not g.rules.sm_attack_mortgaged:
        return Refused("not-eligible")
    return None


def _attack(g, player: int, c) -> None:
    deed = c.get("deed")
    if deed is None:
        raise Refused("bad-choice")
    no = _protected(g, player, deed)
    if no:
        raise no
    price = g.board.price[deed]
    cost = price + (on_transfer(g, deed) if g.mortgaged[deed] else 0)
    if g.cash[player] < cost:
        raise Refused("not-enough-cash", cost - g.cash[player])
    mine, theirs = c.get("dice") or box_dice(g)
    if mine == theirs:
        return  # thrown again; the power stays open
    _use(g)
    if mine > theirs:
        do(g, PAID, player, g.owner[deed], price, POWER_USED)
        do(g, OWNED, deed, player)
        received(g, player, [deed], c.get("redeem", ()))


def why_not_power(g, c) -> Refused:
    if not g.rules.sm_doubles:
        return Refused("rule-off" if g.board.extras & DOUBLES else "not-in-this-edition")
    return Refused("not-eligible")
