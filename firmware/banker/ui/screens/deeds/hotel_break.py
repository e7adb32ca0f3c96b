"""SELL where one step is not possible: the bank has too few houses for a hotel (SELL-9), or trades and rules
changed in play have left the set uneven. Each digit is a way to sell that is possible.

ui.args:

    deed      a street of the set
    choices   as choices() returns them
"""

from __future__ import annotations

from banker.core.deeds import group_of, same_owner
from banker.ui import words
from banker.ui.paint import HEADER
from banker.ui.screens.deeds.build import DOWN
from banker.ui.types import Commands, Keys, Rows
from banker.ui.ui import Ui

LOOK_MS = 30000

_CHOICES_MOST = 6  # rows of the display


def choices(ui: Ui, deed: int) -> list[tuple[int, int]]:
    """How many steps down are possible at once: [(steps, what they bring)]."""
    g = ui.game
    owner = g.owner[deed]
    order = ui.load("screens.deeds.build").order
    possible = []
    for steps in range(2, sum([g.level[d] for d in same_owner(g, deed)]) + 1):
        trial = ui.trial(order(ui, deed, steps, DOWN))
        if trial:
            possible.append((steps, trial.cash[owner] - g.cash[owner]))
    return possible[:_CHOICES_MOST]


def rows(ui: Ui) -> Rows:
    deed, choices = ui.args
    g = ui.game
    colour = ui.say(words.GROUP + group_of(deed))  # BROWN and the words after it
    lines = [HEADER + ui.say(words.SELL_SET, colour)]
    for steps, gain in choices:
        to = ui.load("screens.deeds.build").spread(g, deed, steps, DOWN)
        levels = ", ".join([str(to.get(d, g.level[d])) for d in same_owner(g, deed)])
        text = ui.say(words.LEAVES, len(lines), levels)
        lines.append("%-*s%+d" % (20 - len(str(gain)), text, gain))
    return lines + [""] * (7 - len(lines))


def keys(ui: Ui) -> Keys:
    legal: Keys = [(str(at + 1), 0) for at in range(len(ui.args[1]))]
    return legal + [("*", words.BACK)]


def key(ui: Ui, key: str) -> Commands:
    deed, choices = ui.args
    if key == "*":
        return ui.show("deeds.deed", deed)
    at = "123456".find(key)
    if not 0 <= at < len(choices):
        return ()
    steps, _ = choices[at]
    return ui.show("deeds.build", deed, DOWN, steps)


def tap(ui: Ui, kind: int, number: int) -> Commands:
    return ui.onward(kind, number)
