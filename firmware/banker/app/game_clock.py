"""The agreed hour: rings five minutes before, then comes the last turn, then the count. Loaded then."""

from banker.ui.heard import DOORBELL
from micropython import const

_FIVE_MINUTES = const(691)  # words
_LAST_TURN = const(692)


def step(box) -> None:
    """Called in the last minutes; only played time counts."""
    ui = box.ui
    if box.keeper.played_s < box.keeper.game.rules.time_limit_min * 60:
        if box.rung:
            return
        box.rung = True
        ui.hint(box.say(_FIVE_MINUTES))
    elif box.do({"do": "time-up"}):
        ui.follow(box.keeper.game)
        if not ui.game.over:
            ui.hint(box.say(_LAST_TURN))
    if not ui.game.over:
        ui.sound = DOORBELL
    box.heard()
