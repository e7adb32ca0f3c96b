"""OFFER: the lander's token buys, and only here."""

from banker.core.board import SPACE_OF
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.ui import DEED, TOKEN

_YOU_HAVE = const(40)
_TAP_TO_BUY = const(41)
_BACK = const(42)
_SHORT_BY = const(43)
_AUCTION_IT = const(230)
_NO_THANKS = const(231)
_RAISE_OR = const(614)


def rows(ui) -> list:
    g = ui.game
    player, deed = g.tasks[0][1], g.tasks[0][4]
    name = ui.name(player)[:8]
    price = g.board.price[deed]
    cash = g.cash[player]
    left = ui.say(_YOU_HAVE, cash, cash - price) if cash >= price else ui.say(_SHORT_BY, price - cash)
    return [
        HEADER + "%s %s" % (name, ui.place(SPACE_OF[deed], 20 - len(name))),
        BIG + str(price),
        left,
        "",
        ui.tell(_TAP_TO_BUY, player),
    ]


def asks(ui) -> list:
    return [ui.game.tasks[0][1]]


def keys(ui) -> list:
    return [("B", _NO_THANKS if ui.game.rules.auction_mode == "never" else _AUCTION_IT), ("*", _BACK)]


def key(ui, key: str):
    return ui.home() if key == "*" else ui.show("landing", 1) if key == "B" else ()


def tap(ui, kind: int, number: int):
    g = ui.game
    player = g.tasks[0][1]
    short = g.board.price[g.tasks[0][4]] - g.cash[player]
    if kind == DEED and short > 0 and g.owner[number] == player:
        return ui.show("deed", number)  # to raise the cash
    if kind != TOKEN:
        return ui.not_now()
    if number != player:
        return ui.wrong_token(number)
    if short > 0:
        return ui.notice(ui.say(_RAISE_OR, short))
    return ({"do": "buy"},)
