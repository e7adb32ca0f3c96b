"""WELCOME BACK: after power-on, the last saved step and what the box waits for. One input goes on."""

from banker.core.board import SPACE_OF
from banker.core.record import NAMES
from banker.core.state import PHASES, decider, phase
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import wrap

_GO_ON = const(61)
_MONEY = const(219)
_MOVES_TO = const(113)
_DID_DEAL = const(630)  # and the other commands after it, as core/record.py numbers them
_NOW_ROLL = const(668)  # and the other phases after it, as core/state.py numbers them
_NOW_END = const(679)
_WELCOME_BACK = const(680)
_SAVED_LAST = const(681)
_SAVED_NEW = const(682)
_NOT_SAVED = const(683)


def rows(ui) -> list:
    command, torn = ui.fact("last")
    shown = [HEADER + ui.say(_WELCOME_BACK, ui.game.turn_no)]
    shown.append(ui.say(_SAVED_LAST if command else _SAVED_NEW))
    if command:
        shown += step(ui, command, _turn(ui.game, command))
    now = _now(ui)
    return shown + [""] * (6 - len(shown) - len(now)) + now + [ui.say(_NOT_SAVED) if torn else ""]


def _turn(g, command: dict) -> int:
    """Whose turn it was: after an end it is the next one's already."""
    player = g.turn
    if command["do"] == "end":
        player = (player - 1) % g.players
        while g.out[player]:
            player = (player - 1) % g.players
    return player


def step(ui, command: dict, turn: int) -> list:
    """The last step in words: who, what, where."""
    do = command["do"]
    who = command.get("by", command.get("a", command.get("from", turn)))
    dice = command.get("dice") or ui.game.dice
    number = _DID_DEAL + NAMES.index(do)
    amount = command.get("amount", 0)
    lines = wrap(ui.say(number, ui.name(who), *(dice if do == "roll" else (amount,))))
    if do == "roll":
        lines.append(ui.on(ui.game.space[who], _MOVES_TO))
    elif do == "buy" or do == "decline":
        lines.append(ui.place(ui.game.space[who], 21))
    elif type(command.get("deed")) is int:
        lines.append(ui.place(SPACE_OF[command["deed"]], 21))
    return lines[:2]


def _now(ui) -> list:
    now = phase(ui.game)
    who = ui.next_player() if now == "end" else decider(ui.game)
    number = _NOW_ROLL + PHASES.index(now) if now in PHASES else _NOW_END
    return wrap(ui.say(number, ui.name(who)))[:2]


def keys(ui) -> list:
    return [("#", _GO_ON), ("B", _MONEY)]


def key(ui, key: str):
    ui.home()
    return ui.show("money") if key == "B" else () if key == "#" else ui.key(key)


def tap(ui, kind: int, number: int):
    return ui.onward(kind, number)
