"""LEAVE THE GAME: the token that leaves, twice."""

from banker.ui.const import const
from banker.ui.heard import OUT
from banker.ui.paint import HEADER
from banker.ui.speech import double
from banker.ui.ui import TOKEN

LOOK_MS = 30000

_BACK = const(42)
_LEAVE = const(330)
_WHO_LEAVES = const(331)
_ALL_IS_LEFT = const(332)
_TO_THE_BANK = const(333)
_TAP_AGAIN = const(334)
_PLAYER_OUT = const(449)
_NOTHING_CHANGED = const(362)


def rows(ui) -> list:
    head = HEADER + ui.say(_LEAVE)
    who = ui.memo.get("who")
    if who is None:
        return [head, "", "", ui.say(_WHO_LEAVES), "", "", ""]
    return [head, double(ui.name(who)[:10]), ui.say(_ALL_IS_LEFT), ui.say(_TO_THE_BANK)] + [
        "",
        ui.tell(_TAP_AGAIN, who),
    ]


def asks(ui) -> list:
    return [ui.memo["who"]] if ui.memo else []


def taps(ui) -> list:
    return [] if ui.memo else [(TOKEN, p) for p in range(ui.game.players) if not ui.game.out[p]]


def late(ui):
    ui.home()
    return ui.hint(ui.say(_NOTHING_CHANGED))


def keys(ui) -> list:
    return [("*", _BACK)]


def key(ui, key: str):
    return ui.home() if key == "*" else ()


def tap(ui, kind: int, number: int):
    if kind != TOKEN:
        return ui.not_now()
    who = ui.memo.get("who")
    if who is None:
        if ui.game.out[number]:
            return ui.notice(ui.say(_PLAYER_OUT))
        ui.memo["who"] = number
        return ()
    if number != who:
        return ui.wrong_token(number)
    ui.sound = OUT
    return ({"do": "resign", "by": who},)
