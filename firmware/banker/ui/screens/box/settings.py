"""SETTINGS: how the box sounds and looks; each digit goes on to the next value of its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from banker.ui import words
from banker.ui.paint import HEADER
from banker.ui.sounds import GOOD
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 120000
TOKEN_NUMBERS = True

# The settings of the digits 1 to 7; the last one is in the row of keys.
_NAMES = ("volume", "language", "slow", "big", "brightness", "turned", "ask_ms")
_LINES = 6
_PAUSES_MS = (0, 3000, 5000, 10000, 15000)


def rows(ui: Ui) -> Rows:
    lines = [HEADER + ui.say(words.SETTINGS)]
    for at in range(_LINES):
        name = _NAMES[at]
        value = ui.fact("setting", name)
        if value is True or value is False:
            value = ui.say(words.IS_ON if value else words.IS_OFF)
        elif name == "language":
            value = ui.say(words.LANGUAGE)
        lines.append("%-13s%s" % (ui.say(words.SET_SOUND + at), value))  # SET_SOUND and the lines after it
    return lines


def keys(ui: Ui) -> Keys:
    legal: Keys = [(str(at + 1), 0) for at in range(_LINES)]
    pause = ui.say(words.SET_PAUSE, ui.fact("setting", "ask_ms") // 1000)
    return legal + [("7", pause), ("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.home()
    if not "1" <= key <= "7":
        return ()
    name = _NAMES[int(key) - 1]
    value = ui.fact("setting", name)
    if name == "volume":
        value = (value - 1) % 4
        ui.sound = GOOD  # a sample, as loud as it is then
    elif name == "language":
        value = _next(ui.fact("languages"), value)
    elif name == "brightness":
        value = value % 3 + 1
    elif name == "ask_ms":
        value = _next(_PAUSES_MS, value)
    else:
        value = not value
    return (("set", name, value),)


def _next(values: Sequence[Any], value: Any) -> Any:
    """The value after this one; the first one after the last, and after a value that is not listed."""
    at = values.index(value) + 1 if value in values else 0
    return values[at % len(values)]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    ui.home()
    return ui.tap(kind, number)
