"""CARD: a deck space. The box draws, or the real card is tapped or named by its number."""

from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double
from banker.ui.ui import CARD, DEED, TOKEN

LOOK_MS = 30000  # typed, not confirmed: cleared

_TAKE_CARD = const(102)
_TAP_IT_OR = const(103)
_DRAW = const(104)
_BY_NUMBER = const(105)
_CARD_NUMBER = const(106)
_THIS_ONE = const(107)
_BACK = const(42)
_UNDO_KEY = const(313)


def rows(ui) -> list:
    _, player, _, _, deck = ui.game.tasks[0]
    shown = [HEADER + (ui.word(12 + deck)[:21] if ui.word else ""), double(ui.name(player)[:10]), ""]
    typed = ui.memo.get("typed")
    if typed is None:
        return shown + ([ui.say(_TAKE_CARD), ui.say(_TAP_IT_OR)] if taps(ui) else [])
    about = ui.label(deck << 4 | int(typed) - 1) if ui.label and _known(typed) else ""
    return shown + [ui.say(_CARD_NUMBER, typed + "_"), about[:21], about[21:42]]


def _known(typed: str) -> bool:
    return typed != "" and 1 <= int(typed) <= 16


def keys(ui) -> list:
    typed = ui.memo.get("typed")
    if typed is None:
        return [("A", _DRAW), ("C", _BY_NUMBER), ("*", _UNDO_KEY)]
    legal = [(str(n), 0) for n in range(10) if _known(typed + str(n))]
    return legal + ([("#", _THIS_ONE)] if _known(typed) else []) + [("*", _BACK)]


def key(ui, key: str):
    typed = ui.memo.get("typed")
    if typed is None:
        if key == "A":
            ui.memo["box"] = 1
            return ({"do": "draw"},)
        if key == "C":
            ui.memo["typed"] = ""
        return ui.show("undo") if key == "*" else ()
    if key == "*":
        ui.memo = {}
    elif key == "#" and _known(typed):
        return ({"do": "card", "card": ui.game.tasks[0][4] << 4 | int(typed) - 1},)
    elif "0" <= key <= "9" and _known(typed + key):
        ui.memo["typed"] = typed + key
    return ()


def tap(ui, kind: int, number: int):
    if kind == CARD:
        return ({"do": "card", "card": number},)
    if kind == DEED:
        return ui.show("deed", number)
    return ui.show("player", number) if kind == TOKEN else ui.not_now()


def taps(ui) -> list:
    g = ui.game
    deck = g.tasks[0][4]
    return [] if g.rules.deck_source == "device" else [(CARD, deck << 4 | card) for card in g.decks[deck]]


def late(ui):
    return ui.forget_typed()
