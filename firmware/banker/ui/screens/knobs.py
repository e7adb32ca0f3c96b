"""ALL RULES: by group. In play (ui.args) a new value is asked of everyone."""

from banker.core import parts
from banker.ui import draft, lists
from banker.ui.const import const
from banker.ui.paint import HEADER

BEFORE = True
LOOK_MS = 120000
late = draft.late

_ALL_RULES = const(537)
_RULE_GROUP = const(540)  # and the ten after it

_GROUPS = 11
_EXTRAS = 9  # the group that few boards have
_OTHER_LINES = ("edition", "game_variant")  # the set-up asks for them elsewhere


def enter(ui) -> None:
    extras = ui.game.board.extras if ui.args else ui.draft["extras"]
    ui.memo["items"] = [group for group in range(_GROUPS) if group != _EXTRAS or extras]


def rows(ui) -> list:
    names = [ui.say(_RULE_GROUP + group) for group in ui.memo["items"]]
    return [HEADER + ui.say(_ALL_RULES)] + lists.lines(ui, names)


def keys(ui) -> list:
    return lists.keys(ui, ui.memo["items"])


def key(ui, key: str):
    if key == "*":
        return ui.show("house", *ui.args)
    at = lists.pick(ui, ui.memo["items"], key)
    if at < 0:
        return ()
    group = ui.memo["items"][at]
    return ui.show("knob", bool(ui.args), group, _rules(ui, group))


def _rules(ui, group: int) -> list:
    """The numbers of a group's rules that this board has and the box can serve."""
    extras = ui.game.board.extras if ui.args else ui.draft["extras"]
    knobs = parts.load("knobs")
    has_extra = parts.load("setup").has_extra
    hidden = knobs.UNSERVED + _OTHER_LINES
    found = []
    last, at = "", -1
    for knob in knobs.knobs():
        if knob.group != last:
            last = knob.group
            at += 1
        known = knob.name[:3] not in ("dm_", "sm_") or has_extra(extras, knob.name)
        if at == group and known and knob.name not in hidden:
            found.append(knob.number)
    return found


def tap(ui, kind: int, number: int):
    return draft.leave(ui, kind, number, bool(ui.args))
