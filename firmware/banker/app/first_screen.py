"""At power-on: the game that goes on, and the screen that it begins with. Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.loader import load
from banker.ui.sounds import CHORD

if TYPE_CHECKING:
    from banker.app.box import Box


def show(box: Box) -> None:
    ui = box.ui
    keeper = box.keeper
    if keeper.resume():
        box.open_game()
        if not keeper.game.over:
            ui.show("table.welcome_back")
            ui.sound = CHORD
    elif load("banker.app.store.new_game").begin_prepared(keeper):
        box.open_game()
    else:
        ui.home()  # no game: the set-up
    if box.journal.lost:
        ui.unread = ("table.steps_lost",)
        ui.home()
