"""HELP: what taps and keys mean on every screen."""

from __future__ import annotations

from banker.ui import words
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 60000


def rows(ui: Ui) -> Rows:
    # HELP is the title, HELP_DEED and the four words after it are the lines.
    return [HEADER + ui.say(words.HELP)] + [ui.say(words.HELP_DEED + at) for at in range(5)] + [""]


def keys(ui: Ui) -> Keys:
    return [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    return ui.home()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.onward(kind, number)
