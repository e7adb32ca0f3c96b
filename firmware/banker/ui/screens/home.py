"""HOME: whose throw it is, what they have, where they stand; and the rent that was asked for."""

from banker.core.state import phase
from banker.ui.const import const
from banker.ui.paint import BIG
from banker.ui.speech import double
from banker.ui.ui import DEED, TOKEN

_ON = const(10)
_THROW = const(11)
_AGAIN = const(12)
_RENT_FIRST = const(13)
_UNDO_KEY = const(313)
_MORE_KEY = const(329)
_MONEY = const(219)
_PAYS_PAIR = const(610)
_ROLL_KEY = const(611)


def enter(ui) -> None:
    if ui.game.jailed[ui.next_player()]:
        ui.show("jail")


def rows(ui) -> list:
    g = ui.game
    player = ui.next_player()
    again = ui.say(_AGAIN) if player == g.turn and g.doubles and phase(g) == "roll" else ""
    shown = [double(ui.name(player)[: 10 - len(again)] + again)]
    cash = str(g.cash[player]) if g.rules.balances_shown == "all" else " "
    where = ui.on(g.space[player], _ON)
    if ui.asked:
        return shown + [double(cash), where] + open_rent(ui)
    return shown + [BIG + cash, where] + ([] if g.rules.dice_source == "device" else [ui.say(_THROW)])


def open_rent(ui) -> list:
    """What the next throw waits for, in two rows."""
    _, payer, owner, amount = ui.asked
    room = (21 - len(ui.say(_PAYS_PAIR, "", "", amount))) // 2
    pair = ui.say(_PAYS_PAIR, ui.name(payer)[:room], ui.name(owner)[:room], amount)
    return [ui.tell(_RENT_FIRST, payer), pair]


def keys(ui) -> list:
    legal = []
    if not ui.asked:
        boxed = ui.game.rules.dice_source == "device"
        legal = [("A", _ROLL_KEY)] if boxed else [(str(die), 0) for die in range(1, 7)]
    if phase(ui.game) == "end":
        legal.append(("#", 0))
    return legal + [("*", _UNDO_KEY), ("B", _MONEY), ("D", _MORE_KEY)]


def key(ui, key: str):
    boxed = ui.game.rules.dice_source == "device"
    if key == "A" and boxed or "1" <= key <= "6" and not boxed:
        if ui.asked:
            return ui.notice(ui.tell(_RENT_FIRST, ui.asked[1]))
        if boxed:
            return ui.load("dice").box_throws(ui)
        ui.dice = [int(key)]
        return ui.show("dice")
    if key == "#" and phase(ui.game) == "end":
        return ({"do": "end"},)
    if key == "*":
        return ui.show("undo")
    if key == "D":
        return ui.show("more")
    return ui.show("money") if key == "B" else ()


def taps(ui) -> list:
    return [(TOKEN, ui.asked[1])] if ui.asked else []


def tap(ui, kind: int, number: int):
    if kind == DEED:
        return () if ui.ask(number) else ui.show("deed", number)
    if kind == TOKEN:
        return ui.show("rent") if ui.asked else ui.show("player", number)
    return ui.no_card()
