"""OPEN FOR A COMPUTER: whoever is at the cable may come to MicroPython's prompt while this is on the display.

It is opened in the banker's menu, or a host asks for it, to install, back up or restore. ui.args:

    host   did a host ask? Then a key counts only after a moment: it may have been meant for another screen

ui.memo:

    open       has somebody agreed?
    since_ms   since when the question is there
"""

from __future__ import annotations

from banker.ui import words
from banker.ui.const import const
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

TOKEN_NUMBERS = True
LOOK_MS = 600000

_READ_MS = const(1500)  # nobody has read it sooner


def enter(ui: Ui) -> None:
    ui.memo = {"open": False, "since_ms": ui.now_ms}


def rows(ui: Ui) -> Rows:
    (host,) = ui.args
    title = words.COMPUTER_AT_CABLE if host and not ui.memo["open"] else words.OPEN_FOR_COMPUTER
    text = words.COMPUTER_IS_IN if ui.memo["open"] else words.COMPUTER_WANTS if host else words.COMPUTER_MAY
    return [HEADER + ui.say(title), ""] + wrap(ui.say(text))


def keys(ui: Ui) -> Keys:
    if ui.memo["open"]:
        return [("*", words.CLOSE_PORT_KEY)]
    return [("#", words.LET_IN_KEY), ("*", words.KEEP_OUT_KEY)]


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    (host,) = ui.args
    if host and not memo["open"] and 0 <= ui.now_ms - memo["since_ms"] < _READ_MS:
        return ()
    if key == "#" and not memo["open"]:
        memo["open"] = True
        return (("prompt", True),)
    if key != "*":
        return ()
    refusal = host and not memo["open"]
    ui.home()
    return (("prompt", False, refusal),)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    """No tag agrees to this, and none closes it by accident."""
    return ()


def stranger(ui: Ui) -> Commands:
    return ()
