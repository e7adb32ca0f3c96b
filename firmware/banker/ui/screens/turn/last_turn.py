"""LAST TURN: time is up and it was played. The count comes by itself, after the pause to ask for rent.

Memo:
    start_ms   when the screen was opened
"""

from __future__ import annotations

from banker.ui import words
from banker.ui.const import const
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.screens.turn import home
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

_LEAST_MS = const(4000)


def enter(ui: Ui) -> None:
    ui.memo["start_ms"] = ui.now_ms


def rows(ui: Ui) -> Rows:
    top = [HEADER + ui.name(ui.game.turn), double(ui.say(words.LAST_TURN)), ""]
    if ui.rents.queue:
        return top + home.open_rent(ui) + [""]
    return top + [ui.say(words.RENT_NOW_OR), ui.say(words.NEVER), ""]


def keys(ui: Ui) -> Keys:
    count: Keys = [] if ui.rents.queue else [("#", words.COUNT_KEY)]
    return count + [("*", words.UNDO_KEY), ("B", words.MONEY), ("D", words.MORE_KEY)]


def key(ui: Ui, key: str) -> Commands:
    return home.key(ui, key) if key in ("*BD" if ui.rents.queue else "#*BD") else ()


def taps(ui: Ui) -> Tags:
    return home.taps(ui)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return home.tap(ui, kind, number)


def tick(ui: Ui) -> Commands | None:
    if ui.rents.queue or ui.wait_ms() or not ui.now_ms - ui.memo["start_ms"] > _LEAST_MS:
        return None
    return ({"do": "end"},)
