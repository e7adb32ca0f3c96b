"""Duel Masters: fight for the last creature of a group instead of paying rent (DM)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, BATTLE, DEED_AT, STREETS, siblings
from banker.core.events import BATTLE_LOST, DONE, FOUGHT, OWNED, do
from banker.core.random import dice as box_dice
from banker.core.refusal import Refused
from banker.core.rules.mortgage import received
from banker.core.rules.moves import BY_DICE
from banker.core.rules.rent import owed, printed
from banker.core.state import EXTRA, OTHER, RENT, WHO, Game
from banker.core.tasks import charge, first
from banker.core.types import Command, Task


def eligible(g: Game, player: int, deed: int) -> bool:
    """Is this the only street of its group that the player lacks (DM-1), and nothing built there (S-16)?"""
    return _is_last(g, player, deed) and not any(g.level[d] for d in siblings(deed))


def _is_last(g: Game, player: int, deed: int) -> bool:
    """Never a rail or utility (DM-2)."""
    if deed >= STREETS or g.owner[deed] in (BANK, player):
        return False
    return all(g.owner[d] == player for d in siblings(deed) if d != deed)


def is_won(task: Task) -> bool:
    """The battle is won; its player may still leave the mortgaged deed with its owner (S-18)."""
    return task[OTHER] == task[WHO]


def needed(g: Game, deed: int) -> int:
    """The lowest sum of two dice that wins this deed."""
    return (g.board.power[deed] + 999) // 1000


def stake(g: Game, deed: int) -> int:
    """What a lost battle for this deed costs (DM-7, DM-8)."""
    r = g.rules
    if not g.mortgaged[deed]:
        return owed(g, deed, BY_DICE)[0] * r.dm_loss_mult
    return printed(g, deed, 0) * r.dm_loss_mult if r.dm_battle_mortgaged_loss == "base10" else 0


def battle(g: Game, c: Command) -> None:
    """With the box's dice nobody knows yet who wins: a mortgaged deed is offered after the win (S-18)."""
    task = g.tasks[0]
    player, owner, deed = task[WHO], task[OTHER], task[EXTRA]
    if is_won(task):
        do(g, DONE)
        _take(g, player, deed, c)
        return
    a, b = c.get("dice") or box_dice(g, c)
    do(g, DONE)
    do(g, FOUGHT, player, a, b)
    if a + b < needed(g, deed):
        charge(g, player, owner, stake(g, deed), BATTLE_LOST)
    elif g.mortgaged[deed] and "dice" not in c and "take" not in c and "redeem" not in c:
        first(g, RENT, player, player, 0, deed)
    else:
        _take(g, player, deed, c)


def _take(g: Game, player: int, deed: int, c: Command) -> None:
    if c.get("take", True):
        do(g, OWNED, deed, player)
        received(g, player, [deed], c.get("redeem", ()))


def decline(g: Game, c: Command) -> None:
    """No battle: the owner may ask for rent (S-17). After a win: the deed stays where it is."""
    task = g.tasks[0]
    player, owner, deed = task[WHO], task[OTHER], task[EXTRA]
    if not is_won(task) and (g.rules.rent_claim != "ask" or g.rules.mode == "banker"):
        raise Refused("wrong-phase")  # the box collects this rent: pay or fight
    if c.get("deed", deed) != deed:
        raise Refused("not-here")
    do(g, DONE)
    if not is_won(task):
        lazy.load("rules.rent").landed(g, player, owner, deed, BY_DICE, False)


def why_not(g: Game, c: Command) -> Refused:
    if not g.rules.dm_battle:
        return Refused("rule-off" if g.board.extras & BATTLE else "not-in-this-edition")
    if _is_last(g, c["by"], DEED_AT[g.space[c["by"]]]):
        if any(g.level[d] for d in siblings(DEED_AT[g.space[c["by"]]])):
            return Refused("has-buildings")
    return Refused("not-eligible")


COMMANDS = {"battle": battle}
