"""HOME: whose throw it is, what they have, where they stand."""

from banker.core.state import phase
from banker.ui.const import const
from banker.ui.paint import BIG
from banker.ui.ui import DEED, TOKEN, double

_ON = const(10)
_THROW = const(11)
_AGAIN = const(12)
_RENT_FIRST = const(13)
_DICE = const(14)
_OWNER = const(16)
_BANK_OWNS = const(17)
_END_TURN = const(18)
_UNDO_KEY = const(313)
_MORE_KEY = const(329)


def rows(ui) -> list:
    g = ui.game
    player = ui.next_player()
    again = ui.say(_AGAIN) if player == g.turn and g.doubles and phase(g) == "roll" else ""
    space = g.space[player]
    return [
        double(ui.name(player) + again),
        BIG + str(g.cash[player]),
        ui.say(_ON, space, ui.place(space, 21 - len(ui.say(_ON, space, "")))),
        ui.say(_RENT_FIRST, ui.name(ui.asked[1])) if ui.asked else ui.say(_THROW),
    ]


def keys(ui) -> list:
    legal = [(str(die), 0) for die in range(1, 7)]
    if phase(ui.game) == "end":
        legal.append(("#", _END_TURN))
    return legal + [("*", _UNDO_KEY), ("D", _MORE_KEY)]


def key(ui, key: str):
    if "1" <= key <= "6":
        if ui.asked:
            return ui.notice(ui.say(_RENT_FIRST, ui.name(ui.asked[1])))
        ui.dice = [int(key)]
        return ui.show("dice")
    if key == "#" and phase(ui.game) == "end":
        return ({"do": "end"},)
    if key == "*":
        return ui.show("undo")
    if key == "D":
        return ui.show("more")
    return ()


def tap(ui, kind: int, number: int):
    if kind == DEED:
        if ui.ask(number):
            return ()
        owner = ui.game.owner[number]
        if owner < ui.game.players:
            return ui.notice(ui.say(_OWNER, ui.name(owner)))
        return ui.notice(ui.say(_BANK_OWNS))
    if kind == TOKEN and ui.asked:
        return ui.show("rent")
    return ()
