"""BANK ONLY, the rest: taxes, jail, a card; a digit, then the player's token."""

from banker.core.board import TAX_SPACE
from banker.ui.const import const
from banker.ui.paint import HEADER

LOOK_MS = 30000

_BACK = const(42)
_BANK_ONLY = const(474)
_TAX_LINE = const(486)  # and the five after it

_SECOND_TAX = 38
_ORDERS: dict = {
    "1": {"do": "tax", "space": TAX_SPACE, "choose": "flat"},
    "2": {"do": "tax", "space": _SECOND_TAX},
    "3": {"do": "jail"},
    "4": {"do": "fine"},
    "5": {"do": "card"},
}


def rows(ui) -> list:
    return [HEADER + ui.say(_BANK_ONLY)] + [ui.say(_TAX_LINE + at) for at in range(6)]


def keys(ui) -> list:
    return [(digit, 0) for digit in "123456"] + [("*", _BACK)]


def key(ui, key: str):
    if key == "*":
        return ui.home()
    if key == "6":
        return ui.show("more")
    return ui.show("bank", _ORDERS[key].copy()) if key in _ORDERS else ()


def tap(ui, kind: int, number: int):
    return ui.onward(kind, number)
