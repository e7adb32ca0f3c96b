"""SETTINGS: how the box sounds and looks, each line a digit that goes to the next value."""

from banker.ui.const import const
from banker.ui.heard import GOOD
from banker.ui.paint import HEADER

LOOK_MS = 120000
BEFORE = True

_BACK = const(42)
_IS_ON = const(708)
_IS_OFF = const(709)
_SETTINGS = const(780)
_SET_SOUND = const(781)  # and the five after it
_SET_PAUSE = const(787)
_LANGUAGE = const(788)

_NAMES = ("volume", "language", "slow", "big", "brightness", "turned", "ask_ms")
_PAUSES_MS = (0, 3000, 5000, 10000, 15000)


def rows(ui) -> list:
    shown = [HEADER + ui.say(_SETTINGS)]
    for at in range(6):
        value = ui.fact("setting", _NAMES[at])
        if value is True or value is False:
            value = ui.say(_IS_ON if value else _IS_OFF)
        elif at == 1:
            value = ui.say(_LANGUAGE)
        shown.append("%-13s%s" % (ui.say(_SET_SOUND + at), value))
    return shown


def keys(ui) -> list:
    pause = ui.say(_SET_PAUSE, ui.fact("setting", "ask_ms") // 1000)
    return [(str(at), 0) for at in range(1, 7)] + [("7", pause), ("*", _BACK)]


def key(ui, key: str):
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


def _next(values, value):
    """The one after it; after the last, and after one that is not among them, the first."""
    at = values.index(value) + 1 if value in values else 0
    return values[at % len(values)]


def tap(ui, kind: int, number: int):
    ui.home()
    return ui.tap(kind, number)
