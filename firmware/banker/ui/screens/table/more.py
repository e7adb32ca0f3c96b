"""MORE: what is seldom needed, one digit each; also deeds and cards without their tags, by number.

ui.memo is empty on the menu. While a number is typed it has:

    kind    DEED or CARD
    typed   the digits so far
"""

from __future__ import annotations

from banker.core.board import DEED_AT, DEEDS, SPACES
from banker.core.state import phase
from banker.core.tags import BANKER, CARD, CARDS, DEED
from banker.ui import words
from banker.ui.paint import BIG, HEADER
from banker.ui.sounds import GOOD
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 120000

# In two columns: 1 to 5, then 6 to 9.
_LINES = {
    "1": words.TRADE_LINE,
    "2": words.DEED_LINE,
    "3": words.CARD_LINE,
    "4": words.LOG_LINE,
    "5": words.SOUND_LINE,
    "6": words.TURN_LINE,
    "7": words.RULES_IN_PLAY,
    "8": words.LEAVE_LINE,
    "9": words.STOP_LINE,
}
_OPENS = {
    "1": "trade.trade",
    "4": "table.money",
    "7": "table.rules_in_play",
    "8": "table.leave",
    "9": "table.stop_tonight",
}


def _open(ui: Ui, digit: str) -> bool:
    """Does the menu have this line now?"""
    if digit == "1":  # a trade
        return phase(ui.game) in ("roll", "end", "power", "buy", "debt")
    if digit == "3":  # a card by its number, if the cards are on the table
        return bool(ui.game.rules.deck_source != "device")
    if digit == "7":  # rules change while nobody has to decide or pay
        return phase(ui.game) in ("roll", "end", "power")
    return digit in _LINES


def _line(ui: Ui, digit: str) -> str:
    if not _open(ui, digit):
        return ""
    word = _LINES[digit]
    return ui.say(word, ui.fact("setting", "volume")) if word == words.SOUND_LINE else ui.say(word)


def rows(ui: Ui) -> Rows:
    head = HEADER + ui.say(words.MORE_TITLE)
    if ui.memo:
        question = ui.say(words.WHICH_SPACE if ui.memo["kind"] == DEED else words.WHICH_CARD)
        return [head, "", question, BIG + (ui.memo["typed"] or " "), ""]
    lines = ["%-11s%s" % (_line(ui, str(at)), _line(ui, str(at + 5))) for at in range(1, 6)]
    return [head] + lines + [""]


def keys(ui: Ui) -> Keys:
    legal: Keys = []
    if ui.memo:
        legal += [(digit, 0) for digit in "0123456789#"]
    else:
        legal += [(digit, 0) for digit in "123456789" if _open(ui, digit)]
        legal.append(("0", words.HELP_KEY))
        if _no_banker(ui):
            legal.append(("D", words.BANKER_KEY))
    return legal + [("*", words.BACK)]


def _no_banker(ui: Ui) -> bool:
    """Without a banker card its menu opens here."""
    return bool(ui.fact("missing", BANKER, 1))


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.show("table.more") if ui.memo else ui.home()
    if ui.memo:
        return _number(ui, key)
    if key in "23" and _open(ui, key):
        ui.memo = {"kind": DEED if key == "2" else CARD, "typed": ""}
    elif key == "0":
        return ui.show("table.help")
    elif key == "D" and _no_banker(ui):
        return ui.show("table.banker_menu")
    elif key == "5":
        ui.sound = GOOD  # a sample, as loud as it is then
        return (("set", "volume", (ui.fact("setting", "volume") - 1) % 4),)
    elif key == "6":
        return (("set", "turned", not ui.fact("setting", "turned")),)
    elif key in _OPENS and _open(ui, key):
        ui.show(_OPENS[key])
        while key == "4" and any(legal == "B" for legal, _ in ui.inputs()):
            ui.key("B")  # past the money, to the last payments
    return ()


def _number(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    if "0" <= key <= "9":
        memo["typed"] += key
    if len(memo["typed"]) == 2 or (key == "#" and memo["typed"]):
        number = int(memo["typed"])
        memo["typed"] = ""
        return _tap_deed(ui, number) if memo["kind"] == DEED else _tap_card(ui, number)
    return ()


def _tap_deed(ui: Ui, space: int) -> Commands:
    """As if the deed of this space were tapped on the screen below."""
    deed = DEED_AT[space] if space < SPACES else DEEDS
    if deed >= DEEDS:
        return ui.notice(ui.say(words.NO_SUCH_DEED))
    return ui.onward(DEED, deed)


def _tap_card(ui: Ui, number: int) -> Commands:
    """The same for a card; they are numbered from 1."""
    if not 1 <= number <= CARDS:
        return ui.notice(ui.say(words.UNKNOWN_CARD))
    return ui.onward(CARD, number - 1)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    """A tag counts on the screen below."""
    return ui.onward(kind, number)
