"""STOP FOR TONIGHT: says that the plug may be pulled, because every step is saved already."""

from __future__ import annotations

from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui


def rows(ui: Ui) -> Rows:
    return [
        HEADER + ui.say(words.STOP_TONIGHT),
        "",
        double(ui.say(words.SAVED)),
        ui.say(words.PULL_PLUG),
        "",
        "",
    ]


def keys(ui: Ui) -> Keys:
    return [("#", words.PLAY_ON)]


def key(ui: Ui, key: str) -> Commands:
    return ui.home()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.onward(kind, number)
