"""CHECK YOUR BOX: how every part of the box is, live; it also learns the display and how the keys are wired.

ui.args:

    begin    BEGIN_LIST, BEGIN_LEARNING or BEGIN_KEY_HELD
    screen   (optional) where "Play on" leads; missing or "": home
    keys     (optional) those that were tried before the page READER was opened

ui.memo:

    stage        what is asked: _RIBBON, _PICTURE or _LIST
    held         a key is held since power-on: the first press does not count
    pair         the keys pressed so far, of 1 and A
    wrong_count  how often they were others
    display      the kind of display that is tried, as a place in ui.fact("displays")
    since_ms     since when
    keys         the keys that were pressed while the parts are listed
    tag          was a tag tapped?
    findings     how the parts are: (part, word, facts) (app/self_check.py)
"""

from __future__ import annotations

from banker.ui import words
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.sounds import NEXT
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

TOKEN_NUMBERS = True

# How the check begins: with the list of parts; by learning; the same, while a key is held since power-on.
BEGIN_LIST, BEGIN_LEARNING, BEGIN_KEY_HELD = 0, 1, 2

_PICTURE_MS = const(2500)  # of each kind of display
_WRONG_MOST = 3
_ALL_KEYS = "123A456B789C*0#D"

_NO_READER = (words.IS_SILENT, words.READER_FAULT)

# First how the keys are wired, then which picture is clean, then the list of all parts.
_RIBBON, _PICTURE, _LIST = 0, 1, 2


def enter(ui: Ui) -> None:
    begin = ui.args[0] if ui.args else BEGIN_LIST
    ui.memo = {
        "stage": _RIBBON if begin else _LIST,
        "held": begin == BEGIN_KEY_HELD,
        "pair": "",
        "wrong_count": 0,
        "display": _display(ui),
        "since_ms": ui.now_ms,
        "keys": ui.args[2] if len(ui.args) > 2 else "",
        "tag": False,
    }
    ui.memo["findings"] = ui.fact("check", ui.memo["keys"])
    if not any([word == words.IS_SILENT for _, word, _ in ui.memo["findings"]]):
        ui.sound = NEXT  # so that the buzzer is heard; a silent part has made it sound already


def _display(ui: Ui) -> int:
    """The kind of display in the settings, as a place in the list of them."""
    now = (ui.fact("setting", "display"), ui.fact("setting", "offset"))
    displays: list[tuple[str, int]] = list(ui.fact("displays"))
    return displays.index(now) if now in displays else 0


def rows(ui: Ui) -> Rows:
    memo = ui.memo
    lines = [HEADER + ui.say(words.CHECK_BOX)]
    open_line = ui.say(words.CABLE_OPEN) if ui.fact("held") else ""
    if memo["stage"] == _LIST:
        lines += _parts(ui)[-5:] + [open_line] if open_line else _parts(ui)
        return lines + [""] * (7 - len(lines))
    question = ["", ui.say(words.PRESS_TWO)]
    if memo["stage"] == _PICTURE:
        question = [ui.say(words.PRESS_CLEAN), ui.say(words.READS_CLEAN)]
    return lines + [open_line, BIG + str(memo["display"] + 1)] + question


def _parts(ui: Ui) -> Rows:
    """A row for each part, and one for what else there is to say about it; at most six."""
    lines: Rows = []
    last = 0
    for part, word, facts in ui.memo["findings"]:
        text = ui.say(word, *facts)
        if part == last:
            lines.append(" " + text)
        elif part != words.SUPPLY or word != words.VOLTS:  # a good supply needs no row
            if part == words.READER and ui.memo["tag"] and word != words.IS_SILENT:
                text = ui.say(words.READS_TAGS)
            lines.append("%-9s%s" % (ui.say(part), text))
            if part == words.READER and word not in _NO_READER:
                lines.append(" " + ui.say(words.TEST_STICKER))
        last = part
    return lines[-6:]  # the first rows are about the display, and who reads this has one


