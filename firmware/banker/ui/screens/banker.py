"""BANKER: what the banker card opens."""

from banker.ui.const import const
from banker.ui.paint import HEADER

LOOK_MS = 30000

_BACK = const(42)
_BANKER_MENU = const(494)
_CORRECT_LINE = const(495)


def rows(ui) -> list:
    return [HEADER + ui.say(_BANKER_MENU), ui.say(_CORRECT_LINE), "", "", "", "", ""]


def keys(ui) -> list:
    return [("2", 0), ("*", _BACK)]


def key(ui, key: str):
    if key == "2":
        return ui.show("correct")
    return ui.home() if key == "*" else ()


def tap(ui, kind: int, number: int):
    ui.home()
    return ui.touch(kind, number)
