"""The dice screen before a roll that leads to jail, or does not lead out of it. Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.core.board import JAIL_SPACE
from banker.core.rules.turn import ROLL_JAILS, ROLL_STAYS
from banker.ui import words
from banker.ui.paint import DOUBLE
from banker.ui.types import Rows

if TYPE_CHECKING:
    from banker.ui.ui import Ui

_THIRD = 3  # what nearly every table plays


def rows(ui: Ui, what: int, space: int) -> Rows:
    """The rows below the header; `what` and `space` are those of preview() (core/rules/turn.py)."""
    g = ui.game
    player = ui.next_player()
    r = g.rules
    if what == ROLL_JAILS:
        number = r.doubles_to_jail
        title = ui.say(words.THIRD_DOUBLE) if number == _THIRD else ui.say(words.DOUBLE_NUMBER, number)
        lines = [ui.tell(words.GOES_TO_JAIL, player), ui.say(words.TURN_IS_OVER)]
    else:
        title = ui.say(words.NO_DOUBLE)
        if what == ROLL_STAYS:
            tries = ui.say(words.TRY_USED, g.tries[player] + 1, r.jail_max_turns)
            lines = [ui.tell(words.STAYS_IN_JAIL, player), tries]
        else:
            lines = [ui.say(words.LAST_TRY), ui.tell(words.PAYS, player, r.jail_fine)]
            if space != JAIL_SPACE:
                lines.append(ui.on(space, words.MOVES_TO))
    return [DOUBLE + title, ""] + lines + [""] * (4 - len(lines))
