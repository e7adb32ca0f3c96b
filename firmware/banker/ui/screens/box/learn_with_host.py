"""LEARN TAGS with a host: the host names what is to be tapped, and fetches the taps and keys that came.

The host decides what is learned (app/link/verbs/tags.py). The screen closes when the host has gone. ui.args:

    kind     of the item to be learned; 0: tags are only read, and no tap means anything to the game
    number   of the item

ui.memo:

    count      how many inputs came so far
    last       the last one: (kind of tag, number), or (STRANGER, 0), (SKIP, 0), (REDO, 0)
    since_ms   when the host fetched last
    edition, changing   as in learn_tags.py
"""

from __future__ import annotations

from typing import Any

from banker.ui import words
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

TOKEN_NUMBERS = True

_HOST_GONE_MS = const(15000)

# What is in the place of the kind of a tag: an unknown tag, and the two keys.
STRANGER, SKIP, REDO = 0, 16, 17


def enter(ui: Ui) -> None:
    ui.memo = {"count": 0, "last": (0, 0), "since_ms": ui.now_ms}
    _names(ui).borrow(ui)


def fetch(ui: Ui) -> tuple[int, int, int]:
    """For the host: how many inputs came, kind and number of the last one."""
    ui.memo["since_ms"] = ui.now_ms
    kind, number = ui.memo["last"]
    return ui.memo["count"], kind, number


def _names(ui: Ui) -> Any:
    return ui.load("screens.box.learn_tags")


def rows(ui: Ui) -> Rows:
    kind, number = ui.args
    if not kind:
        return [HEADER + ui.say(words.READ_TAGS), "", "", ui.say(words.ONE_BY_ONE), "", ""]
    lines: Rows = _names(ui).item_rows(ui, kind, number)
    return [HEADER + ui.say(words.LEARN_TAGS)] + lines


def keys(ui: Ui) -> Keys:
    kind, _ = ui.args
    legal: Keys = [("A", words.SKIP_KEY), ("B", words.REDO_KEY)] if kind else []
    return legal + [("#", words.STOP_KEY), ("*", 0)]


def key(ui: Ui, key: str) -> Commands:
    kind, _ = ui.args
    if key in "#*":
        return ui.home()
    if kind and key in "AB":
        return _note(ui, SKIP if key == "A" else REDO, 0)
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    _note(ui, kind, number)
    return ui.hint(ui.say(words.THAT_IS, _names(ui).item_name(ui, kind, number)))


def stranger(ui: Ui) -> Commands:
    return _note(ui, STRANGER, 0)


def _note(ui: Ui, kind: int, number: int) -> Commands:
    """Keep an input until the host fetches it."""
    ui.memo["count"] += 1
    ui.memo["last"] = (kind, number)
    return ()


def tick(ui: Ui) -> Commands | None:
    if ui.now_ms - ui.memo["since_ms"] < _HOST_GONE_MS:
        commands: Commands | None = _names(ui).tell_changing(ui)
        return commands
    return ui.home()
