"""RENT OR BATTLE (Duel Masters): the payer's token pays, or agrees to fight before the dice are rolled.

Memo:
    step   "pay": the token is asked to pay; "consent": it is asked to agree to the battle; "dice": it has
           agreed, the dice of the battle are typed
"""

from __future__ import annotations

from banker.core.board import SPACE_OF
from banker.core.state import AMOUNT, DEBT, EXTRA, KIND, WHO
from banker.core.tags import TOKEN
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui


def enter(ui: Ui) -> None:
    ui.dice = []


def _stake(ui: Ui) -> int:
    """What a lost battle costs. The rules answer it, by a trial with the lowest roll."""
    player = ui.game.tasks[0][WHO]
    stake: int = 0
    lost = ui.trial({"do": "battle", "dice": (1, 1), "take": False})
    if lost:
        in_debt = lost.tasks and lost.tasks[0][KIND] == DEBT
        stake = lost.tasks[0][AMOUNT] if in_debt else ui.game.cash[player] - lost.cash[player]
    return stake


def rows(ui: Ui) -> Rows:
    _, payer, owner, amount, deed = ui.game.tasks[0]
    step = ui.memo.get("step")
    word = words.BATTLE if step in ("consent", "dice") else words.RENT
    top = [
        HEADER + ui.say(word, ui.place(SPACE_OF[deed], 21 - len(ui.say(word, "")))),
        ui.pair(payer, owner),
    ]
    if word == words.RENT:
        cash = ui.game.cash[payer]
        ask = ui.tell(words.TAP_TO_PAY, payer) if step else ""
        return top + [double(str(amount)), ui.tell(words.HAS, payer, cash, max(cash - amount, 0)), ask]
    power = ui.game.board.power[deed]
    top += [ui.say(words.POWER_NEEDS, power, (power + 999) // 1000), ui.say(words.LOSE_PAYS, _stake(ui))]
    if step == "consent":
        return top + ["", ui.tell(words.TAP_TO_FIGHT, payer)]
    dice = [str(die) for die in ui.dice] + ["_", "_"]
    return top + [
        ui.say(words.FIGHT_DICE, dice[0], dice[1]),
        "" if len(ui.dice) == 2 else ui.say(words.THROW),
    ]


def asks(ui: Ui) -> list[int]:
    return [ui.game.tasks[0][WHO]] if ui.memo.get("step") in ("pay", "consent") else []


def forced(ui: Ui) -> bool:
    return ui.memo.get("step") == "pay"


def keys(ui: Ui) -> Keys:
    step = ui.memo.get("step")
    if not step:
        return [("A", words.PAY_KEY), ("B", words.BATTLE_KEY), ("*", words.UNDO_KEY)]
    if step != "dice":
        return [("*", words.BACK)]
    if len(ui.dice) < 2:
        digits: Keys = [(str(die), 0) for die in range(1, 7)]
        return digits + [("*", words.FIX_DICE)] if ui.dice else digits
    prize: Keys = [("#", words.GO_KEY)]
    if _prize_is_mortgaged(ui):
        prize = [("A", words.TAKE_KEY), ("B", words.LEAVE_KEY)]
    return prize + [("*", words.TAKE_BACK)]


def _prize_is_mortgaged(ui: Ui) -> bool:
    return bool(ui.game.mortgaged[ui.game.tasks[0][EXTRA]])


def key(ui: Ui, key: str) -> Commands:
    step = ui.memo.get("step")
    if step == "dice":
        return _dice_key(ui, key)
    if key == "*":
        return ui.home() if step else ui.show("table.undo")
    if not step and key in "AB":
        ui.memo["step"] = "pay" if key == "A" else "consent"
    return ()


def _dice_key(ui: Ui, key: str) -> Commands:
    """The payer has agreed to the battle, so there is no way back: only its dice are still asked for."""
    if key == "*":
        ui.dice = []
    elif len(ui.dice) < 2:
        if "1" <= key <= "6":
            ui.dice.append(int(key))
    elif key in ("AB" if _prize_is_mortgaged(ui) else "#"):
        return ({"do": "battle", "dice": tuple(ui.dice), "take": key != "B"},)
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind != TOKEN or not asks(ui):
        return ui.not_now()
    if number != ui.game.tasks[0][WHO]:
        return ui.wrong_token(number)
    if ui.memo["step"] == "pay":
        return ({"do": "pay"},)
    if ui.game.rules.dice_source == "device":
        return ({"do": "battle"},)
    ui.memo["step"] = "dice"
    return ()
