"""HOUSE RULES: favourite house rules on two pages of six, switched on and off by one digit each.

In play a change needs the consent of all players. ui.args: True in play; nothing at set-up. ui.memo:

    page         0 or 1
    favourites   the six of this page (see below)
    board        in play: what is printed for the board of this game, as a draft has it
    note         the last row: what the favourite that was pressed does, or the keys for more rules
"""

from __future__ import annotations

from typing import Any

from banker.core import lazy
from banker.ui import setup_draft, words
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 120000
late = setup_draft.late
TOKEN_NUMBERS = True

# A favourite: its label, its sentence, the rules that it sets (name -> value), and for some of these rules
# the further values that a key goes through (name -> values).
_LABEL, _SENTENCE, _RULES, _STEPS = range(4)
_PAGES = 2
_END_GROUP = 8  # "Debt and end" among the groups of house rules (words.RULE_GROUP_END)


def enter(ui: Ui) -> None:
    memo = ui.memo
    _turn_to(ui, 0)
    if ui.args:
        memo["board"] = board = ui.fact("board")
        board["rules"] = {"game_variant": ui.game.rules.game_variant}


def _hint(ui: Ui) -> str:
    return ui.say(words.OWN_AND_MORE if not ui.args and ui.fact("rule_sets") else words.MORE_RULES)


def _turn_to(ui: Ui, page: int) -> None:
    ui.memo["page"] = page
    ui.memo["favourites"] = ui.fact("favourites", page)
    ui.memo["note"] = _minutes(ui) or _hint(ui)


def _value(ui: Ui, name: str) -> Any:
    """The value that is chosen for a rule; in play, the one in force."""
    if ui.args:
        return getattr(ui.game.rules, name)
    return ui.draft["rules"].get(name)


def _is_on(ui: Ui, favourite: tuple[Any, ...]) -> bool:
    rules, steps = favourite[_RULES], favourite[_STEPS]
    for name in rules:
        value = _value(ui, name)
        value = list(value) if type(value) is tuple else value
        if value != rules[name] and not (name in steps and value):
            return False
    return True


def _is_timed(ui: Ui) -> bool:
    """Is there an agreed time, whose minutes can be typed?"""
    return "time" in (_value(ui, "end_condition"), _value(ui, "game_variant"))


def _minutes(ui: Ui) -> str:
    """How long the game lasts, and the key that changes it; "": it has no agreed time."""
    return ui.say(words.MINUTES_NOTE, _value(ui, "time_limit_min") or 0) if _is_timed(ui) else ""


def chosen_count(ui: Ui) -> int:
    """How many house rules are chosen at set-up; a favourite counts as one, however many rules it sets."""
    chosen = ui.draft["rules"]
    names = [name for name in chosen if name not in setup_draft.OWN_LINES]
    if chosen.get("game_variant") == "time" and "time_limit_min" in names:
        names.remove("time_limit_min")
    count = 0
    for page in range(_PAGES):
        for favourite in ui.fact("favourites", page):
            rules = favourite[_RULES]
            if all([name in names for name in rules]) and _is_on(ui, favourite):
                count += 1
                names = [name for name in names if name not in rules]
    return count + len(names)


def rows(ui: Ui) -> Rows:
    favourites = ui.memo["favourites"]
    lines = []
    for at in range(len(favourites)):
        mark = "+" if _is_on(ui, favourites[at]) else " "
        lines.append("%d%s%s" % (at + 1, mark, favourites[at][_LABEL]))
    head = ui.say(words.HOUSE_RULES)
    title = setup_draft.title((ui.memo["board"] if ui.args else ui.draft)["edition"])[: 20 - len(head)]
    head += " " * (21 - len(head) - len(title)) + title
    pair = "%-*s%s" % (max(11, len(lines[4]) + 1), lines[4], lines[5])
    return [HEADER + head] + lines[:4] + [pair, ui.memo["note"]]


def keys(ui: Ui) -> Keys:
    legal: Keys = [(digit, 0) for digit in "1234568"]
    if _is_timed(ui):
        legal.append(("C", 0))
    if ui.args:
        return legal + [("9", words.ALL_KEY), ("*", words.BACK)]
    if ui.fact("rule_sets"):
        legal.append(("7", 0))
    return legal + [("9", words.ALL_KEY), ("0", words.PRINTED_KEY), ("#", words.OK_KEY), ("*", 0)]


def key(ui: Ui, key: str) -> Commands:
    if key in "#*":
        return ui.home() if ui.args else ui.show("setup.new_game")
    if key == "9":
        return ui.show("setup.all_rules", *ui.args)
    if key == "C" and _is_timed(ui):
        number = lazy.load("setup.house_rules").find("time_limit_min").number
        return ui.show("setup.one_rule", bool(ui.args), _END_GROUP, [number])
    if "1" <= key <= "6":
        return _press(ui, ui.memo["favourites"][int(key) - 1])
    if key == "8":
        _turn_to(ui, 1 - ui.memo["page"])
        return ()
    if ui.args:
        return ()
    if key == "7" and ui.fact("rule_sets"):
        return ui.show("setup.rule_sets")
    if key == "0":
        rules = ui.draft["rules"]
        ui.draft["rules"] = {name: rules[name] for name in setup_draft.OWN_LINES if name in rules}
        ui.memo["note"] = _hint(ui)
    return ()


def _next(ui: Ui, favourite: tuple[Any, ...]) -> dict[str, Any]:
    """Rule -> value after a press: switched on, then step by step; {}: off."""
    rules, steps = favourite[_RULES], favourite[_STEPS]
    if not _is_on(ui, favourite):
        return dict(rules, **{name: steps[name][0] for name in steps})
    values: dict[str, Any] = {}
    for name in steps:
        further = [value for value in steps[name] if value > _value(ui, name)]
        if further:
            values = dict(rules)
            values[name] = further[0]
    return values


def _press(ui: Ui, favourite: tuple[Any, ...]) -> Commands:
    """Change its rules; off means what is printed."""
    values = _next(ui, favourite)
    board = ui.memo["board"] if ui.args else ui.draft
    find = lazy.load("setup.house_rules").find
    changes = []
    for name in favourite[_RULES]:
        rule = find(name)
        changes.append((name, rule.check(values[name]) if values else setup_draft.printed(board, rule)))
    note = ""
    if values:
        note = favourite[_SENTENCE].format(*[values.get(name) for name in favourite[_STEPS]])
    if ui.args:
        if ui.load("screens.table.rules_in_play").locked(ui, changes):
            return ()
        head = ("+" if values else "-") + favourite[_LABEL]
        return ui.show("table.rules_in_play", [head, note], changes)
    for name, value in changes:
        setup_draft.choose(board, find(name), value)
    ui.memo["note"] = _minutes(ui) if values and favourite[_STEPS] else note
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return setup_draft.leave(ui, kind, number, bool(ui.args))
