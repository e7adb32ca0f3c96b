"""DICE: where the two dice lead, before anything is booked. Too early for the next throw, they wait here."""

from banker.core.board import DEED_AT, DEEDS
from banker.core.state import phase
from banker.ui.const import const
from banker.ui.paint import BAR, HEADER
from banker.ui.ui import CARD, DEED, TOKEN

LOOK_MS = 30000  # digits typed, not confirmed: cleared

_MOVE_TO = const(20)
_SPACE = const(21)
_TAP_OR_GO = const(22)
_IF_RIGHT = const(23)
_FIX_DICE = const(24)
_DICE_SAY = const(25)
_SECOND_DIE = const(26)
_IN_JAIL = const(27)
_GO_IF_RIGHT = const(28)
_BACK = const(42)
_OTHER_DICE = const(314)
_ONE_MOMENT = const(612)


def enter(ui) -> None:
    if ui.args:  # from a look: the dice as they were
        ui.dice = list(ui.args[0])


def _target(ui) -> int:
    return (ui.game.space[ui.next_player()] + sum(ui.dice)) % 40


def _leads(ui) -> bool:
    """Do both dice lead somewhere? From jail only a double does."""
    return len(ui.dice) == 2 and (not ui.game.jailed[ui.next_player()] or ui.dice[0] == ui.dice[1])


def _deed(ui) -> list:
    """The deed where they lead, if there is one."""
    return [d for d in (DEED_AT[_target(ui)],) if d < DEEDS] if _leads(ui) else []


def rows(ui) -> list:
    player = ui.next_player()
    name = ui.name(player)[:9]
    if not ui.dice:
        return [HEADER + name, "", "", ui.say(_ONE_MOMENT), _bar(ui), "", ""]
    if len(ui.dice) < 2:
        return [HEADER + "%-9s %d + _" % (name, ui.dice[0]), "", ui.say(_SECOND_DIE), "", "", "", ""]
    a, b = ui.dice
    where = [ui.say(_MOVE_TO), ui.on(_target(ui), _SPACE), "", ui.say(_TAP_OR_GO), ui.say(_IF_RIGHT)]
    if not _leads(ui):
        where[:2] = [ui.say(_IN_JAIL), ""]
    if not _deed(ui):
        where[3:] = ["", ui.say(_GO_IF_RIGHT)]
    if "go" in ui.memo:
        where[2:] = [_bar(ui), "", ui.say(_ONE_MOMENT)]
    return [HEADER + "%-9s %d + %d = %d" % (name, a, b, a + b), ""] + where


def _bar(ui) -> str:
    return BAR + "%d/%d" % (ui.wait_ms() // 10, ui.pause_ms() // 10)


def keys(ui) -> list:
    if "go" in ui.memo:
        return [("*", _FIX_DICE if ui.dice else _BACK)]
    if len(ui.dice) < 2:
        return [(str(die), 0) for die in range(1, 7)] + [("*", _FIX_DICE)]
    return [("#", 0), ("*", _FIX_DICE)]


def key(ui, key: str):
    if key == "*":
        return ui.home()
    if "1" <= key <= "6" and len(ui.dice) < 2 and "go" not in ui.memo:
        ui.dice.append(int(key))
    elif key == "#" and len(ui.dice) == 2:
        return _throw(ui)
    return ()


def taps(ui) -> list:
    if "witness" in ui.memo:
        return [(TOKEN, p) for p in range(ui.game.players) if p != ui.next_player() and not ui.game.out[p]]
    return [(DEED, deed) for deed in _deed(ui)]


def tap(ui, kind: int, number: int):
    if kind == CARD:
        return ui.no_card()
    if kind == TOKEN:
        if "witness" in ui.memo and number != ui.next_player():
            ui.taken_back = None
            return _throw(ui)
        return () if ui.memo else ui.show("player", number, tuple(ui.dice))
    if kind != DEED:
        return ()
    if ui.ask(number):  # an older rent goes first
        return ()
    if number in _deed(ui):
        ui.tapped = number
        return _throw(ui)
    if not _leads(ui):
        return ()
    space = _target(ui)
    return ui.notice(ui.say(_DICE_SAY, space, ui.place(space)))


def late(ui):
    return ui.forget_typed()


def tick(ui):
    """An early throw goes by itself when it is time; until then a bar runs down."""
    if "go" not in ui.memo:
        return None
    return () if ui.wait_ms() else _throw(ui)


def box_throws(ui):
    """The same for the dice of the box: nothing is shown before it is booked."""
    if ui.wait_ms():
        ui.show("dice")
    ui.dice = []
    return _throw(ui)


def _throw(ui):
    """Confirmed dice also end the turn before. Other dice than those just taken back need a witness."""
    if ui.taken_back and ui.dice and sorted(ui.taken_back) != sorted(ui.dice):
        ui.memo["witness"] = 1
        return ui.notice(ui.say(_OTHER_DICE))
    if ui.wait_ms():
        ui.memo["go"] = 1
        return ()
    ui.taken_back = None
    throw: dict = {"do": "roll"}
    if ui.dice:
        throw["dice"] = tuple(ui.dice)
    return ({"do": "end"}, throw) if phase(ui.game) == "end" else (throw,)
