"""ALL RULES: the groups of house rules, one digit each, at set-up and in play.

ui.args: True in play; nothing at set-up. ui.memo:

    groups   the numbers of the groups that are listed
    page     which page of the list is open (paged_list.py)
"""

from __future__ import annotations

from banker.core import lazy
from banker.ui import paged_list, setup_draft, words
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

TOKEN_NUMBERS = True
LOOK_MS = 120000
late = setup_draft.late

_GROUPS = 11
_EXTRAS = 9  # the group of rules that few boards have
_OTHER_LINES = ("edition", "game_variant")  # rules that the set-up asks for elsewhere


def _extras(ui: Ui) -> int:
    """Which extra rules the board has (core/board.py)."""
    extras: int = ui.game.board.extras if ui.args else ui.draft["extras"]
    return extras


def enter(ui: Ui) -> None:
    extras = _extras(ui)
    ui.memo["groups"] = [group for group in range(_GROUPS) if group != _EXTRAS or extras]


def rows(ui: Ui) -> Rows:
    # RULE_GROUP is the name of group 0; those of the others follow.
    names = [ui.say(words.RULE_GROUP + group) for group in ui.memo["groups"]]
    return [HEADER + ui.say(words.ALL_RULES)] + paged_list.lines(ui, names)


def keys(ui: Ui) -> Keys:
    return paged_list.keys(ui, ui.memo["groups"])


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.show("setup.favourite_rules", *ui.args)
    at = paged_list.pick(ui, ui.memo["groups"], key)
    if at < 0:
        return ()
    group = ui.memo["groups"][at]
    return ui.show("setup.one_rule", bool(ui.args), group, _rules(ui, group))


def _rules(ui: Ui, group: int) -> list[int]:
    """The numbers of the rules of a group which this board has and this box can serve."""
    extras = _extras(ui)
    house_rules = lazy.load("setup.house_rules")
    has_extra = lazy.load("setup.new_game").has_extra
    hidden = house_rules.UNSERVED + _OTHER_LINES
    numbers = []
    name, at = "", -1  # the group of the rule that is looked at
    for rule in house_rules.all_house_rules():
        if rule.group != name:
            name = rule.group
            at += 1
        on_board = rule.name[:3] not in ("dm_", "sm_") or has_extra(extras, rule.name)
        if at == group and on_board and rule.name not in hidden:
            numbers.append(rule.number)
    return numbers


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return setup_draft.leave(ui, kind, number, bool(ui.args))
