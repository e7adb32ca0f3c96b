"""BANK ONLY, second page: taxes, jail, fine and cards by digit; the player's token comes after it."""

from __future__ import annotations

from banker.core.board import SECOND_TAX_SPACE, TAX_SPACE
from banker.core.types import Command
from banker.ui import words
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 30000

# The commands, without the player who is asked for on the next screen.
_ORDERS: dict[str, Command] = {
    "1": {"do": "tax", "space": TAX_SPACE, "choose": "flat"},
    "2": {"do": "tax", "space": SECOND_TAX_SPACE},
    "3": {"do": "jail"},
    "4": {"do": "fine"},
    "5": {"do": "card"},
}


def rows(ui: Ui) -> Rows:
    # TAX_LINE and the five lines after it.
    return [HEADER + ui.say(words.BANK_ONLY)] + [ui.say(words.TAX_LINE + at) for at in range(6)]


def keys(ui: Ui) -> Keys:
    legal: Keys = [(digit, 0) for digit in "123456"]
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.home()
    if key == "6":
        return ui.show("table.more")
    return ui.show("table.bank_only_order", _ORDERS[key]) if key in _ORDERS else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.onward(kind, number)
