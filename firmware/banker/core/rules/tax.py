"""Taxes (TAX)."""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import SECOND_TAX_SPACE, TAX_SPACE
from banker.core.events import DONE, TAXES, do
from banker.core.refusal import Refused
from banker.core.state import CHOOSE_TAX, Game
from banker.core.tasks import charge, fed, first, percent
from banker.core.types import Command


def land(g: Game, player: int, space: int) -> None:
    r = g.rules
    if space != TAX_SPACE:
        _pay(g, player, r.second_tax)
    elif r.income_tax_mode == "flat":
        _pay(g, player, r.income_tax_flat)
    else:
        first(g, CHOOSE_TAX, player, 0, 0, space)


def _pay(g: Game, player: int, amount: int) -> None:
    charge(g, player, fed(g, "taxes"), amount, TAXES)


def tax(g: Game, c: Command) -> None:
    player = c["by"]
    choice = c.get("choose")
    r = g.rules
    if r.mode == "banker":
        if c.get("space", TAX_SPACE) != TAX_SPACE:
            if c["space"] != SECOND_TAX_SPACE:
                raise Refused("bad-choice")
            _pay(g, player, r.second_tax)
            return
        if r.income_tax_mode == "flat":
            choice = choice or "flat"
    else:
        do(g, DONE)
    if choice == "percent" and r.income_tax_mode == "flat":
        raise Refused("not-in-this-edition")
    if choice not in ("flat", "percent"):
        raise Refused("bad-choice")
    if choice == "flat":
        _pay(g, player, r.income_tax_flat)
    else:
        _pay(g, player, percent(g, lazy.load("worth").worth(g, player), r.income_tax_pct))


def why_not(g: Game, c: Command) -> Refused:
    """No tax is open: there is no choice here, or it was made, or this is not the moment."""
    if g.rules.income_tax_mode == "flat" and c.get("choose") == "percent":
        return Refused("not-in-this-edition")
    has_rolled = g.rolled or g.doubles
    is_there = c["by"] == g.turn and g.space[g.turn] == TAX_SPACE
    if has_rolled and is_there and g.rules.income_tax_mode == "choice":
        return Refused("tax-chosen")
    return Refused("wrong-phase")


COMMANDS = {"tax": tax}
