"""Power-on, once the parts are made: settings, the game of the journal, the first screen. Loaded once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app import loader
from banker.ui.sounds import CHORD

if TYPE_CHECKING:
    from banker.app.box import Box


def run(box: Box, trouble: Exception | None) -> None:
    """`trouble`: an error before there was a display."""
    ui = box.ui
    try:
        loader.load("banker.app.apply_settings").power_on(box)
        loader.drop_all()  # a game that begins needs the heap
        if trouble:
            raise trouble
        if box.keeper.resume():
            box.open_game()
            if not box.keeper.game.over:
                ui.show("table.welcome_back")
                ui.sound = CHORD
        elif loader.load("banker.app.store.new_game").begin_prepared(box.keeper):
            box.open_game()
        else:
            ui.home()  # no game: the set-up
        if box.journal.lost:
            ui.unread = ("table.steps_lost",)
            ui.home()
        loader.load("banker.app.self_check").power_on(box)
    except Exception as error:  # the display shows it; the saved game stays untouched
        box.stop(error, True)
    box.unlocked = box.held or loader.load("banker.app.prompt").is_new(box)
    box.guard.open(box.unlocked)
    loader.drop_all()
    box.play_sound()
    box.redraw()
