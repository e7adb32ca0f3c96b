"""PLACE IT: a building was won in an auction; a tap of the deed puts it there."""

from banker.core.board import STREETS
from banker.core.state import decider
from banker.ui.const import const
from banker.ui.paint import HEADER
from banker.ui.speech import double
from banker.ui.ui import DEED

_UNDO_KEY = const(313)
_MORE_KEY = const(329)
_PLACE_IT = const(370)
_WON_FOR = const(371)
_WHERE_IT_GOES = const(372)
_GOES = const(373)


def rows(ui) -> list:
    task = ui.game.tasks[0]
    return [
        HEADER + ui.say(_PLACE_IT),
        double(ui.name(task[1])[:10]),
        ui.say(_WON_FOR, task[3]),
        "",
        ui.say(_WHERE_IT_GOES),
        ui.say(_GOES),
    ]


def keys(ui) -> list:
    return [("*", _UNDO_KEY), ("D", _MORE_KEY)]


def key(ui, key: str):
    return ui.show("undo" if key == "*" else "more") if key in "*D" else ()


def after(ui) -> bool:
    """More of them are to be auctioned: the next one."""
    if not ui.lots or not ui.lots[1] or ui.game.tasks:
        ui.lots = None
        return False
    ui.show("anyone", ui.lots[0])
    return True


def taps(ui) -> list:
    order = {"do": "place", "by": decider(ui.game)}
    own = [d for d in range(STREETS) if ui.game.owner[d] == order["by"]]
    return [(DEED, d) for d in own if ui.trial(dict(order, deed=d))]


def tap(ui, kind: int, number: int):
    if kind != DEED:
        return ui.not_now()
    return ({"do": "place", "by": decider(ui.game), "deed": number},)
