"""ONE RULE: the sentence of a house rule, and its value, which is chosen or typed with the digits.

ui.args:

    in_play   does a game run? Then a new value needs the consent of all players
    group     the group of rules (words.RULE_GROUP)
    numbers   the numbers of its rules; # goes on to the next one

ui.memo:

    at         which of these rules is shown
    rule       the rule itself (core/setup/house_rules.py)
    sentence   what it means
    values     the words for its values
    typed      the digits of a number so far
    figures    the numbers typed so far, for a rule of several numbers
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banker.core import lazy
from banker.ui import setup_draft, words
from banker.ui.layout import wrap
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

if TYPE_CHECKING:
    from banker.core.setup.house_rules import HouseRule

TOKEN_NUMBERS = True
LOOK_MS = 120000
late = setup_draft.late

_UNLIMITED = -1


def enter(ui: Ui) -> None:
    _turn(ui, 0)


def _turn(ui: Ui, at: int) -> None:
    """Show this rule of the group; after the last one comes the first."""
    memo = ui.memo
    numbers = ui.args[2]
    memo["at"] = at % len(numbers)
    memo["rule"] = rule = lazy.load("setup.house_rules").find(numbers[memo["at"]])
    memo["sentence"], memo["values"] = ui.fact("knob", rule.number)
    if rule.type == "bool":
        memo["values"] = [ui.say(words.YES), ui.say(words.NO)]
    memo["typed"] = ""
    memo["figures"] = []


def value_of(ui: Ui, rule: HouseRule) -> Any:
    """The value now: in play, or as the set-up has it so far."""
    if ui.args[0]:
        return getattr(ui.game.rules, rule.name)
    value = ui.draft["rules"].get(rule.name)
    return setup_draft.printed(ui.draft, rule) if value is None else rule.check(value)


def _choices(rule: HouseRule) -> tuple[Any, ...]:
    """The values that the digits mean, from 1 on; (): the rule is a number."""
    return (True, False) if rule.type == "bool" else rule.allowed if rule.type in ("enum", "set") else ()


def rows(ui: Ui) -> Rows:
    memo = ui.memo
    rule = memo["rule"]
    value = value_of(ui, rule)
    _, group, numbers = ui.args
    place = " %d/%d" % (memo["at"] + 1, len(numbers))
    head = ui.say(words.RULE_GROUP + group)[: 21 - len(place)]  # the name of group 0 and those after it
    lines = [HEADER + head + " " * (21 - len(head) - len(place)) + place] + wrap(memo["sentence"])
    if _choices(rule):
        lines += _rows(ui, rule, value)
    else:
        figures = memo["figures"] + [memo["typed"] + "_"]
        allowed = ui.say(words.FROM_TO, *rule.allowed)
        lines += [ui.say(words.NOW_IS, _figures(value)), allowed if figures == ["_"] else _figures(figures)]
    return lines + [""] * (8 - len(lines) - len(ui.key_rows()))


def _rows(ui: Ui, rule: HouseRule, value: Any) -> Rows:
    """Each value with its digit, those in force marked; as many to a row as fit."""
    choices = _choices(rule)
    lines = [""]
    for at in range(len(choices)):
        on = choices[at] in value if rule.type == "set" else choices[at] == value
        item = "%d%s%s" % (at + 1, "+" if on else " ", ui.memo["values"][at])
        if lines[-1] and len(lines[-1]) + len(item) > 20:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + item
    return lines


def _figures(value: Any) -> str:
    """One or several numbers in a row; "-": none."""
    if type(value) in (tuple, list):
        return " ".join([str(number) for number in value]) or "-"
    return "-" if value is None else str(value)


def keys(ui: Ui) -> Keys:
    rule = ui.memo["rule"]
    legal: Keys = [(digit, 0) for digit in ("123456789"[: len(_choices(rule))] or "0123456789")]
    if rule.type == "int" and rule.allowed[0] < 0:
        legal.append(("C", words.NO_LIMIT))
    return legal + [("#", words.OK_KEY if ui.memo["typed"] else words.NEXT_KEY), ("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    memo = ui.memo
    rule = memo["rule"]
    in_play = ui.args[0]
    if key == "*":
        if not memo["typed"] and not memo["figures"]:
            return ui.show("setup.all_rules", True) if in_play else ui.show("setup.all_rules")
        _turn(ui, memo["at"])
    elif key not in [legal for legal, _ in keys(ui)]:
        pass
    elif key == "#" and not memo["typed"]:
        _turn(ui, memo["at"] + 1)
    elif _choices(rule):
        return _change(ui, rule, _chosen(ui, rule, _choices(rule)[int(key) - 1]))
    elif key == "C":
        return _change(ui, rule, _UNLIMITED)
    elif key != "#":
        memo["typed"] = (memo["typed"] + key)[:6]
    else:
        return _number(ui, rule, int(memo["typed"]))
    return ()


def _chosen(ui: Ui, rule: HouseRule, choice: Any) -> Any:
    """The value after this choice; in a set a choice goes in or out."""
    if rule.type != "set":
        return choice
    value = value_of(ui, rule)
    return tuple([item for item in rule.allowed if (item in value) != (item == choice)])


def _number(ui: Ui, rule: HouseRule, number: int) -> Commands:
    """A number is complete; a rule of several numbers changes with its last one."""
    memo = ui.memo
    if rule.type == "int":
        return _change(ui, rule, number)
    memo["figures"].append(number)
    memo["typed"] = ""
    if len(memo["figures"]) < int(rule.type[4:]):  # "list4": four numbers
        return ()
    return _change(ui, rule, tuple(memo["figures"]))


def _change(ui: Ui, rule: HouseRule, value: Any) -> Commands:
    memo = ui.memo
    memo["typed"] = ""
    memo["figures"] = []
    try:
        rule.check(value)
    except ValueError:
        return ui.refused("bad-choice", ())
    remarks = ui.load("rule_remarks")
    if remarks.lacks_target(ui, rule, value):
        return ui.notice(ui.say(words.NO_TARGET))
    if not ui.args[0]:
        setup_draft.choose(ui.draft, rule, value)
        remark = remarks.remark(ui, rule)
        return ui.hint(ui.say(remark)) if remark else ()
    changes = [(rule.name, value)]
    if ui.load("screens.table.rules_in_play").locked(ui, changes):
        return ()
    text = _figures(value)
    if _choices(rule):
        chosen = value if rule.type == "set" else (value,)
        text = ", ".join([memo["values"][_choices(rule).index(choice)] for choice in chosen]) or "-"
    return ui.show("table.rules_in_play", wrap(memo["sentence"]) + [">" + text], changes)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return setup_draft.leave(ui, kind, number, ui.args[0])
