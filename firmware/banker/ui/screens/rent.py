"""RENT: an owner asked; only the payer's token pays. Asked rent locks the dice until then."""

from banker.core.board import SPACE_OF
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.ui import TOKEN, double

_RENT = const(50)
_HAS = const(51)
_TAP_TO_PAY = const(52)
_RENT_KEYS = const(53)
_LET_GO = const(54)


def rows(ui) -> list:
    deed, payer, owner, amount = ui.asked
    cash = ui.game.cash[payer]
    return [
        HEADER + ui.say(_RENT, ui.place(SPACE_OF[deed])),
        double("%s>%s" % (ui.name(payer), ui.name(owner))),
        double(str(amount)),
        ui.say(_HAS, ui.name(payer), cash, cash - amount if cash > amount else 0),
        ui.say(_TAP_TO_PAY, ui.name(payer)),
        ui.say(_RENT_KEYS),
    ]


def key(ui, key: str):
    if key == "*":
        return ui.show("home")  # the question folds into a line there
    return ()


def tap(ui, kind: int, number: int):
    deed, payer, owner, _ = ui.asked
    if kind != TOKEN:
        return ui.not_now()
    if number != payer:
        return ui.wrong_token(number)
    return ({"do": "claim", "by": owner, "deed": deed, "from": payer},)
