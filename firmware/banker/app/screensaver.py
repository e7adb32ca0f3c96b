"""Nobody is there: the picture is dimmed, later it moves, so that nothing burns in. Loaded then."""

from banker.app.inputs import KEY
from banker.ui.paint import DOUBLE
from banker.ui.ui import DEED, TOKEN
from micropython import const

_MOVE_AFTER_MS = const(600_000)
_STEP_MS = const(4000)
_PLACES = const(7)  # rows for a name of double size
_DEEDBOX = const(690)  # words

# Box.resting
_DIM = const(1)
_MOVING = const(2)


def step(box, quiet_ms: int) -> None:
    """Called while it is quiet, from two minutes on."""
    if not box.resting:
        box.resting = _DIM
        box.display.set_brightness(0)
    if quiet_ms >= _MOVE_AFTER_MS:
        box.resting = _MOVING
        rows = picture(box, quiet_ms // _STEP_MS)
        if rows != box.away:
            box.away = rows
            box.redraw()


def picture(box, at: int) -> list:
    """The name of who is awaited, each time elsewhere."""
    ui = box.ui
    name = ui.name(ui.next_player())[:9] if ui.game else box.say(_DEEDBOX)
    row = at * 3 % _PLACES
    return [""] * row + [DOUBLE + " " * (at % (11 - len(name))) + name]


def wake(box, kind: int, value: int) -> bool:
    """Something came in. While the picture moved, a key only wakes and a tap only looks: then True."""
    moving = box.resting == _MOVING
    box.resting = 0
    box.away = ()
    box.display.set_brightness(box.settings["brightness"])
    box.redraw()
    if moving and kind != KEY:
        _look(box.ui, kind, value)
    return moving


def _look(ui, kind: int, value: int) -> None:
    ui.home()
    if ui.game and kind == TOKEN:
        value = ui.seat(value)
        if value >= 0:
            ui.show("player", value)
    elif ui.game and kind == DEED:
        ui.show("deed", value)
