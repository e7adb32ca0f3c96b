"""LANDING: an unsold deed, before the lander has decided."""

from banker.core.board import SPACE_OF
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.ui import DEED

_PRICE = const(30)
_TAP_DEED_OR = const(31)
_LANDING_KEYS = const(32)
_OTHER_DEED = const(33)


def _deed(ui) -> int:
    return ui.game.tasks[0][4]


def rows(ui) -> list:
    player = ui.game.tasks[0][1]
    deed = _deed(ui)
    return [
        HEADER + "%s %s" % (ui.name(player), ui.place(SPACE_OF[deed])),
        "",
        BIG + str(ui.game.board.price[deed]),
        ui.say(_PRICE),
        ui.say(_TAP_DEED_OR),
        ui.say(_LANDING_KEYS),
    ]


def key(ui, key: str):
    if key == "A":
        return ui.show("offer")
    return ()


def tap(ui, kind: int, number: int):
    if kind == DEED:
        if number == _deed(ui):
            return ui.show("offer")
        return ui.notice(ui.say(_OTHER_DEED))
    return ()
