"""MORTGAGE, PAY BACK, SELL a deed to the bank: shows the amount and asks for the owner's token.

ui.args:

    deed    which one
    do      the command: "mortgage", "redeem" or "sell-deed"

ui.memo:

    gain    what the owner gets; negative: what it costs
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.board import SPACE_OF
from banker.core.tags import TOKEN
from banker.core.types import Command
from banker.ui import words
from banker.ui.paint import BIG, HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui


def _order(ui: Ui) -> Command:
    deed, do = ui.args
    return {"do": do, "by": ui.game.owner[deed], "deed": deed}


def enter(ui: Ui) -> None:
    order = _order(ui)
    trial = ui.trial(order)
    owner = order["by"]
    ui.memo["gain"] = trial.cash[owner] - ui.game.cash[owner] if trial else 0


def rows(ui: Ui) -> Rows:
    g = ui.game
    deed, do = ui.args
    owner = g.owner[deed]
    gain = ui.memo["gain"]
    title = words.TITLE_SALE
    if do != "sell-deed":
        title = words.TITLE_LOAN if do == "mortgage" else words.TITLE_BACK
    lines = [HEADER + ui.say(title), ui.on(SPACE_OF[deed], words.SPACE), BIG + "%+d" % gain]
    if do == "mortgage":
        payoff = lazy.load("rules.mortgage").payoff(g, deed)
        return lines + [ui.say(words.NO_RENT_TILL), ui.tell(words.PAY_BACK_TAP, owner, payoff)]
    has = ui.tell(words.HAS, owner, g.cash[owner], g.cash[owner] + gain)
    return lines + [has, ui.tell(words.TAP_PAY_BACK if do == "redeem" else words.TAP_TO_SELL, owner)]


def asks(ui: Ui) -> list[int]:
    return [ui.game.owner[ui.args[0]]]


def keys(ui: Ui) -> Keys:
    return [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    return ui.show("deeds.deed", ui.args[0]) if key == "*" else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    order = _order(ui)
    if kind != TOKEN:
        return ui.not_now()
    if number != order["by"]:
        return ui.wrong_token(number)
    return (order,)
