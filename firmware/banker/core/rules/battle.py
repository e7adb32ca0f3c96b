"""Duel Masters: fight for the last creature of a group instead of paying rent (DM)."""

from .board import BANK, BATTLE, STREETS, siblings
from .chance import dice as box_dice
from .events import BATTLE_LOST, DONE, OWNED, do
from .flow import charge
from .mortgage import received
from .moves import BY_DICE
from .refusal import Refused
from .rent import owed


def eligible(g, player: int, deed: int) -> bool:
    """The only one that he lacks; sites and utilities never (DM-1, DM-2)."""
    if deed >= STREETS or g.owner[deed] in (BANK, player):
        return False
    return all(g.owner[d] == player for d in siblings(deed) if d != deed)


def battle(g, c) -> None:
    _, player, owner, _, deed = g.tasks[0]
    r = g.rules
    a, b = c.get("dice") or box_dice(g)
    do(g, DONE)
    if (a + b) * 1000 >= g.board.power[deed]:
        if c.get("take", True):
            do(g, OWNED, deed, player)
            received(g, player, [deed], c.get("redeem", ()))
        return
    if not g.mortgaged[deed]:
        loss = owed(g, deed, BY_DICE)[0]
    else:
        loss = g.board.rents[deed * 6] if r.dm_battle_mortgaged_loss == "base10" else 0
    charge(g, player, owner, loss * r.dm_loss_mult, BATTLE_LOST)


def why_not_battle(g, c) -> Refused:
    if not g.rules.dm_battle:
        return Refused("rule-off" if g.board.extras & BATTLE else "not-in-this-edition")
    return Refused("not-eligible")
