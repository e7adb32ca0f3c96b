"""CORRECT: fixes a mistake that undo does not reach: a player's cash or space, if all players tap.

ui.memo is empty until a player was tapped, then it has:

    seat       of the player who is corrected
    typed      the digits of an amount or of a space
    order      the command, once it is known whether cash or space changes
    consents   seats that agreed to it
"""

from __future__ import annotations

from banker.core.board import SPACES
from banker.core.tags import TOKEN
from banker.ui import everybody_agrees, words
from banker.ui.layout import wrap
from banker.ui.paint import BIG, HEADER
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

LOOK_MS = 120000


def rows(ui: Ui) -> Rows:
    memo = ui.memo
    head = HEADER + ui.say(words.CORRECT)
    if not memo:
        return [head, "", "", ui.say(words.TAP_WHO), "", "", ""]
    lines = [head, ui.name(memo["seat"])]
    if "order" not in memo:
        return lines + [BIG + memo["typed"], ui.say(words.MORE_OR_LESS), ""]
    order = memo["order"]
    if "cash" in order:
        lines.append(BIG + "%+d" % order["cash"])
    else:
        space = order["space"]
        lines += ["", ui.say(words.ON, space, ui.place(space, 15)), ""]
    missing = [ui.name(seat, 7) for seat in everybody_agrees.missing(ui)]
    return lines + (wrap(ui.say(words.EVERYONE, " ".join(missing))) + [""])[:2]


def _players(ui: Ui) -> list[int]:
    """The seats that are in the game."""
    return [seat for seat in range(ui.game.players) if not ui.game.out[seat]]


def taps(ui: Ui) -> Tags:
    memo = ui.memo
    if memo and "order" not in memo:
        return []
    return [(TOKEN, seat) for seat in _players(ui) if seat not in memo.get("consents", ())]


def keys(ui: Ui) -> Keys:
    legal: Keys = [("*", words.BACK)]
    if ui.memo and "order" not in ui.memo:
        typed = ui.memo["typed"]
        digits: Keys = [(digit, 0) for digit in "0123456789"]
        legal = digits + legal
        if int(typed or 0):
            legal += [("A", words.MORE_SUM), ("B", words.LESS_SUM)]
        if len(typed) in (1, 2) and int(typed) < SPACES:
            legal.append(("C", words.SPACE_KEY))
    return legal


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    if key == "*":
        return ui.show("table.correction") if memo else ui.home()
    if not memo or "order" in memo:
        return ()
    typed = memo["typed"]
    if "0" <= key <= "9":
        memo["typed"] = (typed + key)[:6]
    elif key in [legal for legal, _ in keys(ui)]:
        order = {"do": "correct", "by": memo["seat"]}
        if key == "C":
            order["space"] = int(typed)
        else:
            order["cash"] = int(typed) if key == "A" else -int(typed)
        if not ui.load("refusal_text").refuses(ui, order):
            memo["order"] = order
            memo["consents"] = []
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    memo = ui.memo
    if kind != TOKEN:
        return ui.not_now()
    if ui.game.out[number]:
        return ui.notice(ui.say(words.PLAYER_OUT))
    if not memo:
        memo["seat"] = number
        memo["typed"] = ""
        return ()
    if "order" not in memo:
        return ui.not_now()
    answer = everybody_agrees.tap(ui, kind, number)
    return (memo["order"],) if answer is None else answer
