"""Everybody who is still in the game agrees by token; ui.memo["consents"] has the seats. Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.core.tags import TOKEN
from banker.ui import words
from banker.ui.types import Commands

if TYPE_CHECKING:
    from banker.ui.ui import Ui


def missing(ui: Ui) -> list[int]:
    """Seats whose tokens are still missing."""
    g = ui.game
    return [seat for seat in range(g.players) if not g.out[seat] and seat not in ui.memo["consents"]]


def tap(ui: Ui, kind: int, number: int) -> Commands | None:
    """Note a token. None: now all agree; if the rules refuse it then, all agree again."""
    if kind != TOKEN:
        return ui.not_now()
    if ui.game.out[number]:
        return ui.notice(ui.say(words.PLAYER_OUT))
    if number not in ui.memo["consents"]:
        ui.memo["consents"].append(number)
    if missing(ui):
        return ()
    ui.memo["consents"] = []
    return None
