"""How long a turn has taken: by a house rule the box rings when that is too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.loader import load
from banker.core.state import AUCTION, KIND, WHO, roller

if TYPE_CHECKING:
    from banker.app.box import Box


class TurnClock:
    def __init__(self) -> None:
        self._player = -1
        self._taken_ms = 0

    def pass_time(self, box: Box, passed_ms: int) -> None:
        """Only the time counts in which the box waits for the player whose turn it is."""
        g = box.keeper.game
        if not g or not g.rules.turn_time_s or g.over or g.rules.mode == "banker":
            return
        player = roller(g)  # the box passes the dice on before the turn is over in the books
        if player != self._player:
            self._player = player
            self._taken_ms = 0
        if g.tasks and (g.tasks[0][KIND] == AUCTION or g.tasks[0][WHO] != g.turn):
            return
        self._taken_ms += passed_ms
        if self._taken_ms >= g.rules.turn_time_s * 1000:
            self._taken_ms = 0
            load("banker.app.game_clock").ring_turn(box, player)
