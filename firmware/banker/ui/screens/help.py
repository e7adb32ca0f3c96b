"""HELP: what taps and keys always mean."""

from banker.ui.const import const
from banker.ui.paint import HEADER

LOOK_MS = 60000

_BACK = const(42)
_HELP = const(344)  # and the five after it


def rows(ui) -> list:
    return [HEADER + ui.say(_HELP)] + [ui.say(_HELP + at) for at in range(1, 6)] + [""]


def keys(ui) -> list:
    return [("*", _BACK)]


def key(ui, key: str):
    return ui.home()


def tap(ui, kind: int, number: int):
    return ui.onward(kind, number)
