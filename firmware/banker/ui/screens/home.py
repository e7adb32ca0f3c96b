"""HOME: whose throw it is, what they have, where they stand."""

from banker.core.state import phase
from banker.ui.const import const
from banker.ui.paint import BIG
from banker.ui.speech import double
from banker.ui.ui import DEED, TOKEN

_ON = const(10)
_THROW = const(11)
_AGAIN = const(12)
_RENT_FIRST = const(13)
_DICE = const(14)
_UNDO_KEY = const(313)
_MORE_KEY = const(329)
_MONEY = const(219)


def enter(ui) -> None:
    if ui.game.jailed[ui.next_player()]:
        ui.show("jail")


def rows(ui) -> list:
    g = ui.game
    player = ui.next_player()
    again = ui.say(_AGAIN) if player == g.turn and g.doubles and phase(g) == "roll" else ""
    space = g.space[player]
    return [
        double(ui.name(player)[: 10 - len(again)] + again),
        BIG + str(g.cash[player]),
        ui.say(_ON, space, ui.place(space, 21 - len(ui.say(_ON, space, "")))),
        ui.tell(_RENT_FIRST, ui.asked[1]) if ui.asked else ui.say(_THROW),
    ]


def keys(ui) -> list:
    legal = [(str(die), 0) for die in range(1, 7)]
    if phase(ui.game) == "end":
        legal.append(("#", 0))
    return legal + [("*", _UNDO_KEY), ("B", _MONEY), ("D", _MORE_KEY)]


def key(ui, key: str):
    if "1" <= key <= "6":
        if ui.asked:
            return ui.notice(ui.tell(_RENT_FIRST, ui.asked[1]))
        ui.dice = [int(key)]
        return ui.show("dice")
    if key == "#" and phase(ui.game) == "end":
        return ({"do": "end"},)
    if key == "*":
        return ui.show("undo")
    if key == "D":
        return ui.show("more")
    return ui.show("money") if key == "B" else ()


def tap(ui, kind: int, number: int):
    if kind == DEED:
        return () if ui.ask(number) else ui.show("deed", number)
    if kind == TOKEN:
        return ui.show("rent") if ui.asked else ui.show("player", number)
    return ()
