"""RENT: an owner has asked; only the payer's token pays. Asked rent locks the dice until then.

Argument: any, if the owner skips this rent; then the owner's token confirms it, and the box forgets that the
rent was asked for.
"""

from __future__ import annotations

from banker.core.board import SPACE_OF
from banker.core.tags import TOKEN
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.rents_asked import ASKED_OWNER, ASKED_PAYER, per_pip
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui


def enter(ui: Ui) -> None:
    rent = ui.rents.queue[0]
    if ui.args:
        return
    if per_pip(ui.game, rent):
        ui.show("turn.rent_roll")  # the dice decide how much
    deed, _, owner, _ = rent
    if ui.game.owner[deed] != owner:
        ui.hint(ui.say(words.OWNED_IT_THEN, ui.name(owner)))


def rows(ui: Ui) -> Rows:
    deed, payer, owner, amount = ui.rents.queue[0]
    cash = ui.game.cash[payer]
    return [
        HEADER + ui.say(words.RENT, ui.place(SPACE_OF[deed], 21 - len(ui.say(words.RENT, "")))),
        ui.pair(payer, owner),
        double(str(amount)),
        ui.tell(words.HAS, payer, cash, max(cash - amount, 0)),
        ui.tell(words.TAP_TO_LET_GO, owner) if ui.args else ui.tell(words.TAP_TO_PAY, payer),
    ]


def asks(ui: Ui) -> list[int]:
    return [ui.rents.queue[0][ASKED_OWNER if ui.args else ASKED_PAYER]]


def forced(ui: Ui) -> bool:
    return not ui.args


def keys(ui: Ui) -> Keys:
    return [("*", words.BACK)] if ui.args else [("C", words.WHY_KEY), ("D", words.LET_GO_KEY), ("*", 0)]


def key(ui: Ui, key: str) -> Commands:
    if ui.args:
        return ui.show("turn.rent") if key == "*" else ()
    if key == "C":
        return ui.show("turn.rent_why")
    if key == "D":
        return ui.show("turn.rent", 1)
    return ui.home() if key == "*" else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    deed, payer, owner, _ = ui.rents.queue[0]
    if kind != TOKEN:
        return ui.not_now()
    if number != asks(ui)[0]:
        return ui.wrong_token(number)
    if ui.args:
        ui.rents.drop_first()
        return ui.home()
    return ({"do": "claim", "by": owner, "deed": deed, "from": payer},)
