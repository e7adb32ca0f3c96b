"""BANKER: what the banker card opens: settings, a correction, tags, a check, remote control, a new game."""

from banker.ui.const import const
from banker.ui.paint import HEADER

LOOK_MS = 120000
BEFORE = True

_BACK = const(42)
_BANKER_MENU = const(494)
_CORRECT_LINE = const(495)
_SETTINGS_LINE = const(702)
_LEARN_LINE = const(703)
_LOST_LINE = const(704)
_CHECK_LINE = const(705)
_REMOTE_LINE = const(706)
_NEW_GAME_KEY = const(707)
_IS_ON = const(708)
_IS_OFF = const(709)

_LINES = (_SETTINGS_LINE, _CORRECT_LINE, _LEARN_LINE, _LOST_LINE, _CHECK_LINE)
_OPENS = {"1": "settings", "2": "correct", "3": "learn", "4": "lost", "5": "check", "7": "setup"}


def rows(ui) -> list:
    lines = [ui.say(word) if ui.game or word != _CORRECT_LINE else "" for word in _LINES]
    remote = ui.say(_IS_ON if ui.fact("setting", "remote") else _IS_OFF)
    return [HEADER + ui.say(_BANKER_MENU)] + lines + [ui.say(_REMOTE_LINE, remote)]


def keys(ui) -> list:
    lines = [(digit, 0) for digit in "123456" if ui.game or digit != "2"]
    return lines + [("7", _NEW_GAME_KEY), ("*", _BACK)]


def key(ui, key: str):
    if key == "6":
        return (("set", "remote", not ui.fact("setting", "remote")),)
    if key == "*":
        return ui.home()
    return ui.show(_OPENS[key]) if key in _OPENS and (ui.game or key != "2") else ()


def tap(ui, kind: int, number: int):
    ui.home()
    return ui.tap(kind, number)
