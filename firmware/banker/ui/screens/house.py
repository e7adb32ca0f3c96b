"""HOUSE RULES: six favourites, one digit each. In play (ui.args) all must agree to a change."""

from banker.core import parts
from banker.ui import draft
from banker.ui.const import const
from banker.ui.paint import HEADER

LOOK_MS = 120000
late = draft.late
BEFORE = True

_HOUSE_RULES = const(532)
_ALL_KEY = const(533)
_PRINTED_KEY = const(534)
_OWN_SETS = const(535)
_OK_KEY = const(529)
_BACK = const(42)


def enter(ui) -> None:
    memo = ui.memo
    memo["items"] = ui.fact("favourites")
    if ui.args:
        memo["board"] = board = ui.fact("board")
        board["rules"] = {"game_variant": ui.game.rules.game_variant}
    memo["said"] = ui.say(_OWN_SETS) if not ui.args and ui.fact("rule_sets") else ""


def _value(ui, name: str):
    """What is chosen; in play, what is in force."""
    if ui.args:
        return getattr(ui.game.rules, name)
    return ui.draft["rules"].get(name)


def _on(ui, favourite) -> bool:
    _, _, rules, steps = favourite
    for name in rules:
        value = _value(ui, name)
        value = list(value) if type(value) is tuple else value
        if value != rules[name] and value not in steps.get(name, ()):
            return False
    return True


def count(ui) -> int:
    """How many house rules are chosen: a favourite is one, whatever it is made of."""
    rules = ui.draft["rules"]
    left = [name for name in rules if name not in draft.OWN_LINES]
    if rules.get("game_variant") == "time" and "time_limit_min" in left:
        left.remove("time_limit_min")
    found = 0
    for favourite in ui.fact("favourites"):
        if all([name in left for name in favourite[2]]) and _on(ui, favourite):
            found += 1
            left = [name for name in left if name not in favourite[2]]
    return found + len(left)


def rows(ui) -> list:
    items = ui.memo["items"]
    lines = []
    for at in range(len(items)):
        lines.append("%d%s%s" % (at + 1, "+" if _on(ui, items[at]) else " ", items[at][0]))
    head = ui.say(_HOUSE_RULES)
    title = draft.title((ui.memo["board"] if ui.args else ui.draft)["edition"])[: 20 - len(head)]
    head += " " * (21 - len(head) - len(title)) + title
    pair = "%-*s%s" % (max(11, len(lines[4]) + 1), lines[4], lines[5])
    return [HEADER + head] + lines[:4] + [pair, ui.memo["said"]]


def keys(ui) -> list:
    legal: list = [(str(at + 1), 0) for at in range(len(ui.memo["items"]))]
    if ui.args:
        return legal + [("9", _ALL_KEY), ("*", _BACK)]
    legal += [("7", 0)] if ui.memo["said"] else []
    return legal + [("9", _ALL_KEY), ("0", _PRINTED_KEY), ("#", _OK_KEY), ("*", 0)]


def key(ui, key: str):
    if key in "#*":
        return ui.home() if ui.args else ui.show("setup")
    if key == "9":
        return ui.show("knobs", *ui.args)
    if "1" <= key <= "6":
        return _press(ui, ui.memo["items"][int(key) - 1])
    if ui.args:
        return ()
    if key == "7" and ui.fact("rule_sets"):
        return ui.show("sets")
    if key == "0":
        rules = ui.draft["rules"]
        ui.draft["rules"] = {name: rules[name] for name in draft.OWN_LINES if name in rules}
        ui.memo["said"] = ""
    return ()


def _press(ui, favourite):
    """On; on its next step; off again, which is what is printed."""
    _, sentence, rules, steps = favourite
    new = dict(rules)
    for name in steps:
        new[name] = steps[name][0]
    if _on(ui, favourite):
        new = {}
        for name in steps:
            further = [value for value in steps[name] if value > _value(ui, name)]
            if further:
                new = dict(rules)
                new[name] = further[0]
    board = ui.memo["board"] if ui.args else ui.draft
    find = parts.load("knobs").find
    changes = []
    for name in rules:
        knob = find(name)
        changes.append((name, knob.check(new[name]) if new else draft.printed(board, knob)))
    said = sentence.format(*[new.get(name) for name in steps]) if new else ""
    if ui.args:
        if ui.load("rules").locked(ui, changes):
            return ()
        return ui.show("rules", [("+" if new else "-") + favourite[0], said], changes)
    for name, value in changes:
        draft.choose(board, find(name), value)
    ui.memo["said"] = said
    return ()


def tap(ui, kind: int, number: int):
    return draft.leave(ui, kind, number, bool(ui.args))
