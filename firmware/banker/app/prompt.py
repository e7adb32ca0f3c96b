"""The way to MicroPython's prompt, where whoever is at the cable can do everything. Loaded on use.

main.py switches Ctrl-C off before it does anything else. It works again

- on a box that was never set up: there is nothing to protect yet, and much to try out;
- after a key was held at power-on, until the next power-on (boot.py): the way out when nothing else works;
- while OPEN FOR A COMPUTER is on the display (ui/screens/box/computer.py): a host asked and somebody at the
  box agreed, or somebody opened it in the banker's menu.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.inputs import KEY
from banker.app.loader import load
from banker.app.store import save_files
from banker.core.refusal import Refused
from banker.ui.next_screen import home_screen, opens_menu
from banker.ui.sounds import DOORBELL

if TYPE_CHECKING:
    from banker.app.box import Box

SCREEN = "box.computer"


def is_new(box: Box) -> bool:
    """No game, no save and no tag: somebody has just built it, or erased it."""
    if box.message or box.keeper.game or box.tags.entries:
        return False
    return not save_files.ids(save_files.SAVE)


def ask(box: Box) -> None:
    """A host wants the prompt. Nothing is raised if it is open; Refused says why not yet.

    The question comes only where nobody is in the middle of something, and once "no" was said not again.
    """
    if box.guard.is_open:
        return
    ui = box.ui
    if ui.screen == SCREEN and not box.message:
        raise Refused("prompt-asked")
    if box.message or box.guard.no_more:
        raise Refused("prompt-closed")
    home = home_screen(ui.game)
    at_rest = ui.screen in (home, "table.welcome_back", "box.check") and opens_menu(home)
    at_rest = at_rest or ui.screen == "table.steps_lost"  # a backup comes before anybody agrees to the loss
    if ui.game and (not at_rest or ui.dice):
        raise Refused("prompt-busy")
    wake(box)
    box.tell_time()  # the screen counts from here
    ui.show(SCREEN, True)
    ui.sound = DOORBELL
    box.play_sound()
    box.redraw()
    raise Refused("prompt-asked")


def wake(box: Box) -> None:
    """End the screensaver: the question must be seen, and the next input must count."""
    box.inputs.stir()
    box.inputs.taps.stir()
    if box.screensaver:
        load("banker.app.screensaver").wake(box, KEY, 0)
