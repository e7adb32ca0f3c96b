"""CHECK YOUR BOX: how every part is, live; which display it has and how its keys are plugged in is learned.

Opened with 1 it begins by learning, with 2 so that the first key, held since power-on, does not count.
"""

from banker.ui.const import const
from banker.ui.heard import NEXT
from banker.ui.paint import BIG, HEADER

BEFORE = True

_PLAY_ON = const(338)
_CHECK_BOX = const(710)
_PRESS_TWO = const(711)
_NOT_THOSE = const(712)
_PRESS_CLEAN = const(713)
_READS_CLEAN = const(714)
_AGAIN_KEY = const(715)
_SKIP_KEY = const(716)
_READER = const(723)
_SUPPLY = const(724)
_IS_SILENT = const(731)
_VOLTS = const(744)
_READS_TAGS = const(746)

_PICTURE_MS = const(2500)  # of each kind of display
_WRONG_MOST = 3
_ALL_KEYS = "123A456B789C*0#D"

# What is asked: how the keys are plugged in, which picture reads clean; then all parts are listed.
_RIBBON, _PICTURE, _LIST = 0, 1, 2


def enter(ui) -> None:
    learn = ui.args[0] if ui.args else 0
    ui.memo = {
        "stage": _RIBBON if learn else _LIST,
        "held": learn == 2,
        "two": "",
        "wrong": 0,
        "which": _set(ui),
        "since": ui.now_ms,
        "seen": "",
        "tag": False,
    }
    ui.memo["found"] = ui.fact("check", "")
    if not any([said == _IS_SILENT for _, said, _ in ui.memo["found"]]):
        ui.sound = NEXT  # a beep to be heard; where something is wrong, that sounds already


def _set(ui) -> int:
    """The kind of display that is set."""
    now = (ui.fact("setting", "display"), ui.fact("setting", "offset"))
    displays = ui.fact("displays")
    return displays.index(now) if now in displays else 0


def rows(ui) -> list:
    memo = ui.memo
    shown = [HEADER + ui.say(_CHECK_BOX)]
    if memo["stage"] != _LIST:
        ask = ["", ui.say(_PRESS_TWO)]
        if memo["stage"] == _PICTURE:
            ask = [ui.say(_PRESS_CLEAN), ui.say(_READS_CLEAN)]
        return shown + ["", BIG + str(memo["which"] + 1)] + ask
    last = 0
    for part, said, facts in memo["found"]:
        text = ui.say(said, *facts)
        if part == last:
            shown.append(" " + text)
        elif part != _SUPPLY or said != _VOLTS:  # only a bad one is worth its row here
            if part == _READER and memo["tag"] and said != _IS_SILENT:
                text = ui.say(_READS_TAGS)
            shown.append("%-9s%s" % (ui.say(part), text))
        last = part
    while len(shown) > 7:
        del shown[1]  # about the display: whoever reads this has one
    return shown + [""] * (7 - len(shown))


def keys(ui) -> list:
    stage = ui.memo["stage"]
    if stage == _RIBBON:
        return [(key, 0) for key in _ALL_KEYS]
    if stage == _PICTURE:
        return [(str(at + 1), 0) for at in range(len(ui.fact("displays")))] + [("*", _SKIP_KEY)]
    return [(key, 0) for key in _ALL_KEYS if key not in "#A"] + [("#", _AGAIN_KEY), ("A", _PLAY_ON)]


def key(ui, key: str):
    memo = ui.memo
    if memo["stage"] == _RIBBON:
        return _ribbon(ui, key)
    if memo["stage"] == _PICTURE:
        return _picture(ui, key)
    # In the middle of trying the keys, the first press of these two is a try as well.
    tried = not memo["seen"] or key in memo["seen"]
    if key == "A" and tried:
        back = ui.args[1] if len(ui.args) > 1 else ""
        return ui.show(back) if back else ui.home()
    if key == "#" and tried:
        ui.show("check", 1, *ui.args[1:])
        return (("check",),)
    if key not in memo["seen"]:
        memo["seen"] += key
        memo["found"] = ui.fact("check", memo["seen"])
    return ()


def _ribbon(ui, key: str):
    memo = ui.memo
    if memo["held"]:
        memo["held"] = False
        return ()
    memo["two"] += key
    if len(memo["two"]) < 2:
        return ()
    way = ui.fact("ribbon", memo["two"][0], memo["two"][1])
    memo["two"] = ""
    if way >= 0:
        _stage(ui, _PICTURE)
        return (("set", "ribbon", way), ("display", memo["which"]))  # settings heeded bring back their own
    memo["wrong"] += 1
    if memo["wrong"] < _WRONG_MOST:
        return ui.notice(ui.say(_NOT_THOSE))
    return _stage(ui, _PICTURE)  # one of the two is dead, perhaps


def _picture(ui, key: str):
    displays = ui.fact("displays")
    if key == "*":
        _stage(ui, _LIST)
        return (("display", _set(ui)),)
    at = "123456789".find(key)
    if not 0 <= at < len(displays):
        return ()
    _stage(ui, _LIST)
    return (("set", "offset", displays[at][1]), ("set", "display", displays[at][0]))


def _stage(ui, stage: int):
    ui.memo["stage"] = stage
    ui.memo["since"] = ui.now_ms
    return ()


def tap(ui, kind: int, number: int):
    ui.memo["tag"] = True
    return ()


def stranger(ui):
    return tap(ui, 0, 0)


def tick(ui):
    """Every part ticks itself off as it is wired; the kinds of displays go round."""
    memo = ui.memo
    if memo["stage"] != _LIST:
        if ui.now_ms - memo["since"] < _PICTURE_MS:
            return None
        memo["since"] = ui.now_ms
        memo["which"] = (memo["which"] + 1) % len(ui.fact("displays"))
        return (("display", memo["which"]),)
    found = ui.fact("check", memo["seen"])
    if found == memo["found"] and found[0][1] != _IS_SILENT:
        return None
    memo["found"] = found
    return ()  # to a display that does not answer, everything is sent again and again
