"""ROLL FOR RENT: the dice decide the rent. Two digits, the amount is shown, the payer's token pays it."""

from __future__ import annotations

from typing import Any

from banker.core.board import SPACE_OF
from banker.core.state import phase
from banker.core.tags import TOKEN
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.rents_asked import paying, per_pip
from banker.ui.sounds import TICK
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 30000


def _is_due(ui: Ui) -> bool:
    """The rules wait for this roll; otherwise an owner has asked for a rent that needs one."""
    return phase(ui.game) == "throw"


def _terms(ui: Ui) -> tuple[int, int, int, int]:
    """(payer, owner, times the dice, deed)."""
    if _is_due(ui):
        _, payer, owner, times, deed = ui.game.tasks[0]
        return payer, owner, times, deed
    deed, payer, owner, _ = rent = ui.rents.queue[0]
    return payer, owner, per_pip(ui.game, rent), deed


def rows(ui: Ui) -> Rows:
    payer, owner, times, deed = _terms(ui)
    top = [
        HEADER + ui.say(words.RENT, ui.place(SPACE_OF[deed], 21 - len(ui.say(words.RENT, "")))),
        ui.pair(payer, owner),
    ]
    if len(ui.dice) == 2:
        a, b = ui.dice
        amount = times * (a + b)
        has_it = ui.game.cash[payer] >= amount
        return top + [
            double(str(amount)),
            "%d x (%d + %d)" % (times, a, b) if has_it else paying(ui, payer, amount),
            ui.tell(words.TAP_TO_PAY, payer),
        ]
    if ui.game.rules.dice_source == "device":
        return top + ["", ui.say(words.THROW_FOR, times), "", ui.tell(words.TAP_TO_THROW, payer)]
    first = ui.dice[0] if ui.dice else "_"
    return top + ["", ui.say(words.THROW_FOR, times), ui.say(words.KEY_BOTH, first), ""]


def asks(ui: Ui) -> list[int]:
    ready = len(ui.dice) == 2 or ui.game.rules.dice_source == "device"
    return [_terms(ui)[0]] if ready else []


def forced(ui: Ui) -> bool:
    return bool(asks(ui))


def late(ui: Ui) -> Commands | None:
    """Typed dice are cleared; a rent that was only asked for becomes a line on the home screen."""
    if not _is_due(ui):
        return ui.home()
    if not ui.dice:
        return None
    ui.dice = []
    ui.sound = TICK
    return ()


def keys(ui: Ui) -> Keys:
    legal: Keys = []
    if len(ui.dice) < 2 and ui.game.rules.dice_source != "device":
        legal = [(str(die), 0) for die in range(1, 7)]
    if ui.dice:
        return legal + [("*", words.FIX_DICE)]
    if _is_due(ui):
        return legal + [("*", words.UNDO_KEY)]
    return legal + [("D", words.LET_GO_KEY), ("*", words.LATER)]


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        if not ui.dice:
            return ui.show("table.undo") if _is_due(ui) else ui.home()
        ui.dice = []
    elif "1" <= key <= "6" and any(key == legal for legal, _ in keys(ui)):
        ui.dice.append(int(key))
    elif key == "D" and not ui.dice and not _is_due(ui):
        return ui.show("turn.rent", 1)
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    payer, owner, _, deed = _terms(ui)
    if kind != TOKEN:
        return ui.not_now()
    if number != payer:
        return ui.wrong_token(number)
    throw: dict[str, Any] = {"do": "throw"}
    if len(ui.dice) == 2:
        throw["dice"] = tuple(ui.dice)
    elif ui.game.rules.dice_source != "device":
        return ui.notice(ui.say(words.KEY_BOTH, "_"))
    if _is_due(ui):
        return (throw,)
    return ({"do": "claim", "by": owner, "deed": deed, "from": payer}, throw)
