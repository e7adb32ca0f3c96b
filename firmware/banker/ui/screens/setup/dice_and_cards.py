"""DICE AND CARDS: whether the table or the box rolls and draws, and whether questions are in big type."""

from __future__ import annotations

from typing import Any

from banker.ui import setup_draft, words
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

TOKEN_NUMBERS = True
LOOK_MS = 120000
late = setup_draft.late


def rows(ui: Ui) -> Rows:
    rules = ui.draft["rules"]
    return [
        HEADER + ui.say(words.GEAR),
        ui.say(words.DICE_LINE, ui.say(words.BOX if rules.get("dice_source") == "device" else words.OURS)),
        ui.say(words.CARDS_LINE, ui.say(words.BOX if rules.get("deck_source") == "device" else words.OWN)),
        ui.say(words.BIG_LINE, ui.say(words.YES if ui.big else words.NO)),
    ] + [""] * 3


def keys(ui: Ui) -> Keys:
    return [("1", 0), ("2", 0), ("3", 0), ("#", words.OK_KEY), ("*", 0)]


def key(ui: Ui, key: str) -> Commands:
    rules = ui.draft["rules"]
    if key == "1":
        _switch(rules, "dice_source", "keyed")
    elif key == "2":  # real cards without tags are named by their number
        _switch(rules, "deck_source", "tag" if ui.draft["cards"] else "key")
    elif key == "3":
        return (("set", "big", not ui.big),)
    elif key in "#*":
        return ui.show("setup.new_game")
    return ()


def _switch(rules: dict[str, Any], name: str, ours: str) -> None:
    """From the box to the table, or back."""
    rules[name] = ours if rules.get(name) == "device" else "device"
    if rules[name] in ("keyed", "tag"):  # the default of every board is no choice
        del rules[name]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return setup_draft.leave(ui, kind, number, False)
