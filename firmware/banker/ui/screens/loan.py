"""MORTGAGE, PAY BACK, SELL a bare deed to the bank: the sum, and the owner's token."""

from banker.core import parts
from banker.core.board import SPACE_OF
from banker.ui.const import const
from banker.ui.paint import BIG, HEADER
from banker.ui.ui import TOKEN

_TITLE_LOAN = const(190)
_TITLE_BACK = const(191)
_TITLE_SALE = const(192)
_NO_RENT_TILL = const(193)
_PAY_BACK_TAP = const(194)
_TAP_PAY_BACK = const(195)
_TAP_TO_SELL = const(183)
_SPACE = const(21)
_HAS = const(51)
_BACK = const(42)


def _order(ui) -> dict:
    deed, what = ui.args
    return {"do": what, "by": ui.game.owner[deed], "deed": deed}


def enter(ui) -> None:
    order = _order(ui)
    trial = ui.trial(order)
    owner = order["by"]
    ui.memo["sum"] = trial.cash[owner] - ui.game.cash[owner] if trial else 0


def rows(ui) -> list:
    g = ui.game
    deed, what = ui.args
    owner = g.owner[deed]
    gain = ui.memo["sum"]
    borrow = what == "mortgage"
    shown = [
        HEADER + ui.say(_TITLE_LOAN if borrow else _TITLE_BACK if what == "redeem" else _TITLE_SALE),
        ui.on(SPACE_OF[deed], _SPACE),
        BIG + "%+d" % gain,
    ]
    if borrow:
        payoff = parts.load("mortgage").payoff(g, deed)
        return shown + [ui.say(_NO_RENT_TILL), ui.tell(_PAY_BACK_TAP, owner, payoff)]
    has = ui.tell(_HAS, owner, g.cash[owner], g.cash[owner] + gain)
    return shown + [has, ui.tell(_TAP_PAY_BACK if what == "redeem" else _TAP_TO_SELL, owner)]


def asks(ui) -> list:
    return [ui.game.owner[ui.args[0]]]


def keys(ui) -> list:
    return [("*", _BACK)]


def key(ui, key: str):
    return ui.show("deed", ui.args[0]) if key == "*" else ()


def tap(ui, kind: int, number: int):
    order = _order(ui)
    if kind != TOKEN:
        return ui.not_now()
    if number != order["by"]:
        return ui.wrong_token(number)
    return (order,)
