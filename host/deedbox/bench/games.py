"""Games for the benchmarks, played by the lab's sensible player; the same seed gives the same game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from banker.core.commands import decide
from banker.core.refusal import Refused
from banker.core.setup.house_rules import HouseRuleError
from banker.core.setup.new_game import new_game
from banker.core.state import Game
from deedbox import editions
from deedbox.lab.random_player import Fool
from deedbox.lab.random_tables import Random, make_random_position
from deedbox.lab.sensible_player import Sensible

STEPS_MOST = 5000  # a game between rich players may never end


def play_game(edition: str, players: int, seed: int) -> Iterator[tuple[dict[str, Any], Game]]:
    """Play a game; yields every accepted command and the game after it."""
    player: Any = Sensible(seed)
    game: Game = new_game(editions.load_board(edition), editions.edition_rules(edition), {}, players, seed)
    for _ in range(STEPS_MOST):
        command, game = player.step(game)
        yield command, game
        if game.over:
            return


def play_muddle(edition: str, players: int, seed: int, commands: int) -> Iterator[Game]:
    """Play from a random position as the Fool, who changes rules and leaves things open; yields the games."""
    random = Random(seed)
    board = editions.load_board(edition)
    game: Game = new_game(board, editions.edition_rules(edition), {}, players, seed)
    make_random_position(random, game)
    player: Any = Fool(seed)
    for _ in range(commands):
        try:
            game = decide(game, player.command(game))
        except (Refused, HouseRuleError):
            continue
        yield game
        if game.over:
            return
