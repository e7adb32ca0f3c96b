"""Buying from the bank (BUY)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import BANK, DEED_AT, NO_DEED
from banker.core.events import DONE, OWNED, PAID, PRICE, do
from banker.core.refusal import Refused
from banker.core.state import EXTRA, KIND, RENT, Game
from banker.core.tasks import fed
from banker.core.types import Command


def buy(g: Game, c: Command) -> None:
    player = c["by"]
    deed = _offer(g, c)
    price = g.board.price[deed]
    if g.cash[player] < price:
        raise Refused("not-enough-cash", price - g.cash[player])
    do(g, DONE)
    if price:
        do(g, PAID, player, fed(g, "purchases"), price, PRICE)
    do(g, OWNED, deed, player)


def decline(g: Game, c: Command) -> None:
    """The deed is not bought; or there is no battle for it (rules/battle.py)."""
    if g.tasks[0][KIND] == RENT:
        lazy.load("rules.battle").decline(g, c)
        return
    deed = _offer(g, c)
    do(g, DONE)
    if g.rules.auction_mode != "never":
        lazy.load("rules.auction").open_lot(g, deed, c["by"])


def _offer(g: Game, c: Command) -> int:
    """The deed that is offered; refused if the command names another one."""
    deed = g.tasks[0][EXTRA]
    if c.get("deed", deed) != deed:
        raise Refused("already-owned" if g.owner[c["deed"]] != BANK else "not-here", g.owner[c["deed"]])
    return deed


def why_not_buy(g: Game, c: Command) -> Refused:
    """Nothing is offered now: the deed is sold, or elsewhere, or this is not the moment."""
    here = DEED_AT[g.space[c["by"]]]
    deed = c.get("deed", here)
    if deed != NO_DEED and g.owner[deed] != BANK:
        return Refused("already-owned", g.owner[deed])
    return Refused("not-here" if deed != here else "wrong-phase")


COMMANDS = {"buy": buy, "decline": decline}
