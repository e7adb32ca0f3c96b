"""STORY: five highlights of the game, one a page; while they are looked up, a bar."""

from banker.core.board import SPACE_OF
from banker.core.highlights import JAIL
from banker.ui.const import const
from banker.ui.paint import BAR, HEADER
from banker.ui.speech import double

LOOK_MS = 120000

_BACK = const(42)
_MORE = const(218)
_STORY = const(608)
_NO_STORY = const(609)
_ONE_MOMENT = const(612)
_BEST_RENT = const(684)  # and the others after it, as core/highlights.py numbers them
_TIMES = const(697)


def rows(ui) -> list:
    told = ui.kept[2]
    if told is None:
        return [
            HEADER + ui.say(_STORY, "", ""),
            "",
            "",
            ui.say(_ONE_MOMENT),
            BAR + "%d/100" % ui.kept[1],
            "",
            "",
        ]
    if not told:
        return [HEADER + ui.say(_STORY, 0, 0), "", "", ui.say(_NO_STORY), "", "", ""]
    page = ui.memo.get("page", 0)
    kind, amount, who, whom, deed = told[page]
    return [
        HEADER + ui.say(_STORY, page + 1, len(told)),
        ui.say(_BEST_RENT + kind),
        ui.pair(who, whom) if whom >= 0 else double(ui.name(who)[:10]),
        double(ui.say(_TIMES, amount) if kind >= JAIL else str(amount)),
    ] + ([ui.place(SPACE_OF[deed], 21)] if deed >= 0 else [""])


def keys(ui) -> list:
    told = ui.kept[2]
    more = [("B", _MORE)] if told and ui.memo.get("page", 0) < len(told) - 1 else []
    return more + [("*", _BACK)]


def key(ui, key: str):
    if key == "B" and len(keys(ui)) > 1:
        ui.memo["page"] = ui.memo.get("page", 0) + 1
        return ()
    return ui.home() if key in "*#" else ()


def tap(ui, kind: int, number: int):
    return ui.not_now()


def tick(ui):
    return ui.load("over").tick(ui)
