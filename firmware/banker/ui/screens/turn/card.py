"""CARD: a deck space. The box draws, or the real card is tapped or named by its number.

Memo:
    typed       the digits of the card's number; without it nothing is being typed
    box_draws   the box draws the card, so no real one goes under the pile (read by result.py)
"""

from __future__ import annotations

from banker.core.state import EXTRA, WHO
from banker.core.tags import CARD, DEED, TOKEN
from banker.ui import edition_words, words
from banker.ui.layout import double, wrap
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

LOOK_MS = 30000  # then digits that nobody confirmed are cleared
_CARDS = 16  # of a deck


def rows(ui: Ui) -> Rows:
    player, deck = ui.game.tasks[0][WHO], ui.game.tasks[0][EXTRA]
    title = ui.word(edition_words.CHANCE + deck)[:21] if ui.word else ""
    top = [HEADER + title, double(ui.name(player, 10)), ""]
    typed = ui.memo.get("typed")
    if typed is None:
        return top + ([ui.say(words.TAKE_CARD), ui.say(words.TAP_IT_OR)] if taps(ui) else [])
    about = ui.label(deck << 4 | int(typed) - 1) if ui.label and _exists(typed) else ""
    return top + [ui.say(words.CARD_NUMBER, typed + "_")] + wrap(about)[:3]


def _real(ui: Ui) -> bool:
    """Are the cards on the table, and not in the box (S-21)?"""
    return bool(ui.game.rules.deck_source != "device")


def _exists(typed: str) -> bool:
    return typed != "" and 1 <= int(typed) <= _CARDS


def keys(ui: Ui) -> Keys:
    typed = ui.memo.get("typed")
    if typed is None:
        by_number: Keys = [("C", words.BY_NUMBER)] if _real(ui) else []
        return [("A", words.DRAW)] + by_number + [("*", words.UNDO_KEY)]
    legal: Keys = [(str(digit), 0) for digit in range(10) if _exists(typed + str(digit))]
    if _exists(typed):
        legal.append(("#", words.THIS_ONE))
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    typed = ui.memo.get("typed")
    if typed is None:
        if key == "A":
            ui.memo["box_draws"] = True
            return ({"do": "draw"},)
        if key == "C" and _real(ui):
            ui.memo["typed"] = ""
        return ui.show("table.undo") if key == "*" else ()
    if key == "*":
        ui.memo = {}
    elif key == "#" and _exists(typed):
        return ({"do": "card", "card": ui.game.tasks[0][EXTRA] << 4 | int(typed) - 1},)
    elif "0" <= key <= "9" and _exists(typed + key):
        ui.memo["typed"] = typed + key
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind == CARD:
        return ({"do": "card", "card": number},)
    if kind == DEED:
        return ui.show("deeds.deed", number)
    return ui.show("table.player", number) if kind == TOKEN else ui.not_now()


def taps(ui: Ui) -> Tags:
    g = ui.game
    deck = g.tasks[0][EXTRA]
    return [(CARD, deck << 4 | card) for card in g.decks[deck]] if _real(ui) else []


def late(ui: Ui) -> Commands | None:
    return ui.forget_typed()
