"""DICE: where the two dice lead, before anything is booked."""

from banker.core.board import DEED_AT
from banker.core.state import phase
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.ui import DEED

_MOVE_TO = const(20)
_SPACE = const(21)
_TAP_OR_GO = const(22)
_IF_RIGHT = const(23)
_DICE_KEYS = const(24)
_DICE_SAY = const(25)
_SECOND_DIE = const(26)
_IN_JAIL = const(27)


def _target(ui) -> int:
    return (ui.game.space[ui.next_player()] + sum(ui.dice)) % 40


def rows(ui) -> list:
    name = ui.name(ui.next_player())
    if len(ui.dice) < 2:
        return [
            HEADER + "%-9s %d + _" % (name[:9], ui.dice[0]),
            "",
            ui.say(_SECOND_DIE),
            "",
            "",
            "",
            "",
            ui.say(_DICE_KEYS),
        ]
    a, b = ui.dice
    space = _target(ui)
    if ui.game.jailed[ui.next_player()]:
        where = [ui.say(_IN_JAIL), ""]
    else:
        where = [ui.say(_MOVE_TO), ui.say(_SPACE, space, ui.place(space))]
    return [
        HEADER + "%-9s %d + %d = %d" % (name[:9], a, b, a + b),
        "",
        where[0],
        where[1],
        "",
        ui.say(_TAP_OR_GO),
        ui.say(_IF_RIGHT),
        ui.say(_DICE_KEYS),
    ]


def key(ui, key: str):
    if key == "*":
        ui.dice = []
        return ui.show("home")
    if "1" <= key <= "6" and len(ui.dice) < 2:
        ui.dice.append(int(key))
    elif key == "#" and len(ui.dice) == 2:
        return _throw(ui)
    return ()


def tap(ui, kind: int, number: int):
    if kind != DEED or len(ui.dice) < 2:
        return ()
    if any(claim[0] == number for claim in ui.game.claims) and DEED_AT[_target(ui)] != number:
        ui.dice = []
        ui.ask(number)  # an older rent goes first
        return ()
    if ui.game.jailed[ui.next_player()] or DEED_AT[_target(ui)] != number:
        return ui.notice(ui.say(_DICE_SAY, _target(ui), ui.place(_target(ui))))
    ui.tapped = number
    return _throw(ui)


def _throw(ui):
    """Confirmed dice also end the turn before."""
    commands = [{"do": "roll", "dice": tuple(ui.dice)}]
    if phase(ui.game) == "end":
        commands.insert(0, {"do": "end"})
    return commands
