"""ONE RULE: its sentence, and its value by digits. ui.args: in play?, the group, the numbers of its rules."""

from banker.core import parts
from banker.ui import draft
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import wrap

BEFORE = True
LOOK_MS = 120000
late = draft.late

_RULE_GROUP = const(540)
_NOW_IS = const(538)
_FROM_TO = const(539)
_YES = const(530)
_NO = const(531)
_NEXT_KEY = const(551)
_OK_KEY = const(529)
_NO_LIMIT = const(552)
_BACK = const(42)


def enter(ui) -> None:
    _turn(ui, 0)


def _turn(ui, at: int) -> None:
    memo = ui.memo
    items = ui.args[2]
    memo["at"] = at % len(items)
    memo["knob"] = knob = parts.load("knobs").find(items[memo["at"]])
    memo["sentence"], memo["values"] = ui.fact("knob", knob.number)
    if knob.type == "bool":
        memo["values"] = [ui.say(_YES), ui.say(_NO)]
    memo["typed"] = ""
    memo["list"] = []  # a rule of several numbers: those typed so far


def _now(ui, knob):
    if ui.args[0]:
        return getattr(ui.game.rules, knob.name)
    value = ui.draft["rules"].get(knob.name)
    return draft.printed(ui.draft, knob) if value is None else knob.check(value)


def _choices(knob) -> tuple:
    """What each digit means; (): the rule is a number."""
    return (True, False) if knob.type == "bool" else knob.allowed if knob.type in ("enum", "set") else ()


def rows(ui) -> list:
    memo = ui.memo
    knob = memo["knob"]
    now = _now(ui, knob)
    where = " %d/%d" % (memo["at"] + 1, len(ui.args[2]))
    head = ui.say(_RULE_GROUP + ui.args[1])[: 21 - len(where)]
    shown = [HEADER + head + " " * (21 - len(head) - len(where)) + where] + wrap(memo["sentence"])
    choices = _choices(knob)
    row = ""
    for at in range(len(choices)):
        on = choices[at] in now if knob.type == "set" else choices[at] == now
        item = "%d%s%s" % (at + 1, "+" if on else " ", memo["values"][at])
        if row and len(row) + len(item) > 20:
            shown.append(row)
            row = ""
        row += (" " if row else "") + item
    if choices:
        shown.append(row)
    else:
        typed = memo["list"] + [memo["typed"] + "_"]
        allowed = ui.say(_FROM_TO, *knob.allowed)
        shown += [ui.say(_NOW_IS, _figures(now)), allowed if typed == ["_"] else _figures(typed)]
    return shown + [""] * (8 - len(shown) - len(ui.key_rows()))


def _figures(value) -> str:
    """Whole numbers, or none."""
    if type(value) in (tuple, list):
        return " ".join([str(n) for n in value]) or "-"
    return "-" if value is None else str(value)


def keys(ui) -> list:
    knob = ui.memo["knob"]
    count = len(_choices(knob))
    legal: list = [(digit, 0) for digit in ("123456789"[:count] or "0123456789")]
    if knob.type == "int" and knob.allowed[0] < 0:
        legal.append(("C", _NO_LIMIT))
    return legal + [("#", _OK_KEY if ui.memo["typed"] else _NEXT_KEY), ("*", _BACK)]


def key(ui, key: str):
    memo = ui.memo
    knob = memo["knob"]
    typed = memo["typed"]
    if key == "*":
        if typed or memo["list"]:
            _turn(ui, memo["at"])
            return ()
        return ui.show("knobs", *ui.args[:1] if ui.args[0] else ())
    if key not in [legal for legal, _ in keys(ui)]:
        return ()
    if key == "#" and not typed:
        _turn(ui, memo["at"] + 1)
    elif _choices(knob):
        value = _choices(knob)[int(key) - 1]
        if knob.type == "set":
            now = _now(ui, knob)
            value = tuple([x for x in knob.allowed if (x in now) != (x == value)])
        return _set(ui, knob, value)
    elif key == "C":
        return _set(ui, knob, -1)
    elif key != "#":
        memo["typed"] = (typed + key)[:6]
    elif knob.type == "int":
        return _set(ui, knob, int(typed))
    else:
        memo["list"].append(int(typed))
        memo["typed"] = ""
        if len(memo["list"]) == int(knob.type[4:]):
            return _set(ui, knob, tuple(memo["list"]))
    return ()


def _set(ui, knob, value):
    memo = ui.memo
    memo["typed"] = ""
    memo["list"] = []
    try:
        knob.check(value)
    except ValueError:
        ui.refused("bad-choice", ())
        return ()
    if not ui.args[0]:
        draft.choose(ui.draft, knob, value)
        return ()
    if ui.load("rules").locked(ui, [(knob.name, value)]):
        return ()
    said = _figures(value)
    if _choices(knob):
        chosen = value if knob.type == "set" else (value,)
        said = ", ".join([memo["values"][_choices(knob).index(x)] for x in chosen]) or "-"
    return ui.show("rules", wrap(memo["sentence"]) + [">" + said], [(knob.name, value)])


def tap(ui, kind: int, number: int):
    return draft.leave(ui, kind, number, ui.args[0])
