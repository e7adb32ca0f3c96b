"""Taxes (TAX)."""

from . import parts
from .board import TAX_SPACE
from .events import DONE, TAXES, do
from .flow import charge, fed, first, percent
from .refusal import Refused
from .state import CHOOSE_TAX


def land(g, player: int, space: int) -> None:
    r = g.rules
    if space != TAX_SPACE:
        _pay(g, player, r.second_tax)
    elif r.income_tax_mode == "flat":
        _pay(g, player, r.income_tax_flat)
    else:
        first(g, CHOOSE_TAX, player, 0, 0, space)


def _pay(g, player: int, amount: int) -> None:
    charge(g, player, fed(g, "taxes"), amount, TAXES)


def tax(g, c) -> None:
    player = c["by"]
    choice = c.get("choose")
    r = g.rules
    if r.mode == "banker":
        if c.get("space", TAX_SPACE) != TAX_SPACE:
            if c["space"] != 38:
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
        _pay(g, player, percent(g, parts.load("count").worth(g, player), r.income_tax_pct))


def why_not_tax(g, c) -> Refused:
    """No tax is open: it is fixed here, or chosen already, or it is not the moment."""
    if g.rules.income_tax_mode == "flat" and c.get("choose") == "percent":
        return Refused("not-in-this-edition")
    thrown = g.rolled or g.doubles
    if thrown and c["by"] == g.turn and g.space[g.turn] == TAX_SPACE and g.rules.income_tax_mode == "choice":
        return Refused("tax-chosen")
    return Refused("wrong-phase")
