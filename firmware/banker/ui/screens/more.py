"""MORE: what is seldom needed, one digit each; also a deed or a card without its tag, by number."""

from banker.core.board import DEED_AT, DEEDS
from banker.core.state import phase
from banker.ui.const import const
from banker.ui.heard import GOOD
from banker.ui.paint import BIG, HEADER
from banker.ui.ui import BANKER, CARD, DEED

LOOK_MS = 120000

_BACK = const(42)
_MORE = const(320)
_TRADE_LINE = const(321)
_DEED_LINE = const(322)
_CARD_LINE = const(323)
_LEAVE_LINE = const(324)
_STOP_LINE = const(325)
_WHICH_SPACE = const(326)
_WHICH_CARD = const(327)
_NO_SUCH_DEED = const(328)
_LOG_LINE = const(339)
_HELP_KEY = const(342)
_UNKNOWN_CARD = const(459)
_SOUND_LINE = const(700)
_TURN_LINE = const(701)
_RULES_IN_PLAY = const(575)
_BANKER_KEY = const(717)

# In two columns: 1 to 5, then 6 to 9.
_LINES = (
    ("1", _TRADE_LINE),
    ("2", _DEED_LINE),
    ("3", _CARD_LINE),
    ("4", _LOG_LINE),
    ("5", _SOUND_LINE),
    ("6", _TURN_LINE),
    ("7", _RULES_IN_PLAY),
    ("8", _LEAVE_LINE),
    ("9", _STOP_LINE),
)
_OPENS = {"1": "trade", "4": "money", "7": "rules", "8": "leave", "9": "stop"}


def _legal(ui) -> list:
    trade = phase(ui.game) in ("roll", "end", "power", "buy", "debt")
    return [line for line in _LINES if trade or line[0] != "1"]


def _line(ui, digit: int) -> str:
    for line, word in _legal(ui):
        if line == str(digit):
            return ui.say(word, ui.fact("setting", "volume")) if word == _SOUND_LINE else ui.say(word)
    return ""


def rows(ui) -> list:
    kind = ui.memo.get("kind")
    if kind:
        ask = ui.say(_WHICH_SPACE if kind == DEED else _WHICH_CARD)
        return [HEADER + ui.say(_MORE), "", ask, BIG + (ui.memo["typed"] or " "), ""]
    lines = ["%-11s%s" % (_line(ui, at), _line(ui, at + 5)) for at in range(1, 6)]
    return [HEADER + ui.say(_MORE)] + lines + [""]


def keys(ui) -> list:
    if ui.memo.get("kind"):
        return [(digit, 0) for digit in "0123456789"] + [("#", 0), ("*", _BACK)]
    legal = [(line[0], 0) for line in _legal(ui)] + [("0", _HELP_KEY)]
    return legal + ([("D", _BANKER_KEY)] if _no_banker(ui) else []) + [("*", _BACK)]


def _no_banker(ui) -> bool:
    """Without a banker card its menu opens here."""
    return bool(ui.fact("missing", BANKER, 1))


def key(ui, key: str):
    memo = ui.memo
    if key == "*":
        return ui.show("more") if memo else ui.home()
    if memo:
        if "0" <= key <= "9":
            memo["typed"] += key
        if len(memo["typed"]) == 2 or (key == "#" and memo["typed"]):
            return _number(ui, memo["kind"], int(memo["typed"]))
    elif key in "23":
        ui.memo = {"kind": DEED if key == "2" else CARD, "typed": ""}
    elif key == "0":
        return ui.show("help")
    elif key == "D" and _no_banker(ui):
        return ui.show("banker")
    elif key == "5":
        ui.sound = GOOD  # a sample, as loud as it is then
        return (("set", "volume", (ui.fact("setting", "volume") - 1) % 4),)
    elif key == "6":
        return (("set", "turned", not ui.fact("setting", "turned")),)
    elif key in _OPENS and any(key == line[0] for line in _legal(ui)):
        ui.show(_OPENS[key])
        while key == "4" and any(legal == "B" for legal, _ in ui.inputs()):
            ui.key("B")  # past the money, to the last moves
    return ()


def _number(ui, kind: int, number: int):
    """As if its tag were tapped on the screen below."""
    ui.memo["typed"] = ""
    if kind == DEED:
        number = DEED_AT[number] if number < 40 else DEEDS
        if number >= DEEDS:
            return ui.notice(ui.say(_NO_SUCH_DEED))
    elif not 1 <= number <= 32:
        return ui.notice(ui.say(_UNKNOWN_CARD))
    else:
        number -= 1
    return ui.onward(kind, number)


def tap(ui, kind: int, number: int):
    """A tag is not lost to the menu."""
    return ui.onward(kind, number)
