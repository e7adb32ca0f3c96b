"""KEPT GAMES: those put aside and not over, with their turn; a digit goes on with one."""

from banker.ui import draft, lists
from banker.ui.const import const
from banker.ui.heard import GOOD
from banker.ui.paint import HEADER

BEFORE = True
LOOK_MS = 120000
late = draft.late

_KEPT_GAMES = const(568)


def enter(ui) -> None:
    ui.memo["items"] = [game for game in ui.fact("kept") if not game[3]]


def _line(game) -> str:
    _, names, turn = game[:3]
    turn = "%4d" % (turn + 1)
    room = 19 - len(turn)
    wide = max((room + 1) // len(names) - 1, 1)
    return "%-*s%s" % (room, " ".join([name.upper()[:wide] for name in names])[:room], turn)


def rows(ui) -> list:
    return [HEADER + ui.say(_KEPT_GAMES)] + lists.lines(ui, [_line(game) for game in ui.memo["items"]])


def keys(ui) -> list:
    return lists.keys(ui, ui.memo["items"])


def key(ui, key: str):
    if key == "*":
        return ui.show("setup")
    at = lists.pick(ui, ui.memo["items"], key)
    if at < 0:
        return ()
    ui.sound = GOOD
    return (("take-up", ui.memo["items"][at][0]),)


def tap(ui, kind: int, number: int):
    return draft.leave(ui, kind, number, False)
