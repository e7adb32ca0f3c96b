"""DICE: where the two dice lead, before anything is booked."""

from banker.core.board import DEED_AT
from banker.core.state import phase
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.ui import DEED, TOKEN

LOOK_MS = 30000  # digits typed, not confirmed: cleared

_MOVE_TO = const(20)
_SPACE = const(21)
_TAP_OR_GO = const(22)
_IF_RIGHT = const(23)
_FIX_DICE = const(24)
_DICE_SAY = const(25)
_SECOND_DIE = const(26)
_IN_JAIL = const(27)
_OTHER_DICE = const(314)


def _target(ui) -> int:
    return (ui.game.space[ui.next_player()] + sum(ui.dice)) % 40


def rows(ui) -> list:
    player = ui.next_player()
    name = ui.name(player)[:9]
    if len(ui.dice) < 2:
        return [HEADER + "%-9s %d + _" % (name, ui.dice[0]), "", ui.say(_SECOND_DIE), "", "", "", ""]
    a, b = ui.dice
    space = _target(ui)
    where = (ui.say(_MOVE_TO), ui.say(_SPACE, space, ui.place(space, 21 - len(ui.say(_SPACE, space, "")))))
    if ui.game.jailed[player]:
        where = (ui.say(_IN_JAIL), "")
    return [
        HEADER + "%-9s %d + %d = %d" % (name, a, b, a + b),
        "",
        where[0],
        where[1],
        "",
        ui.say(_TAP_OR_GO),
        ui.say(_IF_RIGHT),
    ]


def keys(ui) -> list:
    if len(ui.dice) < 2:
        return [(str(die), 0) for die in range(1, 7)] + [("*", _FIX_DICE)]
    return [("#", 0), ("*", _FIX_DICE)]


def key(ui, key: str):
    if key == "*":
        return ui.home()
    if "1" <= key <= "6" and len(ui.dice) < 2:
        ui.dice.append(int(key))
    elif key == "#" and len(ui.dice) == 2:
        return _throw(ui)
    return ()


def tap(ui, kind: int, number: int):
    if kind == TOKEN and "witness" in ui.memo and number != ui.next_player():
        ui.taken_back = None
        return _throw(ui)
    if kind != DEED or len(ui.dice) < 2:
        return ()
    space = _target(ui)
    jailed = ui.game.jailed[ui.next_player()]
    if not jailed and DEED_AT[space] == number:
        ui.tapped = number
        return _throw(ui)
    if ui.ask(number):  # an older rent goes first
        return ()
    return ui.notice(ui.say(_DICE_SAY, space, ui.place(space)))


def _throw(ui):
    """Confirmed dice also end the turn before. Other dice than those just taken back need a witness."""
    if ui.taken_back and sorted(ui.taken_back) != sorted(ui.dice):
        ui.memo["witness"] = 1
        return ui.notice(ui.say(_OTHER_DICE))
    ui.taken_back = None
    throw = {"do": "roll", "dice": tuple(ui.dice)}
    return ({"do": "end"}, throw) if phase(ui.game) == "end" else (throw,)
