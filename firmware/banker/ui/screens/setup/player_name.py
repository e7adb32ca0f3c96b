"""NAME: the name of a player is typed with the digits, as on an old phone.

Each word begins with a capital letter, and B changes the last letter. Page and report show the name so; the
display has all names in capitals.

ui.args:

    token   whose name it is
    seat    in play: the seat of that token; missing at set-up

ui.memo:

    typed   the letters so far
    key     the digit of the last letter, while pressing it again changes that letter; "": it stays
"""

from __future__ import annotations

from banker.core.tags import TOKENS
from banker.ui import setup_draft, words
from banker.ui.layout import CAPITALS, SMALL, capitals, double
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

TOKEN_NUMBERS = True
LOOK_MS = 120000


def _in_play(ui: Ui) -> bool:
    return len(ui.args) > 1


def _close(ui: Ui) -> Commands:
    return ui.show("table.player", ui.args[1]) if _in_play(ui) else ui.show("setup.new_game")


def late(ui: Ui) -> Commands | None:
    return _close(ui)


def enter(ui: Ui) -> None:
    ui.memo["typed"] = ""
    ui.memo["key"] = ""


def _small(letter: str) -> str:
    at = CAPITALS.find(letter)
    return SMALL[at] if at >= 0 else letter.lower()


def _with(typed: str, letter: str) -> str:
    """With one more letter: a capital where a word begins."""
    return typed + (letter if not typed or typed[-1] in " -.'" else _small(letter))


def _other_case(typed: str) -> str:
    """With the last letter as a capital if it is small, and small if it is a capital."""
    if not typed:
        return typed
    last = typed[-1]
    return typed[:-1] + (capitals(last) if last != capitals(last) else _small(last))


def rows(ui: Ui) -> Rows:
    name = ui.name(ui.args[1]) if _in_play(ui) else capitals(setup_draft.name(ui, ui.args[0]))
    typed = ui.memo["typed"]
    cursor = "" if len(typed) == setup_draft.NAME_MOST or ui.memo["key"] else "_"
    return [
        HEADER + ui.say(words.NAME_OF, name)[:21],
        double((typed + cursor)[-10:]),
        "",
        ui.say(words.KEYS_ABOVE),
        ui.say(words.KEYS_BELOW),
        "",
    ]


def keys(ui: Ui) -> Keys:
    legal: Keys = [(digit, 0) for digit in "0123456789"]
    if ui.memo["key"]:
        legal.append(("A", words.NEXT_LETTER))
    if _other_case(ui.memo["typed"]) != ui.memo["typed"]:
        legal.append(("B", words.SMALL_OR_CAPITAL))
    return legal + [("#", words.OK_KEY), ("*", words.TAKE_BACK if ui.memo["typed"] else words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    typed = memo["typed"]
    if key == "*":
        if not typed:
            return _close(ui)
        memo["typed"] = typed[:-1]
        memo["key"] = ""
    elif key == "A":
        memo["key"] = ""
    elif key == "B":
        memo["typed"] = _other_case(typed)
        memo["key"] = ""
    elif key == "#":
        return _save(ui, typed.strip())
    elif "0" <= key <= "9":
        letters = ui.say(words.LETTERS_OF).split(" ")[int(key) - 1] if key != "0" else " 0"
        if key == memo["key"]:
            at = letters.find(capitals(typed[-1]))
            memo["typed"] = _with(typed[:-1], letters[(at + 1) % len(letters)])
        elif len(typed) < setup_draft.NAME_MOST:
            memo["typed"] = _with(typed, letters[0])
            memo["key"] = key
    return ()


def _save(ui: Ui, name: str) -> Commands:
    token = ui.args[0]
    if _in_play(ui):
        if not name:
            return _close(ui)
        others = [capitals(other) for other in ui.names if other != ui.names[ui.args[1]]]
    else:
        others = [capitals(setup_draft.name(ui, other)) for other in range(TOKENS) if other != token]
    if capitals(name) in others or capitals(name) in (ui.say(words.BANK), ui.say(words.POT_WORD)):
        return ui.notice(ui.say(words.NAME_TAKEN))
    if not _in_play(ui):
        ui.draft["names"][token] = name
    _close(ui)
    return (("name", token, name),)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.not_now()
