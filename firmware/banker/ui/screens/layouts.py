"""SELL a hotel for which the bank has too few houses: what may stand instead, by digit (SELL-9)."""

from banker.core.board import GROUP_OF, SPACE_OF, siblings
from banker.ui.const import const
from banker.ui.paint import HEADER

LOOK_MS = 30000

_BACK = const(42)
_GROUP = const(150)
_SELL_SET = const(181)
_MOST = 6


def fitting(ui, deed: int) -> list:
    """How many steps down lead to a layout for which there are houses: [(steps, what it brings)]."""
    g = ui.game
    owner = g.owner[deed]
    build = ui.load("build")
    found = []
    for steps in range(2, sum([g.level[d] for d in siblings(deed)]) + 1):
        trial = ui.trial(build.order(ui, deed, steps, -1))
        if trial:
            found.append((steps, trial.cash[owner] - g.cash[owner]))
    return found[:_MOST]


def rows(ui) -> list:
    deed, found = ui.args
    g = ui.game
    shown = [HEADER + ui.say(_SELL_SET, ui.say(_GROUP + GROUP_OF[deed]))]
    for at in range(len(found)):
        steps, gain = found[at]
        to = ui.load("build").spread(g, deed, steps, -1)
        lots = " ".join(["%d:%d" % (SPACE_OF[d], to.get(d, g.level[d])) for d in siblings(deed)])
        shown.append(("%d  %s +%d" % (at + 1, lots, gain))[:21])
    return shown + [""] * (7 - len(shown))


def keys(ui) -> list:
    return [(str(at + 1), 0) for at in range(len(ui.args[1]))] + [("*", _BACK)]


def key(ui, key: str):
    deed, found = ui.args
    if key == "*":
        return ui.show("deed", deed)
    at = "123456".find(key)
    return ui.show("build", deed, -1, found[at][0]) if 0 <= at < len(found) else ()


def tap(ui, kind: int, number: int):
    return ui.onward(kind, number)
