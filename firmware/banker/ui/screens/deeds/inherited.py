"""INHERITED: the heir is asked for each mortgaged deed, the cheapest first, whether to pay it back now.

The interest is paid, so in this turn the loan alone is enough (S-4). `B Later` skips all that remain; the
deed card offers the same until the turn is over.

ui.memo:

    deed   which one is asked about; none: there is nothing to ask, and this screen closes
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import NO_DEED, SPACE_OF
from banker.core.state import INHERITED
from banker.core.tags import TOKEN
from banker.core.types import Command
from banker.ui import words
from banker.ui.paint import BIG, HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui


def _order(ui: Ui, deed: int) -> Command:
    return {"do": "redeem", "by": ui.game.owner[deed], "deed": deed}


def enter(ui: Ui) -> None:
    deed = lazy.load("hand_over").to_pay_back(ui.game)
    if deed == NO_DEED:
        ui.home()
    else:
        ui.memo["deed"] = deed


def rows(ui: Ui) -> Rows:
    g = ui.game
    deed = ui.memo["deed"]
    heir = ui.name(g.owner[deed], 8)
    rules = lazy.load("rules.mortgage")
    name = ui.place(SPACE_OF[deed], 21 - len(heir) - 2)
    return [
        HEADER + "%s: %s" % (heir, name),
        ui.say(words.IS_MORTGAGED),
        ui.say(words.INTEREST_WAS, rules.on_transfer(g, deed, INHERITED)),
        BIG + str(rules.payoff(g, deed)),
        ui.tell(words.PAY_BACK_NOW, g.owner[deed]),
    ]


def asks(ui: Ui) -> list[int]:
    return [ui.game.owner[ui.memo["deed"]]] if ui.memo else []


def keys(ui: Ui) -> Keys:
    return [("B", words.LATER)]


def key(ui: Ui, key: str) -> Commands:
    return ui.home() if key == "B" else ()


def late(ui: Ui) -> Commands:
    return ui.home()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    order = _order(ui, ui.memo["deed"])
    if kind != TOKEN:
        return ui.not_now()
    return (order,) if number == order["by"] else ui.wrong_token(number)


def after(ui: Ui) -> bool:
    ui.show("deeds.inherited")
    return True
