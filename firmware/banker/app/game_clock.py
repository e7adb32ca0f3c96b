"""The end of the agreed time: a bell five minutes before, then the last turn. Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.ui import words
from banker.ui.sounds import DOORBELL

if TYPE_CHECKING:
    from banker.app.box import Box


def step(box: Box) -> None:
    """Called in the last minutes; only played time counts."""
    ui = box.ui
    if box.keeper.played_s < box.keeper.game.rules.time_limit_min * 60:
        if box.bell_rung:
            return
        box.bell_rung = True
        ui.hint(box.say(words.FIVE_MINUTES))
    elif box.do({"do": "time-up"}):
        ui.follow(box.keeper.game)
        if not ui.game.over:
            ui.hint(box.say(words.LAST_TURN))
    if not ui.game.over:
        ui.sound = DOORBELL
    box.play_sound()
    box.redraw()
