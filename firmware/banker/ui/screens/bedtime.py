"""LAST TURN: time is up and it was played. The count comes by itself, after the pause for asking."""

from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double

_LAST_TURN = const(692)
_RENT_NOW_OR = const(693)
_NEVER = const(694)
_COUNT_KEY = const(695)
_UNDO_KEY = const(313)
_MONEY = const(219)
_MORE_KEY = const(329)
_LEAST_MS = const(4000)


def enter(ui) -> None:
    ui.memo["since"] = ui.now_ms


def rows(ui) -> list:
    shown = [HEADER + ui.name(ui.game.turn), double(ui.say(_LAST_TURN)), ""]
    if ui.asked:
        return shown + ui.load("home").open_rent(ui) + [""]
    return shown + [ui.say(_RENT_NOW_OR), ui.say(_NEVER), ""]


def keys(ui) -> list:
    end = [] if ui.asked else [("#", _COUNT_KEY)]
    return end + [("*", _UNDO_KEY), ("B", _MONEY), ("D", _MORE_KEY)]


def key(ui, key: str):
    return ui.load("home").key(ui, key) if key in "#*BD" and not (key == "#" and ui.asked) else ()


def taps(ui) -> list:
    return ui.load("home").taps(ui)


def tap(ui, kind: int, number: int):
    return ui.load("home").tap(ui, kind, number)


def tick(ui):
    if ui.asked or ui.wait_ms() or not ui.now_ms - ui.memo["since"] > _LEAST_MS:
        return None
    return ({"do": "end"},)
