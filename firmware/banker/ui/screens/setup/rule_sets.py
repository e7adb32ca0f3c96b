"""OUR RULES: sets of house rules that came over the cable, one digit each, by name.

ui.memo:

    files   of the sets
    names   what each is called
    page    which page of the list is open (paged_list.py)
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


def enter(ui: Ui) -> None:
    files = []
    names = []
    left_out = 0
    for file in ui.fact("rule_sets"):
        name = ui.fact("rule_set_name", file)
        if name:
            files.append(file)
            names.append(name)
        else:
            left_out += 1
    ui.memo["files"] = files
    ui.memo["names"] = names
    if left_out:
        ui.hint(ui.say(words.SETS_LEFT_OUT, left_out))


def rows(ui: Ui) -> Rows:
    return [HEADER + ui.say(words.OWN_RULES)] + paged_list.lines(ui, ui.memo["names"])


def keys(ui: Ui) -> Keys:
    return paged_list.keys(ui, ui.memo["files"])


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.show("setup.favourite_rules")
    at = paged_list.pick(ui, ui.memo["files"], key)
    if at < 0:
        return ()
    chosen = ui.fact("rule_set", ui.memo["files"][at])
    if chosen is None:
        return ui.notice(ui.say(words.SET_UNREADABLE))
    draft = ui.draft
    ends = lazy.load("setup.ends")  # first: a load may drop the module whose error is caught below
    house_rules = lazy.load("setup.house_rules")
    rules = {name: draft["rules"][name] for name in setup_draft.OWN_LINES if name in draft["rules"]}
    rules.update(chosen)
    rules.pop("edition", None)
    try:
        ends.check_target(house_rules.resolve(draft["base"], rules))
    except house_rules.HouseRuleError as error:
        return ui.notice(ui.say(setup_draft.clash(error)))
    draft["rules"] = rules
    setup_draft.change_board(draft, {})  # drops the rules of other boards
    return ui.show("setup.favourite_rules")


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return setup_draft.leave(ui, kind, number, False)
