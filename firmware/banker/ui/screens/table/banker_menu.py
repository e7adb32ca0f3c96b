"""BANKER: the menu of the banker card: settings, a correction, tags, a check, hosts, a new game."""

from __future__ import annotations

from banker.ui import words
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 120000
TOKEN_NUMBERS = True

_LINES = (words.SETTINGS_LINE, words.CORRECT_LINE, words.LEARN_LINE, words.LOST_LINE, words.CHECK_LINE)
_OPENS = {
    "1": "box.settings",
    "2": "table.correction",  # needs a game
    "3": "box.learn_tags",
    "4": "table.lost_token",
    "5": "box.check",
    "7": "setup.new_game",
    "8": "box.computer",
}


def rows(ui: Ui) -> Rows:
    lines = [ui.say(word) if ui.game or word != words.CORRECT_LINE else "" for word in _LINES]
    lines[0] += " " + ui.say(words.COMPUTER_LINE)
    remote = ui.say(words.IS_ON if ui.fact("setting", "remote") else words.IS_OFF)
    return [HEADER + ui.say(words.BANKER_MENU)] + lines + [ui.say(words.REMOTE_LINE, remote)]


def keys(ui: Ui) -> Keys:
    legal: Keys = [(digit, 0) for digit in "1234568" if ui.game or digit != "2"]
    return legal + [("7", words.NEW_GAME_KEY), ("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    if key == "6":
        return (("set", "remote", not ui.fact("setting", "remote")),)
    if key == "*":
        return ui.home()
    if key == "8":
        return ui.show(_OPENS[key], False)
    return ui.show(_OPENS[key]) if key in _OPENS and (ui.game or key != "2") else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    ui.home()
    return ui.tap(kind, number)
