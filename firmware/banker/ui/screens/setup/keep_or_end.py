"""NEW GAME while another game is not over: save that game, or end it if all players tap.

ui.memo:

    room       can the game be saved?
    consents   seats that agreed to end it; missing: nobody wants to end it yet
"""

from __future__ import annotations

from banker.ui import everybody_agrees, words
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 120000


def enter(ui: Ui) -> None:
    ui.memo["room"] = ui.fact("room")


def late(ui: Ui) -> Commands | None:
    ui.home()
    return ui.hint(ui.say(words.NOTHING_CHANGED))


def rows(ui: Ui) -> Rows:
    g = ui.game
    lines = [HEADER + ui.say(words.NEW_GAME)]
    if "consents" in ui.memo:
        missing = " ".join([ui.name(seat, 7) for seat in asks(ui)])
        lines += wrap(ui.say(words.ALL_END)) + [""] + wrap(ui.say(words.EVERYONE, missing))[:3]
    else:
        width = 7 if g.players < 5 else 4
        names = " ".join([ui.name(seat, width) for seat in range(g.players)])
        lines += wrap(ui.say(words.NOT_OVER, names))
        if not ui.memo["room"]:
            lines += wrap(ui.say(words.NO_ROOM_KEEP))
    return lines + [""] * (6 - len(lines))


def asks(ui: Ui) -> list[int]:
    """Seats whose tokens are still missing, once somebody wants to end the game."""
    return everybody_agrees.missing(ui) if "consents" in ui.memo else []


def keys(ui: Ui) -> Keys:
    legal: Keys = []
    if "consents" not in ui.memo:
        if ui.memo["room"]:
            legal.append(("A", words.KEEP_KEY))
        legal.append(("B", words.END_KEY))
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    if key == "*":
        if "consents" in memo:
            return ui.show("setup.keep_or_end")
        ui.draft = None
        return ui.home()
    if "consents" in memo:
        return ()
    if key == "A" and memo["room"]:
        ui.draft["keep"] = True
        return ui.show("setup.new_game")
    if key == "B":
        memo["consents"] = []
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if "consents" not in ui.memo:
        return ui.not_now()
    answer = everybody_agrees.tap(ui, kind, number)
    if answer is not None:
        return answer
    ui.draft["keep"] = False  # it ends when the next game begins
    return ui.show("setup.new_game")
