"""Tags with a host that leads: it names what is to be tapped; taps and keys are noted for it to fetch.

Opened with the kind and the number of an item to be learned, or with kind 0: tags are only read, and no tap
means anything to the game. What is learned the host orders (app/verbs_tags.py). It goes after the host has.
"""

from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.ui import TOKEN

BEFORE = True

_SKIP_KEY = const(716)
_LEARN_TAGS = const(750)
_TAP_TOKEN = const(751)  # by kind, and the three after it
_THAT_IS = const(756)
_REDO_KEY = const(757)
_STOP_KEY = const(758)
_READ_TAGS = const(778)
_ONE_BY_ONE = const(779)

_HOST_GONE_MS = const(15000)

# What was heard besides tags of kind 1 to 4.
STRANGER, SKIP, REDO = 0, 16, 17


def enter(ui) -> None:
    ui.memo = {"count": 0, "heard": (0, 0), "asked_ms": ui.now_ms}
    _names(ui).lend(ui)


def _names(ui):
    return ui.load("learn")


def rows(ui) -> list:
    kind, number = ui.args
    if not kind:
        return [HEADER + ui.say(_READ_TAGS), "", "", ui.say(_ONE_BY_ONE), "", ""]
    about = (_names(ui).about(ui, kind, number) + ["", ""])[:2]
    return [HEADER + ui.say(_LEARN_TAGS), "", ui.say(_TAP_TOKEN + kind - TOKEN, number + 1), ""] + about


def keys(ui) -> list:
    legal = [("A", _SKIP_KEY), ("B", _REDO_KEY)] if ui.args[0] else []
    return legal + [("#", _STOP_KEY), ("*", 0)]


def key(ui, key: str):
    if key in "#*":
        return ui.home()
    if ui.args[0] and key in "AB":
        return _note(ui, SKIP if key == "A" else REDO, 0)
    return ()


def tap(ui, kind: int, number: int):
    _note(ui, kind, number)
    return ui.hint(ui.say(_THAT_IS, _names(ui).named(ui, kind, number)))


def stranger(ui):
    return _note(ui, STRANGER, 0)


def _note(ui, kind: int, number: int):
    ui.memo["count"] += 1
    ui.memo["heard"] = (kind, number)
    return ()


def tick(ui):
    if ui.now_ms - ui.memo["asked_ms"] < _HOST_GONE_MS:
        return None
    return ui.home()
