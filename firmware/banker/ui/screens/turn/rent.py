"""RENT: an owner has asked; only the payer's token pays. Asked rent locks the dice until then.

Argument: any, if the owner skips this rent; then the owner's token confirms it, and the box forgets that the
rent was asked for.

Memo:
    waits   a debt or an auction is open, and this rent will line up behind it
"""

from __future__ import annotations

from banker.core.board import SPACE_OF
from banker.core.state import phase
from banker.core.tags import TOKEN
from banker.core.types import Command
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.rents_asked import ASKED_OWNER, ASKED_PAYER, paying, per_pip
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui


def enter(ui: Ui) -> None:
    if ui.args:
        return
    deed, _, owner, _ = rent = ui.rents.queue[0]
    g = ui.game
    trial = ui.trial(_claim(ui))
    if trial and g.tasks and len(trial.tasks) > len(g.tasks) and trial.tasks[0] == g.tasks[0]:
        ui.memo["waits"] = True
    elif per_pip(g, rent):
        ui.show("turn.rent_roll")  # the dice decide how much
    if g.owner[deed] != owner:
        ui.hint(ui.say(words.OWNED_IT_THEN, ui.name(owner)))


def _claim(ui: Ui) -> Command:
    deed, payer, owner, _ = ui.rents.queue[0]
    return {"do": "claim", "by": owner, "deed": deed, "from": payer}


def rows(ui: Ui) -> Rows:
    deed, payer, owner, amount = rent = ui.rents.queue[0]
    top = [
        HEADER + ui.say(words.RENT, ui.place(SPACE_OF[deed], 21 - len(ui.say(words.RENT, "")))),
        ui.pair(payer, owner),
    ]
    times = per_pip(ui.game, rent)
    top += ["", ui.say(words.THROW_FOR, times)] if times else [double(str(amount))]
    if "waits" in ui.memo:
        in_auction = phase(ui.game) == "auction"
        return top + [
            ui.say(words.AFTER_AUCTION if in_auction else words.AFTER_DEBT),
            ui.tell(words.TAP_NOTED, payer),
        ]
    return top + [
        paying(ui, payer, amount),
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
    if kind != TOKEN:
        return ui.not_now()
    if number != asks(ui)[0]:
        return ui.wrong_token(number)
    if ui.args:
        ui.rents.drop_first()
        return ui.home()
    return (_claim(ui),)
