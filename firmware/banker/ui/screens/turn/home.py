"""HOME: who rolls next, what they have and where they are; and the rent that was asked for."""

from __future__ import annotations

from banker.core.state import phase
from banker.core.tags import DEED, TOKEN
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import BIG, DOUBLE
from banker.ui.rents_asked import ASKED_PAYER
from banker.ui.screens.turn import dice
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui

RESULT = True  # it has a place for what the last step paid


def enter(ui: Ui) -> None:
    if ui.game.jailed[ui.next_player()]:
        ui.show("turn.jail")


def rows(ui: Ui) -> Rows:
    g = ui.game
    player = ui.next_player()
    again = ui.say(words.AGAIN) if player == g.turn and g.doubles and phase(g) == "roll" else ""
    name = double(ui.name(player, 10 - len(again)) + again)
    cash = str(g.cash[player]) if g.rules.balances_shown == "all" else " "
    where = ui.on(g.space[player], words.ON)
    if ui.rents.queue:
        return [name, double(cash), ui.result[0] if ui.result else where] + open_rent(ui)
    if ui.result:
        high = len(ui.result) + len(ui.key_rows())
        return [name, (DOUBLE if high > 2 else BIG) + cash] + ([where] if high < 4 else []) + ui.result
    return [name, BIG + cash, where] + ([] if g.rules.dice_source == "device" else [ui.say(words.THROW)])


def open_rent(ui: Ui) -> Rows:
    """The rent that the next roll waits for, in two rows."""
    _, payer, owner, amount = ui.rents.queue[0]
    room = (21 - len(ui.say(words.PAYS_PAIR, "", "", amount))) // 2
    pair = ui.say(words.PAYS_PAIR, ui.name(payer, room), ui.name(owner, room), amount)
    return [ui.tell(words.RENT_FIRST, payer), pair]


def keys(ui: Ui) -> Keys:
    legal: Keys = []
    if not ui.rents.queue:
        box_rolls = ui.game.rules.dice_source == "device"
        legal = [("A", words.ROLL_KEY)] if box_rolls else [(str(die), 0) for die in range(1, 7)]
    if phase(ui.game) == "end":
        legal.append(("#", 0))
    return legal + [("*", words.UNDO_KEY), ("B", words.MONEY), ("D", words.MORE_KEY)]


def key(ui: Ui, key: str) -> Commands:
    box_rolls = ui.game.rules.dice_source == "device"
    if key == "A" and box_rolls or "1" <= key <= "6" and not box_rolls:
        if ui.rents.queue:
            return ui.notice(ui.tell(words.RENT_FIRST, ui.rents.queue[0][ASKED_PAYER]))
        if box_rolls:
            return dice.box_rolls(ui)
        ui.dice = [int(key)]
        return ui.show("turn.dice")
    if key == "#" and phase(ui.game) == "end":
        return ({"do": "end"},)
    if key == "*":
        return ui.show("table.undo")
    if key == "D":
        return ui.show("table.more")
    return ui.show("table.money") if key == "B" else ()


def taps(ui: Ui) -> Tags:
    return [(TOKEN, ui.rents.queue[0][ASKED_PAYER])] if ui.rents.queue else []


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind == DEED:
        return () if ui.ask(number) else ui.show("deeds.deed", number)
    if kind == TOKEN:
        return ui.show("turn.rent") if ui.rents.queue else ui.show("table.player", number)
    return ui.no_card()
