"""The screensaver: when nobody is there, the picture is dimmed and later moves, so that nothing burns in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.inputs import KEY
from banker.core.tags import DEED, TOKEN
from banker.ui import words
from banker.ui.paint import DOUBLE
from micropython import const

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.ui.ui import Ui

_MOVE_AFTER_MS = const(600_000)
_STEP_MS = const(4000)
_PLACES = const(7)  # rows for a name of double size
_NAME_MOST = const(9)  # letters of double size

# Box.screensaver
_DIM = const(1)
_MOVING = const(2)


def step(box: Box, quiet_ms: int) -> None:
    """Called while it is quiet, from two minutes on."""
    if not box.screensaver:
        box.screensaver = _DIM
        box.display.set_brightness(0)
    if quiet_ms >= _MOVE_AFTER_MS:
        box.screensaver = _MOVING
        rows = picture(box, quiet_ms // _STEP_MS)
        if rows != box.screensaver_rows:
            box.screensaver_rows = rows
            box.redraw()


def picture(box: Box, at: int) -> list[str]:
    """The name of the player whom the box waits for, each time in another place."""
    ui = box.ui
    name = ui.name(ui.next_player(), _NAME_MOST) if ui.game else box.say(words.DEEDBOX)
    row = at * 3 % _PLACES
    return [""] * row + [DOUBLE + " " * (at % (_NAME_MOST + 2 - len(name))) + name]


def wake(box: Box, kind: int, value: int) -> bool:
    """An input ends the screensaver. True if the picture moved: then a key only wakes, a tap only looks."""
    moving = box.screensaver == _MOVING
    box.screensaver = 0
    box.screensaver_rows = []
    box.display.set_brightness(box.settings["brightness"])
    box.redraw()
    if moving and kind != KEY:
        _look(box.ui, kind, value)
    return moving


def _look(ui: Ui, kind: int, value: int) -> None:
    ui.home()
    if ui.game and kind == TOKEN:
        seat = ui.seat(value)
        if seat >= 0:
            ui.show("table.player", seat)
    elif ui.game and kind == DEED:
        ui.show("deeds.deed", value)
