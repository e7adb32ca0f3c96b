"""RENT OR BATTLE (Duel Masters): the payer's token pays, or agrees to fight before the dice are rolled.

Where owners ask for rent, nobody is told it unasked: the lander fights or goes on (S-17). After a win with
the box's dice a mortgaged deed is taken or left (S-18).

Argument: any, if the owner has asked for the rent by tapping the deed.
Memo:
    step   "pay": the token is asked to pay; "consent": it is asked to agree to the battle; "dice": it has
           agreed, the dice of the battle are typed
"""

from __future__ import annotations

from typing import Any

from banker.core import lazy
from banker.core.board import SPACE_OF
from banker.core.events import FOUGHT, FOUGHT_DIE_A, FOUGHT_DIE_B
from banker.core.state import EXTRA, WHO
from banker.core.tags import DEED, TOKEN
from banker.ui import words
from banker.ui.layout import double, wrap
from banker.ui.paint import HEADER
from banker.ui.rents_asked import paying
from banker.ui.sounds import DOORBELL
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui


def enter(ui: Ui) -> None:
    ui.dice = []
    if ui.args:
        ui.sound = DOORBELL


def _rules() -> Any:
    return lazy.load("rules.battle")


def _is_won(ui: Ui) -> bool:
    return bool(_rules().is_won(ui.game.tasks[0]))


def _rent_is_asked(ui: Ui) -> bool:
    """Did the owner ask, or does the box do it by itself?"""
    r = ui.game.rules
    return bool(ui.args or r.rent_claim == "auto" or r.mode == "banker")


def rows(ui: Ui) -> Rows:
    g = ui.game
    _, payer, owner, amount, deed = g.tasks[0]
    step = ui.memo.get("step")
    if _is_won(ui):
        return _won_rows(ui, payer, deed)
    if not step and not _rent_is_asked(ui):
        head = HEADER + ui.place(SPACE_OF[deed], 21)
        return [head, double(ui.name(payer, 10)), "", ui.tell(words.MAY_FIGHT, payer), _needs(ui, deed), ""]
    word = words.BATTLE if step in ("consent", "dice") else words.RENT
    top = [
        HEADER + ui.say(word, ui.place(SPACE_OF[deed], 21 - len(ui.say(word, "")))),
        ui.pair(payer, owner),
    ]
    if word == words.RENT:
        ask = ui.tell(words.TAP_TO_PAY, payer) if step else ""
        return top + [double(str(amount)), paying(ui, payer, amount), ask]
    top += [_needs(ui, deed), ui.say(words.LOSE_PAYS, _rules().stake(g, deed))]
    if step == "consent":
        return top + ["", ui.tell(words.TAP_TO_FIGHT, payer)]
    dice = [str(die) for die in ui.dice] + ["_", "_"]
    return top + [
        ui.say(words.FIGHT_DICE, dice[0], dice[1]),
        "" if len(ui.dice) == 2 else ui.say(words.THROW),
    ]


def _needs(ui: Ui, deed: int) -> str:
    return ui.say(words.POWER_NEEDS, ui.game.board.power[deed], _rules().needed(ui.game, deed))


def _won_rows(ui: Ui, player: int, deed: int) -> Rows:
    """The box has rolled; the dice are known unless the power was cut since."""
    g = ui.game
    dice = ""
    for event in g.events:
        if event[0] == FOUGHT:
            dice = ui.say(words.FIGHT_DICE, event[FOUGHT_DIE_A], event[FOUGHT_DIE_B])
    fee = lazy.load("rules.mortgage").on_transfer(g, deed)
    return [
        HEADER + ui.say(words.BATTLE, ui.place(SPACE_OF[deed], 21 - len(ui.say(words.BATTLE, "")))),
        double(ui.name(player, 10)),
        dice,
    ] + wrap(ui.say(words.WON_MORTGAGED, fee))


def asks(ui: Ui) -> list[int]:
    return [ui.game.tasks[0][WHO]] if ui.memo.get("step") in ("pay", "consent") else []


def forced(ui: Ui) -> bool:
    return ui.memo.get("step") == "pay"


def keys(ui: Ui) -> Keys:
    step = ui.memo.get("step")
    if _is_won(ui):
        return [("A", words.TAKE_KEY), ("B", words.LEAVE_KEY), ("*", words.UNDO_KEY)]
    if not step:
        ways: Keys = [("B", words.BATTLE_KEY), ("*", words.UNDO_KEY)]
        return [("A", words.PAY_KEY)] + ways if _rent_is_asked(ui) else [("#", words.GO_ON)] + ways
    if step != "dice":
        return [("*", words.BACK)]
    if len(ui.dice) < 2:
        digits: Keys = [(str(die), 0) for die in range(1, 7)]
        return digits + [("*", words.FIX_DICE)] if ui.dice else digits
    prize: Keys = [("#", words.GO_KEY)]
    if _wins_mortgaged(ui):
        prize = [("A", words.TAKE_KEY), ("B", words.LEAVE_KEY)]
    return prize + [("*", words.TAKE_BACK)]


def _wins_mortgaged(ui: Ui) -> bool:
    """Would the typed dice win a mortgaged deed? Then it may be left."""
    deed = ui.game.tasks[0][EXTRA]
    return bool(ui.game.mortgaged[deed]) and sum(ui.dice) >= _rules().needed(ui.game, deed)


def key(ui: Ui, key: str) -> Commands:
    step = ui.memo.get("step")
    if step == "dice":
        return _dice_key(ui, key)
    if key == "*":
        return ui.show("turn.battle", *ui.args) if step else ui.show("table.undo")
    if step:
        return ()
    if _is_won(ui):
        return ({"do": "battle", "take": key == "A"},) if key in "AB" else ()
    if key == "B" or key == "A" and _rent_is_asked(ui):
        ui.memo["step"] = "pay" if key == "A" else "consent"
    elif key == "#" and not _rent_is_asked(ui):
        return ({"do": "decline"},)
    return ()


def _dice_key(ui: Ui, key: str) -> Commands:
    """The payer has agreed to the battle, so there is no way back: only its dice are still asked for."""
    if key == "*":
        ui.dice = []
    elif len(ui.dice) < 2:
        if "1" <= key <= "6":
            ui.dice.append(int(key))
    elif key in ("AB" if _wins_mortgaged(ui) else "#"):
        return ({"do": "battle", "dice": tuple(ui.dice), "take": key != "B"},)
    return ()


def taps(ui: Ui) -> Tags:
    """The owner may ask for the rent by the deed."""
    if ui.memo or _is_won(ui) or _rent_is_asked(ui):
        return []
    return [(DEED, ui.game.tasks[0][EXTRA])]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if (kind, number) in taps(ui):
        return ui.show("turn.battle", True)
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
