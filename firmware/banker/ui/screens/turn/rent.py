"""RENT: an owner asked; only the payer's token pays. Asked rent locks the dice until then.

Opened with an argument: shall the owner let it go? Then the box forgets that it was asked.
"""

from banker.core.board import SPACE_OF
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double
from banker.ui.ui import TOKEN

_BACK = const(42)
_RENT = const(50)
_HAS = const(51)
_TAP_TO_PAY = const(52)
_OWNED_IT_THEN = const(615)
_WHY_KEY = const(616)
_LET_GO_KEY = const(617)
_TAP_TO_LET_GO = const(618)


def enter(ui) -> None:
    deed, payer, owner, amount = ui.asked
    if ui.args:
        return
    for claim in ui.game.claims:
        if claim[:3] == ui.asked[:3] and 0 < claim[5] < 0x8000:
            ui.show("throw")  # the dice decide how much
    if ui.game.owner[deed] != owner:
        ui.hint(ui.say(_OWNED_IT_THEN, ui.name(owner)))


def rows(ui) -> list:
    deed, payer, owner, amount = ui.asked
    cash = ui.game.cash[payer]
    ask = ui.tell(_TAP_TO_LET_GO, owner) if ui.args else ui.tell(_TAP_TO_PAY, payer)
    return [
        HEADER + ui.say(_RENT, ui.place(SPACE_OF[deed], 21 - len(ui.say(_RENT, "")))),
        ui.pair(payer, owner),
        double(str(amount)),
        ui.tell(_HAS, payer, cash, cash - amount if cash > amount else 0),
        ask,
    ]


def asks(ui) -> list:
    return [ui.asked[2 if ui.args else 1]]


def forced(ui) -> bool:
    return not ui.args


def keys(ui) -> list:
    return [("*", _BACK)] if ui.args else [("C", _WHY_KEY), ("D", _LET_GO_KEY), ("*", 0)]


def key(ui, key: str):
    if ui.args:
        return ui.show("rent") if key == "*" else ()
    if key == "C":
        return ui.show("why")
    if key == "D":
        return ui.show("rent", 1)
    return ui.home() if key == "*" else ()


def tap(ui, kind: int, number: int):
    deed, payer, owner, _ = ui.asked
    if kind != TOKEN:
        return ui.not_now()
    if number != asks(ui)[0]:
        return ui.wrong_token(number)
    if ui.args:
        ui.answered()
        return ui.home()
    return ({"do": "claim", "by": owner, "deed": deed, "from": payer},)
