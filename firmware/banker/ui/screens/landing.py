"""LANDING: an unsold deed, before the lander has decided."""

from banker.core.board import SPACE_OF
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.ui import DEED, TOKEN

_PRICE = const(30)
_TAP_DEED_OR = const(31)
_BUY = const(32)
_AUCTION_IT = const(230)
_NO_THANKS = const(231)
_TAP_TO_DECLINE = const(232)
_TAP_NO_THANKS = const(233)
_BACK = const(42)
_UNDO_KEY = const(313)
_MORE_KEY = const(329)


def rows(ui) -> list:
    player, deed = ui.game.tasks[0][1], ui.game.tasks[0][4]
    name = ui.name(player)[:8]
    ask = (_PRICE, _TAP_DEED_OR)
    if ui.args:  # not wanted
        ask = (_TAP_NO_THANKS if ui.game.rules.auction_mode == "never" else _TAP_TO_DECLINE, 0)
    return [
        HEADER + "%s %s" % (name, ui.place(SPACE_OF[deed], 20 - len(name))),
        "",
        BIG + str(ui.game.board.price[deed]),
        ui.tell(ask[0], player),
        ui.say(ask[1]) if ask[1] else "",
    ]


def keys(ui) -> list:
    if ui.args:
        return [("*", _BACK)]
    no = _NO_THANKS if ui.game.rules.auction_mode == "never" else _AUCTION_IT
    return [("A", _BUY), ("B", no), ("*", _UNDO_KEY), ("D", _MORE_KEY)]


def asks(ui) -> list:
    return [ui.game.tasks[0][1]] if ui.args else []


def taps(ui) -> list:
    return [] if ui.args else [(DEED, ui.game.tasks[0][4])]


def key(ui, key: str):
    if ui.args:
        return ui.home() if key == "*" else ()
    if key == "A":
        return ui.show("offer")
    if key == "B":
        return ui.show("landing", 1)
    return ui.show("undo" if key == "*" else "more") if key in "*D" else ()


def tap(ui, kind: int, number: int):
    if ui.args:
        if kind != TOKEN:
            return ui.not_now()
        return ({"do": "decline"},) if number == ui.game.tasks[0][1] else ui.wrong_token(number)
    if kind == TOKEN:
        return ui.show("player", number)
    if kind != DEED:
        return ui.no_card()
    if number == ui.game.tasks[0][4]:
        return ui.show("offer")
    return () if ui.ask(number) else ui.show("deed", number)
