"""The end of the agreed time: a bell five minutes before, then the last turn. Loaded on use.

The bell of a turn that takes too long (turn_clock.py) is here, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.loader import load
from banker.ui import words
from banker.ui.sounds import DOORBELL

if TYPE_CHECKING:
    from banker.app.box import Box

# What has rung (Box.bell_rung).
BEFORE, HOUR = 1, 2


def step(box: Box) -> None:
    """Called in the last minutes and after them; only played time counts."""
    ui = box.ui
    if box.keeper.played_s < box.keeper.game.rules.time_limit_min * 60:
        if not box.bell_rung:
            ui.hint(box.say(words.FIVE_MINUTES))
            _ring(box, BEFORE)
        return
    hour_and_host = load("banker.ui.hour_and_host")
    if box.bell_rung < HOUR:
        hour_and_host.strike(ui)
        _ring(box, HOUR)
    if hour_and_host.may_strike(ui) and box.do({"do": "time-up"}):
        hour_and_host.take_hour(ui, box.keeper.game)
        if not ui.game.over:
            hour_and_host.strike(ui)
            ui.sound = 0  # it has rung
        box.run(())


def ring_turn(box: Box, player: int) -> None:
    """The time of this turn is over. Nothing else changes (S-27)."""
    ui = box.ui
    ui.hint(box.say(words.TURN_TIME, ui.name(player)))
    ui.sound = DOORBELL
    box.run(())


def _ring(box: Box, what: int) -> None:
    box.bell_rung = what
    box.ui.sound = DOORBELL
    box.run(())
