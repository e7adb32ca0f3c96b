"""BOARD: which of the editions on this box is played."""

from banker.ui import draft, lists
from banker.ui.const import const
from banker.ui.paint import HEADER

BEFORE = True
LOOK_MS = 120000
late = draft.late

_BOARD = const(519)
_BOARD_UNPLAYABLE = const(520)


def enter(ui) -> None:
    ui.memo["items"] = ui.fact("boards")


def _titles(ui) -> list:
    return [draft.title(edition) for edition in ui.memo["items"]]


def rows(ui) -> list:
    return [HEADER + ui.say(_BOARD)] + lists.lines(ui, _titles(ui))


def keys(ui) -> list:
    return lists.keys(ui, ui.memo["items"])


def key(ui, key: str):
    if key == "*":
        return ui.show("setup")
    at = lists.pick(ui, ui.memo["items"], key)
    if at < 0:
        return ()
    board = ui.fact("board", ui.memo["items"][at])
    if not board:
        return ui.notice(ui.say(_BOARD_UNPLAYABLE))
    draft.change_board(ui.draft, board)
    return ui.show("setup")


def tap(ui, kind: int, number: int):
    return draft.leave(ui, kind, number, False)
