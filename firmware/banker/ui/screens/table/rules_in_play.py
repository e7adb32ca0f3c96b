"""RULES during a game: a house rule changes if all players tap (PREP-11).

Opened without ui.args it goes on to the house rules. Else ui.args is:

    lines     rows that say what changes
    changes   (rule, value) of each rule

ui.memo:

    consents   seats that agreed
"""

from __future__ import annotations

from typing import Any

from banker.core import lazy
from banker.core.state import phase
from banker.core.types import Command
from banker.ui import everybody_agrees, words
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

# Rules that depend on what is on the board, or on one another (core/rules/agreements.py).
_MAY_BE_REFUSED = ("houses_per_hotel", "houses_total", "hotels_total", "end_condition", "target_worth")


def enter(ui: Ui) -> None:
    if not ui.args:
        ui.show("setup.favourite_rules", True)
        return
    ui.memo["consents"] = []


def locked(ui: Ui, changes: list[tuple[str, Any]]) -> bool:
    """May these rules not change in play? Then it says so, on the screen that wanted to open this one."""
    rules = lazy.load("rules.agreements")
    if ui.game.rules.rules_change == "never" or [name for name, _ in changes if name in rules.FIXED]:
        ui.refused("rules-locked", ())
        return True
    if phase(ui.game) not in ("roll", "end", "power"):
        ui.refused("busy", ())
        return True
    if len(ui.game.changed) + len(changes) > rules.RULES_MOST:
        find = lazy.load("setup.house_rules").find
        if rules.no_room(ui.game, [find(name).number for name, _ in changes]):
            ui.refused("too-many-changes", ())
            return True
    for command in _commands(ui, changes):  # a trial takes much RAM, so only where the rules may refuse it
        name = command["knob"]
        if (name in _MAY_BE_REFUSED or name[:3] in ("dm_", "sm_")) and _refuses(ui, command):
            return True
    return False


def _refuses(ui: Ui, command: Command) -> bool:
    refuses: bool = ui.load("refusal_text").refuses(ui, command)
    return refuses


def _commands(ui: Ui, changes: list[tuple[str, Any]]) -> list[Command]:
    commands: list[Command] = []
    for name, value in changes:
        if value is None:  # for a landing on GO: as much as for passing it
            value = ui.game.rules.go_salary
        value = list(value) if type(value) is tuple else value
        commands.append({"do": "set-rule", "knob": name, "value": value})
    return commands


def late(ui: Ui) -> Commands | None:
    ui.home()
    return ui.hint(ui.say(words.NOTHING_CHANGED))


def rows(ui: Ui) -> Rows:
    lines: Rows = ui.args[0]
    missing = " ".join([ui.name(seat, 7) for seat in asks(ui)])
    room = [""] * (5 - len(lines))
    return [HEADER + ui.say(words.CHANGE_RULE)] + lines + room + [ui.say(words.EVERYONE, missing)[:21]]


def asks(ui: Ui) -> list[int]:
    return everybody_agrees.missing(ui)


def keys(ui: Ui) -> Keys:
    return [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    return ui.show("setup.favourite_rules", True) if key == "*" else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    answer = everybody_agrees.tap(ui, kind, number)
    return tuple(_commands(ui, ui.args[1])) if answer is None else answer
