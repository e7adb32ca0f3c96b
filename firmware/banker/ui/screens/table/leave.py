"""LEAVE THE GAME: a player leaves by tapping the same token twice.

ui.memo is empty until the first tap, then it has:

    seat     the seat of the player who leaves
"""

from __future__ import annotations

from banker.core.tags import TOKEN
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.sounds import OUT
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

LOOK_MS = 30000


def rows(ui: Ui) -> Rows:
    head = HEADER + ui.say(words.LEAVE)
    leaver = ui.memo.get("seat")
    if leaver is None:
        return [head, "", "", ui.say(words.TAP_WHO_LEAVES), "", "", ""]
    return [
        head,
        double(ui.name(leaver)[:10]),
        ui.say(words.ALL_IS_LEFT),
        ui.say(words.TO_THE_BANK),
        "",
        ui.tell(words.TAP_AGAIN, leaver),
    ]


def asks(ui: Ui) -> list[int]:
    return [ui.memo["seat"]] if ui.memo else []


def taps(ui: Ui) -> Tags:
    if ui.memo:
        return []
    return [(TOKEN, seat) for seat in range(ui.game.players) if not ui.game.out[seat]]


def late(ui: Ui) -> Commands | None:
    ui.home()
    return ui.hint(ui.say(words.NOTHING_CHANGED))


def keys(ui: Ui) -> Keys:
    return [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    return ui.home() if key == "*" else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind != TOKEN:
        return ui.not_now()
    leaver = ui.memo.get("seat")
    if leaver is None:
        if ui.game.out[number]:
            return ui.notice(ui.say(words.PLAYER_OUT))
        ui.memo["seat"] = number
        return ()
    if number != leaver:
        return ui.wrong_token(number)
    ui.sound = OUT
    return ({"do": "resign", "by": leaver},)
