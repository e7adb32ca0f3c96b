"""SAVED GAMES: the saved games that are not over, with names and turn; a digit goes on with one of them.

A save that cannot be read is listed too, and its digit says why.

ui.memo:

    saves   those that are listed (Save of app/store/saves.py)
    page    which page of the list is open (paged_list.py)
"""

from __future__ import annotations

from banker.ui import paged_list, setup_draft, words
from banker.ui.layout import capitals
from banker.ui.paint import HEADER
from banker.ui.sounds import GOOD
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

TOKEN_NUMBERS = True
LOOK_MS = 120000
late = setup_draft.late


def enter(ui: Ui) -> None:
    ui.memo["saves"] = [save for save in ui.fact("saves") if not save.over]


def _line(names: tuple[str, ...], turn: int) -> str:
    """All names, as long as the row allows, and the turn."""
    tail = "%4d" % (turn + 1)
    room = 19 - len(tail)
    width = max((room + 1) // len(names) - 1, 1)
    return "%-*s%s" % (room, " ".join([capitals(name)[:width] for name in names])[:room], tail)


def rows(ui: Ui) -> Rows:
    unreadable = ui.say(words.SAVE_UNREADABLE)
    lines = [_line(save.names, save.turn) if save.names else unreadable for save in ui.memo["saves"]]
    return [HEADER + ui.say(words.KEPT_GAMES)] + paged_list.lines(ui, lines)


def keys(ui: Ui) -> Keys:
    return paged_list.keys(ui, ui.memo["saves"])


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.show("setup.new_game")
    at = paged_list.pick(ui, ui.memo["saves"], key)
    if at < 0:
        return ()
    ui.sound = GOOD
    return (("resume-save", ui.memo["saves"][at].id),)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return setup_draft.leave(ui, kind, number, False)
