"""Makes a game as it was at its start. Small, because RAM is short where older steps are looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.loader import make_room

if TYPE_CHECKING:
    from banker.app.types import About
    from banker.core.board import Board
    from banker.core.game_rules import Rules
    from banker.core.state import Game


def rebuild(about: About, board: Board, rules: Rules) -> Game:
    """The game at its start. The rules are known, so the modules that work them out are not needed."""
    from banker.core.setup.opening import opening

    game: Game = opening(board, rules, len(about["names"]), about.get("seed", 1))
    if "given" in about:
        make_room()
        from banker.core.setup.position import given

        given(game, about["names"], about["given"])
    return game
