"""BOARD: the editions on this box, one digit each; the game is played on the one that is chosen.

ui.memo:

    editions   their ids
    page       which page of the list is open (paged_list.py)
"""

from __future__ import annotations

from banker.ui import paged_list, setup_draft, words
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

TOKEN_NUMBERS = True
LOOK_MS = 120000
late = setup_draft.late


def enter(ui: Ui) -> None:
    ui.memo["editions"] = ui.fact("boards")


def rows(ui: Ui) -> Rows:
    titles = [setup_draft.title(edition) for edition in ui.memo["editions"]]
    return [HEADER + ui.say(words.BOARD)] + paged_list.lines(ui, titles)


def keys(ui: Ui) -> Keys:
    return paged_list.keys(ui, ui.memo["editions"])


def key(ui: Ui, key: str) -> Commands:
    if key == "*":
        return ui.show("setup.new_game")
    at = paged_list.pick(ui, ui.memo["editions"], key)
    if at < 0:
        return ()
    board = ui.fact("board", ui.memo["editions"][at])
    if not board:
        return ui.notice(ui.say(words.BOARD_UNPLAYABLE))
    setup_draft.change_board(ui.draft, board)
    return ui.show("setup.new_game")


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return setup_draft.leave(ui, kind, number, False)
