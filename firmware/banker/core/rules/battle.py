"""Duel Masters: fight for the last creature of a group instead of paying rent (DM)."""

from __future__ import annotations

from banker.core.board import BANK, BATTLE, STREETS, siblings
from banker.core.events import BATTLE_LOST, DONE, OWNED, do
from banker.core.random import dice as box_dice
from banker.core.refusal import Refused
from banker.core.rules.mortgage import received
from banker.core.rules.moves import BY_DICE
from banker.core.rules.rent import owed, printed
from banker.core.state import EXTRA, OTHER, WHO, Game
from banker.core.tasks import charge
from banker.core.types import Command


def eligible(g: Game, player: int, deed: int) -> bool:
    """Is this the only street of its group that the player lacks (DM-1)? Never a rail or utility (DM-2)."""
    if deed >= STREETS or g.owner[deed] in (BANK, player):
        return False
    return all(g.owner[d] == player for d in siblings(deed) if d != deed)


def battle(g: Game, c: Command) -> None:
    task = g.tasks[0]
    player, owner, deed = task[WHO], task[OTHER], task[EXTRA]
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
        loss = printed(g, deed, 0) if r.dm_battle_mortgaged_loss == "base10" else 0
    charge(g, player, owner, loss * r.dm_loss_mult, BATTLE_LOST)


def why_not(g: Game, c: Command) -> Refused:
    if not g.rules.dm_battle:
        return Refused("rule-off" if g.board.extras & BATTLE else "not-in-this-edition")
    return Refused("not-eligible")


COMMANDS = {"battle": battle}
