"""LANDING: an unsold deed, before the lander has decided."""

from banker.core.board import SPACE_OF
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.ui import DEED

_PRICE = const(30)
_TAP_DEED_OR = const(31)
_BUY = const(32)
_OTHER_DEED = const(33)
_UNDO_KEY = const(313)
_MORE_KEY = const(329)


def rows(ui) -> list:
    player, deed = ui.game.tasks[0][1], ui.game.tasks[0][4]
    return [
        HEADER + "%s %s" % (ui.name(player), ui.place(SPACE_OF[deed], 20 - len(ui.name(player)))),
        "",
        BIG + str(ui.game.board.price[deed]),
        ui.say(_PRICE),
        ui.say(_TAP_DEED_OR),
    ]


def keys(ui) -> list:
    return [("A", _BUY), ("*", _UNDO_KEY), ("D", _MORE_KEY)]


def key(ui, key: str):
    if key == "A":
        return ui.show("offer")
    return ui.show("undo" if key == "*" else "more") if key in "*D" else ()


def tap(ui, kind: int, number: int):
    if kind != DEED:
        return ()
    if number == ui.game.tasks[0][4]:
        return ui.show("offer")
    return () if ui.ask(number) else ui.notice(ui.say(_OTHER_DEED))
