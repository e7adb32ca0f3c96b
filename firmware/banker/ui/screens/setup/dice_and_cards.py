"""DICE AND CARDS: ours, or the box's; and letters for those who see the display from afar."""

from banker.ui import draft
from banker.ui.const import const
from banker.ui.paint import HEADER

BEFORE = True
LOOK_MS = 120000
late = draft.late

_GEAR = const(525)
_DICE_LINE = const(526)
_CARDS_LINE = const(527)
_BIG_LINE = const(528)
_OURS = const(513)
_OWN = const(514)
_BOX = const(515)
_YES = const(530)
_NO = const(531)
_OK_KEY = const(529)


def rows(ui) -> list:
    rules = ui.draft["rules"]
    return [
        HEADER + ui.say(_GEAR),
        ui.say(_DICE_LINE, ui.say(_BOX if rules.get("dice_source") == "device" else _OURS)),
        ui.say(_CARDS_LINE, ui.say(_BOX if rules.get("deck_source") == "device" else _OWN)),
        ui.say(_BIG_LINE, ui.say(_YES if ui.big else _NO)),
    ] + [""] * 3


def keys(ui) -> list:
    return [("1", 0), ("2", 0), ("3", 0), ("#", _OK_KEY), ("*", 0)]


def key(ui, key: str):
    rules = ui.draft["rules"]
    if key == "1":
        _turn(rules, "dice_source", "keyed")
    elif key == "2":  # real cards without tags are named by their number
        _turn(rules, "deck_source", "tag" if ui.draft["cards"] else "key")
    elif key == "3":
        return (("set", "big", not ui.big),)
    elif key in "#*":
        return ui.show("setup")
    return ()


def _turn(rules, name: str, ours: str) -> None:
    rules[name] = ours if rules.get(name) == "device" else "device"
    if rules[name] in ("keyed", "tag"):  # as printed on every board
        del rules[name]


def tap(ui, kind: int, number: int):
    return draft.leave(ui, kind, number, False)
