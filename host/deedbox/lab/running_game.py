"""A game that goes on in place: the lab's players give lawful commands, so no trial copy is needed.

decide() asks the game for a copy and changes that copy. This game gives itself. It is the same engine with
one copy fewer for each command. A refusal may leave such a game half changed, so it ends the run.
"""

from __future__ import annotations

from banker.core.state import Game


class RunningGame(Game):
    """Made from another game. To try a command, legal.after() makes an ordinary copy."""

    def __init__(self, g: Game) -> None:
        super().__init__(g.board, g.rules, g.players, g)

    def copy(self) -> Game:
        self.events = []
        return self
