"""OFFER: the lander's token buys the deed, and only here."""

from __future__ import annotations

from banker.core.board import SPACE_OF
from banker.core.state import EXTRA, WHO
from banker.core.tags import DEED, TOKEN
from banker.ui import words
from banker.ui.paint import BIG, HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui


def rows(ui: Ui) -> Rows:
    g = ui.game
    player, deed = g.tasks[0][WHO], g.tasks[0][EXTRA]
    name = ui.name(player, 8)
    price = g.board.price[deed]
    cash = g.cash[player]
    left = (
        ui.say(words.YOU_HAVE, cash, cash - price) if cash >= price else ui.say(words.SHORT_BY, price - cash)
    )
    return [
        HEADER + "%s %s" % (name, ui.place(SPACE_OF[deed], 20 - len(name))),
        BIG + str(price),
        left,
        "",
        ui.tell(words.TAP_TO_BUY, player),
    ]


def asks(ui: Ui) -> list[int]:
    return [ui.game.tasks[0][WHO]]


def keys(ui: Ui) -> Keys:
    no = words.NO_THANKS if ui.game.rules.auction_mode == "never" else words.AUCTION_IT
    return [("B", no), ("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    return ui.home() if key == "*" else ui.show("turn.landing", 1) if key == "B" else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    g = ui.game
    player = g.tasks[0][WHO]
    missing = g.board.price[g.tasks[0][EXTRA]] - g.cash[player]
    if kind == DEED and missing > 0 and g.owner[number] == player:
        return ui.show("deeds.deed", number)  # to raise the cash
    if kind != TOKEN:
        return ui.not_now()
    if number != player:
        return ui.wrong_token(number)
    if missing > 0:
        return ui.notice(ui.say(words.RAISE_OR, missing))
    return ({"do": "buy"},)