def _reader_works(ui: Ui) -> bool:
    return not any([part == words.READER and word in _NO_READER for part, word, _ in ui.memo["findings"]])


def keys(ui: Ui) -> Keys:
    stage = ui.memo["stage"]
    if stage == _RIBBON:
        return [(key, 0) for key in _ALL_KEYS]
    if stage == _PICTURE:
        legal: Keys = [(str(at + 1), 0) for at in range(len(ui.fact("displays")))]
        return legal + [("*", words.SKIP_KEY)]
    legal = [(key, 0) for key in _ALL_KEYS if key not in "#A"]
    return legal + [("#", words.AGAIN_KEY), ("A", words.PLAY_ON)]


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    if memo["stage"] == _RIBBON:
        return _ribbon(ui, key)
    if memo["stage"] == _PICTURE:
        return _picture(ui, key)
    # While somebody tries all keys, the first press of #, A and B only shows that they work.
    works = not memo["keys"] or key in memo["keys"]
    if key == "A" and works:
        screen = ui.args[1] if len(ui.args) > 1 else ""
        return ui.show(screen) if screen else ui.home()
    if key == "#" and works:
        ui.show("box.check", BEGIN_LEARNING, *ui.args[1:])
        return (("check",),)
    if key == "B" and works and _reader_works(ui):
        return ui.show("box.reader", ui.args[1] if len(ui.args) > 1 else "", memo["keys"])
    if key not in memo["keys"]:
        memo["keys"] += key
        memo["findings"] = ui.fact("check", memo["keys"])
    return ()


def _ribbon(ui: Ui, key: str) -> Commands:
    """From what arrives when 1 and A are pressed the box knows how the keypad is plugged in."""
    memo = ui.memo
    if memo["held"]:
        memo["held"] = False
        return ()
    memo["pair"] += key
    if len(memo["pair"]) < 2:
        return ()
    way = ui.fact("ribbon", memo["pair"][0], memo["pair"][1])
    memo["pair"] = ""
    if way >= 0:
        _stage(ui, _PICTURE)
        # A new setting opens the display of the settings, so the one that is tried follows it.
        return (("set", "ribbon", way), ("display", memo["display"]))
    memo["wrong_count"] += 1
    if memo["wrong_count"] < _WRONG_MOST:
        return ui.notice(ui.say(words.NOT_THOSE))
    return _stage(ui, _PICTURE)  # perhaps one of the two keys does not work


def _picture(ui: Ui, key: str) -> Commands:
    displays = ui.fact("displays")
    if key == "*":
        _stage(ui, _LIST)
        return (("display", _display(ui)),)
    at = "123456789".find(key)
    if not 0 <= at < len(displays):
        return ()
    _stage(ui, _LIST)
    controller, offset = displays[at]
    return (("set", "offset", offset), ("set", "display", controller))


def _stage(ui: Ui, stage: int) -> Commands:
    ui.memo["stage"] = stage
    ui.memo["since_ms"] = ui.now_ms
    if stage == _LIST:
        ui.memo["findings"] = ui.fact("check", ui.memo["keys"])
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    ui.memo["tag"] = True
    return ()


def stranger(ui: Ui) -> Commands:
    return tap(ui, 0, 0)


def tick(ui: Ui) -> Commands | None:
    """While the display is learned its kinds take turns; later every part is looked at again."""
    memo = ui.memo
    if memo["stage"] != _LIST:
        if ui.now_ms - memo["since_ms"] < _PICTURE_MS:
            return None
        memo["since_ms"] = ui.now_ms
        memo["display"] = (memo["display"] + 1) % len(ui.fact("displays"))
        return (("display", memo["display"]),)
    findings = ui.fact("check", memo["keys"])
    _, display, _ = findings[0]
    if findings == memo["findings"] and display != words.IS_SILENT:
        return None
    memo["findings"] = findings
    return ()  # a silent display is sent everything again, in case that it was just plugged in
