"""RULES in play: what is in force; one that is to change is asked of everyone (PREP-11).

ui.args: (): open the rules. Else the lines that say what changes, and the changes: (rule, value).
"""

from banker.core import parts
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.ui import TOKEN

_CHANGE_RULE = const(553)
_EVERYONE = const(498)
_BACK = const(42)
_NOTHING_CHANGED = const(362)
_PLAYER_OUT = const(449)


def enter(ui) -> None:
    if not ui.args:
        ui.show("house", True)
        return
    ui.memo["yes"] = []


def locked(ui, changes) -> bool:
    """Asked before this is opened: where nothing can change, the screen that wants it stays."""
    fixed = parts.load("table").FIXED
    if ui.game.rules.rules_change != "never" and not [name for name, _ in changes if name in fixed]:
        return False
    ui.refused("rules-locked", ())
    return True


def _commands(ui) -> tuple:
    commands = []
    for name, value in ui.args[1]:
        if value is None:  # unset, it is the salary
            value = ui.game.rules.go_salary
        value = list(value) if type(value) is tuple else value
        commands.append({"do": "set-rule", "knob": name, "value": value})
    return tuple(commands)


def late(ui):
    ui.home()
    ui.hint(ui.say(_NOTHING_CHANGED))
    return ()


def rows(ui) -> list:
    left = " ".join([ui.name(player)[:7] for player in asks(ui)])
    lines = ui.args[0]
    room = [""] * (5 - len(lines))
    return [HEADER + ui.say(_CHANGE_RULE)] + lines + room + [ui.say(_EVERYONE, left)[:21]]


def asks(ui) -> list:
    """Whose tokens are still missing."""
    g = ui.game
    return [player for player in range(g.players) if not g.out[player] and player not in ui.memo["yes"]]


def keys(ui) -> list:
    return [("*", _BACK)]


def key(ui, key: str):
    return ui.show("house", True) if key == "*" else ()


def tap(ui, kind: int, number: int):
    if kind != TOKEN:
        return ui.not_now()
    if ui.game.out[number]:
        return ui.notice(ui.say(_PLAYER_OUT))
    yes = ui.memo["yes"]
    if number not in yes:
        yes.append(number)
    if asks(ui):
        return ()
    ui.memo["yes"] = []  # refused: all agree anew
    return _commands(ui)
