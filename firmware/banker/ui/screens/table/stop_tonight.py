"""STOP FOR TONIGHT: says that the box may be unplugged, because every step is saved already.

In a timed game it first asks whether the agreed hour has come (S-11); for that all players tap. ui.memo:

    page       SAVED, or CHOICE, or HOUR: all tap for the last turn
    consents   seats that agreed
"""

from __future__ import annotations

from banker.ui import everybody_agrees, words
from banker.ui.layout import double, wrap
from banker.ui.paint import HEADER, KEY
from banker.ui.sounds import DOORBELL
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

SAVED, CHOICE, HOUR = range(3)
# By time_end: what is played before the count.
_LAST = {
    "finish_turn": words.TURN_IS_LAST,
    "finish_round": words.ROUND_IS_LAST,
    "immediate": words.COUNT_NOW,
}


def enter(ui: Ui) -> None:
    g = ui.game
    can_call = "time" in g.rules.ends and not g.ending and not g.over
    ui.memo = {"page": CHOICE if can_call else SAVED, "consents": []}


def rows(ui: Ui) -> Rows:
    page = ui.memo["page"]
    if page == CHOICE:
        stop, hour = KEY + "A " + ui.say(words.STOP_KEY_LONG), KEY + "B " + ui.say(words.TIME_IS_UP)
        return [HEADER + ui.say(words.STOP_OR_HOUR), "", stop, "", hour, ""]
    if page == HOUR:
        last = words.COUNT_NOW if ui.game.rules.mode == "banker" else _LAST[ui.game.rules.time_end]
        missing = " ".join([ui.name(seat, 7) for seat in asks(ui)])
        top = [HEADER + ui.say(words.TIME_IS_UP), ""] + wrap(ui.say(last))
        question = wrap(ui.say(words.EVERYONE, missing))[:2]
        return top + [""] * (7 - len(top) - len(question)) + question
    return [
        HEADER + ui.say(words.STOP_TONIGHT),
        "",
        double(ui.say(words.SAVED)),
        ui.say(words.PULL_PLUG),
        "",
        "",
    ]


def asks(ui: Ui) -> list[int]:
    """Seats whose tokens are still missing."""
    if ui.memo["page"] != HOUR:
        return []
    return everybody_agrees.missing(ui)


def late(ui: Ui) -> Commands | None:
    ui.home()
    return ui.hint(ui.say(words.NOTHING_CHANGED))


def keys(ui: Ui) -> Keys:
    page = ui.memo["page"]
    if page == CHOICE:
        return [("A", 0), ("B", 0), ("*", words.BACK)]
    return [("*", words.BACK)] if page == HOUR else [("#", words.PLAY_ON)]


def key(ui: Ui, key: str) -> Commands:
    if ui.memo["page"] == CHOICE and key in "AB":
        ui.memo["page"] = SAVED if key == "A" else HOUR
        return ()
    return () if ui.memo["page"] == HOUR and key != "*" else ui.home()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if ui.memo["page"] != HOUR:
        return ui.onward(kind, number)
    answer = everybody_agrees.tap(ui, kind, number)
    return ({"do": "time-up"},) if answer is None else answer


def after(ui: Ui) -> bool:
    """The hour was called: the turn goes on, or the count comes."""
    if ui.game.over:
        return False
    ui.home()
    ui.load("hour_and_host").strike(ui)
    ui.sound = DOORBELL
    return True
