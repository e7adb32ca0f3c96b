"""PLACE IT: a player has won a building in an auction and taps the deed on which it goes."""

from __future__ import annotations

from banker.core.deeds import is_street
from banker.core.state import AMOUNT, WHO, decider
from banker.core.tags import DEED
from banker.ui import words
from banker.ui.layout import double
from banker.ui.paint import HEADER
from banker.ui.types import Commands, Keys, Rows, Tags
from banker.ui.ui import Ui


def rows(ui: Ui) -> Rows:
    task = ui.game.tasks[0]
    return [
        HEADER + ui.say(words.PLACE_IT),
        double(ui.name(task[WHO], 10)),
        ui.say(words.WON_FOR, task[AMOUNT]),
        "",
        ui.say(words.WHERE_IT_GOES),
        ui.say(words.GOES),
    ]


def keys(ui: Ui) -> Keys:
    return [("*", words.UNDO_KEY), ("D", words.MORE_KEY)]


def key(ui: Ui, key: str) -> Commands:
    return ui.show("table.undo" if key == "*" else "table.more") if key in "*D" else ()


def after(ui: Ui) -> bool:
    """If more buildings are to be auctioned, announce the next one."""
    lot, left = ui.lots or (0, 0)
    if not left or ui.game.tasks:
        ui.lots = None
        return False
    ui.show("deeds.building_call", lot)
    return True


def taps(ui: Ui) -> Tags:
    g = ui.game
    order = {"do": "place", "by": decider(g)}
    own = [deed for deed in range(len(g.owner)) if is_street(deed) and g.owner[deed] == order["by"]]
    return [(DEED, deed) for deed in own if ui.trial(dict(order, deed=deed))]


def tap(ui: Ui, kind: int, number: int) -> Commands:
    if kind != DEED:
        return ui.not_now()
    return ({"do": "place", "by": decider(ui.game), "deed": number},)
