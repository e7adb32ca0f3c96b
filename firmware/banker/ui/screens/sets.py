"""OWN RULES: sets of house rules that came over the cable, by name."""

from banker.core import parts
from banker.ui import draft, lists
from banker.ui.const import const
from banker.ui.paint import HEADER

BEFORE = True
LOOK_MS = 120000
late = draft.late

_OWN_RULES = const(536)
_RULES_CLASH = const(521)


def enter(ui) -> None:
    ui.memo["items"] = ui.fact("rule_sets")


def _names(ui) -> list:
    return [name for name, _ in ui.memo["items"]]


def rows(ui) -> list:
    return [HEADER + ui.say(_OWN_RULES)] + lists.lines(ui, _names(ui))


def keys(ui) -> list:
    return lists.keys(ui, ui.memo["items"])


def key(ui, key: str):
    if key == "*":
        return ui.show("house")
    at = lists.pick(ui, ui.memo["items"], key)
    if at < 0:
        return ()
    d = ui.draft
    knobs = parts.load("knobs")
    rules = {name: d["rules"][name] for name in draft.OWN_LINES if name in d["rules"]}
    rules.update(ui.memo["items"][at][1])
    rules.pop("edition", None)
    try:
        knobs.resolve(d["base"], rules)
    except knobs.KnobError:
        return ui.notice(ui.say(_RULES_CLASH))
    d["rules"] = rules
    draft.change_board(d, {})  # a rule of another board is left out
    return ui.show("house")


def tap(ui, kind: int, number: int):
    return draft.leave(ui, kind, number, False)
