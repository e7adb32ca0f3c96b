"""DEAL: the deeds that the box dealt, one page for each player: hand them out. `#` goes on.

It stays until it was read to its end: home() leads back to it (ui.unread), also after power-on. A player's
page opens it again until the first roll.

ui.args:

    page   the page to open, from 0
    seat   of the player from whose page it was opened: only that player's deeds

ui.memo:

    page   which one is open
"""

from __future__ import annotations

from banker.core import lazy
from banker.core.state import deeds_of
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

_DEEDS = 3  # on a page


def enter(ui: Ui) -> None:
    ui.memo["page"] = ui.args[0]


def _is_look(ui: Ui) -> bool:
    return len(ui.args) > 1


def _pages(ui: Ui) -> list[tuple[int, int]]:
    """The seat of each page, and from which of the player's deeds on."""
    pages = []
    for seat in [ui.args[1]] if _is_look(ui) else range(ui.game.players):
        for first in range(0, max(1, len(deeds_of(ui.game, seat))), _DEEDS):
            pages.append((seat, first))
    return pages


def rows(ui: Ui) -> Rows:
    g = ui.game
    pages = _pages(ui)
    seat, first = pages[ui.memo["page"]]
    text = ui.load("estate_text")
    deeds = [text.deed_line(ui, g, deed) for deed in deeds_of(g, seat)[first : first + _DEEDS]]
    paid = lazy.load("rules.opening_deal").paid(g, seat)
    cash = ui.say(words.PAID_HAS, paid, g.cash[seat]) if paid else ui.tell(words.HAS_NOW, seat, g.cash[seat])
    title = ui.say(words.DEAL)
    mark = "%d/%d" % (ui.memo["page"] + 1, len(pages))
    header = HEADER + title + " " * (21 - len(title) - len(mark)) + mark
    return [header, double(ui.name(seat, 10))] + deeds + [""] * (_DEEDS - len(deeds)) + [cash]


def keys(ui: Ui) -> Keys:
    legal: Keys = [("#", words.NEXT_KEY)]
    return legal + [("*", words.BACK)] if ui.memo["page"] or _is_look(ui) else legal


def key(ui: Ui, key: str) -> Commands:
    if key not in "#*":
        return ()
    page = ui.memo["page"] + (1 if key == "#" else -1)
    if _is_look(ui):
        if page < 0 or page == len(_pages(ui)):
            return ui.show("table.player", ui.args[1])
    elif page == len(_pages(ui)):
        ui.unread = ()
        return ui.home()
    else:
        page = max(0, page)
        ui.unread = (ui.screen, page)
    ui.memo["page"] = page
    return ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.notice(ui.say(words.READ_FIRST))
