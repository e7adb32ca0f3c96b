"""States that older firmware wrote. It noted less in them, so a replay by today's rules seems to differ.

Since 0.1.0 a debt names the deed of its rent (core/tasks.py), a mortgaged deed the interest that was paid in
this turn, and a player who is out the order of going out (core/codec/state_bytes.py).
"""

from __future__ import annotations

from banker.core.codec import state_bytes
from banker.core.refusal import BooksError
from banker.core.state import DEBT, DUE, Game

_REASON = 0xFF  # of a debt; the deed is in the higher bits


def as_older_firmware(game: Game) -> Game:
    """The game without what 0.1.0 did not note."""
    older = game.copy()
    older.mortgaged = [1 if on else 0 for on in game.mortgaged]
    older.out = [1 if place else 0 for place in game.out]
    older.tasks = [
        (kind, who, other, amount, extra & _REASON if kind in (DEBT, DUE) else extra)
        for kind, who, other, amount, extra in game.tasks
    ]
    return older


def written_by_older(game: Game, state: bytes, start: Game) -> Game | None:
    """The game of this state, if older firmware wrote it where a replay has `game`; else None."""
    try:
        written = state_bytes.unpack(state, start.board, start.rules, game)
    except (BooksError, IndexError):
        return None
    older = as_older_firmware(game)
    return written if state_bytes.same(written, older) else None
