"""NAME: what a token is called, with phone letters. ui.args: its token; in play, its seat too."""

from banker.ui import draft
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double

BEFORE = True
LOOK_MS = 120000

_NAME_OF = const(569)
_LETTERS_OF = const(570)  # by key, 1 to 9
_KEYS_ABOVE = const(571)  # and the row after it
_NEXT_LETTER = const(573)
_NAME_TAKEN = const(574)
_BANK = const(7)
_POT_WORD = const(249)
_OK_KEY = const(529)
_BACK = const(42)
_TAKE_BACK = const(379)

_NAME_MOST = 12


def _close(ui):
    if len(ui.args) > 1:
        return ui.show("player", ui.args[1])
    return ui.show("setup")


def late(ui):
    return _close(ui)


def enter(ui) -> None:
    ui.memo["typed"] = ""
    ui.memo["key"] = ""  # the one that the last letter came from, as long as it may change


def rows(ui) -> list:
    token = ui.args[0]
    old = ui.name(ui.args[1]) if len(ui.args) > 1 else draft.name(ui, token).upper()
    typed = ui.memo["typed"]
    cursor = "" if len(typed) == _NAME_MOST or ui.memo["key"] else "_"
    return [
        HEADER + ui.say(_NAME_OF, old)[:21],
        double((typed + cursor)[-10:]),
        "",
        ui.say(_KEYS_ABOVE),
        ui.say(_KEYS_ABOVE + 1),
        "",
    ]


def keys(ui) -> list:
    legal: list = [(digit, 0) for digit in "0123456789"]
    if ui.memo["key"]:
        legal.append(("A", _NEXT_LETTER))
    return legal + [("#", _OK_KEY), ("*", _TAKE_BACK if ui.memo["typed"] else _BACK)]


def key(ui, key: str):
    memo = ui.memo
    typed = memo["typed"]
    if key == "*":
        if not typed:
            return _close(ui)
        memo["typed"] = typed[:-1]
        memo["key"] = ""
    elif key == "A":
        memo["key"] = ""
    elif key == "#":
        return _done(ui, typed.strip())
    elif "0" <= key <= "9":
        letters = ui.say(_LETTERS_OF).split(" ")[int(key) - 1] if key != "0" else " 0"
        if key == memo["key"]:
            at = letters.find(typed[-1])
            memo["typed"] = typed[:-1] + letters[(at + 1) % len(letters)]
        elif len(typed) < _NAME_MOST:
            memo["typed"] = typed + letters[0]
            memo["key"] = key
    return ()


def _done(ui, name: str):
    token = ui.args[0]
    if len(ui.args) > 1:
        others = [other.upper() for other in ui.names if other != ui.names[ui.args[1]]]
        if not name:
            return _close(ui)
    else:
        others = [draft.name(ui, other).upper() for other in range(8) if other != token]
    if name in others or name in (ui.say(_BANK), ui.say(_POT_WORD)):
        return ui.notice(ui.say(_NAME_TAKEN))
    if len(ui.args) == 1:
        ui.draft["names"][token] = name
    _close(ui)
    return (("name", token, name),)


def tap(ui, kind: int, number: int):
    return ui.not_now()
