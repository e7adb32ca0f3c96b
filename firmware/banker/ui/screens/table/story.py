"""STORY: five highlights of a game that is over, one on each page; a bar runs while they are looked up.

They are in ui.kept (the_end.py). ui.memo:

    page   which highlight is shown, from 0
"""

from __future__ import annotations

from banker.core.board import SPACE_OF
from banker.core.highlights import JAIL
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import BAR, HEADER
from banker.ui.screens.table.the_end import HIGHLIGHTS, PROGRESS
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 120000


def rows(ui: Ui) -> Rows:
    highlights = ui.kept[HIGHLIGHTS]
    if highlights is None:
        bar = BAR + "%d/100" % ui.kept[PROGRESS]
        return [HEADER + ui.say(words.STORY, "", ""), "", "", ui.say(words.ONE_MOMENT), bar, "", ""]
    if not highlights:
        return [HEADER + ui.say(words.STORY, 0, 0), "", "", ui.say(words.NO_STORY), "", "", ""]
    page = ui.memo.get("page", 0)
    kind, amount, who, whom, deed = highlights[page]
    return [
        HEADER + ui.say(words.STORY, page + 1, len(highlights)),
        ui.say(words.BEST_RENT + kind),  # BEST_RENT and the titles after it, by kind of highlight
        ui.pair(who, whom) if whom >= 0 else double(ui.name(who, 10)),
        double(ui.say(words.TIMES, amount) if kind >= JAIL else str(amount)),
        ui.place(SPACE_OF[deed], 21) if deed >= 0 else "",
    ]


def keys(ui: Ui) -> Keys:
    highlights = ui.kept[HIGHLIGHTS]
    more = highlights and ui.memo.get("page", 0) < len(highlights) - 1
    legal: Keys = [("B", words.MORE)] if more else []
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    if key == "B" and len(keys(ui)) > 1:
        ui.memo["page"] = ui.memo.get("page", 0) + 1
        return ()
    return ui.home() if key in "*#" else ()


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.not_now()


def tick(ui: Ui) -> Commands | None:
    commands: Commands | None = ui.load("screens.table.the_end").tick(ui)
    return commands
