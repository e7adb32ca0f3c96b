"""RENT: an owner asked; only the payer's token pays. Asked rent locks the dice until then."""

from banker.core.board import SPACE_OF
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double
from banker.ui.ui import TOKEN

LOOK_MS = 30000  # then the question folds into a line on the home screen; the rent stays asked

_RENT = const(50)
_HAS = const(51)
_TAP_TO_PAY = const(52)
_LATER = const(53)


def enter(ui) -> None:
    for claim in ui.game.claims:
        if claim[:4] == ui.asked and 0 < claim[5] < 0x8000:
            ui.show("throw")  # the dice decide how much


def rows(ui) -> list:
    deed, payer, owner, amount = ui.asked
    cash = ui.game.cash[payer]
    return [
        HEADER + ui.say(_RENT, ui.place(SPACE_OF[deed], 21 - len(ui.say(_RENT, "")))),
        ui.pair(payer, owner),
        double(str(amount)),
        ui.tell(_HAS, payer, cash, cash - amount if cash > amount else 0),
        ui.tell(_TAP_TO_PAY, payer),
    ]


def keys(ui) -> list:
    return [("*", _LATER)]


def key(ui, key: str):
    return ui.home() if key == "*" else ()


def tap(ui, kind: int, number: int):
    deed, payer, owner, _ = ui.asked
    if kind != TOKEN:
        return ui.not_now()
    if number != payer:
        return ui.wrong_token(number)
    return ({"do": "claim", "by": owner, "deed": deed, "from": payer},)
