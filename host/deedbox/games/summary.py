"""Every game in one line."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from deedbox.games.found_games import FoundGames
from deedbox.games.replay import ReplayError, replay_game


@dataclass(frozen=True)
class Summary:
    game: str
    where: str
    edition: str
    players: list[str]
    turn: int
    steps: int
    played_s: int
    over: bool
    winners: list[str]
    receipt: str
    sound: bool
    note: str  # why it cannot be replayed; "" if it can

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def summarise_games(games: FoundGames) -> list[Summary]:
    """The current game first, then the others by id: ids grow with time."""
    order = sorted(games.by_id, key=lambda game: (game != games.current, game))
    return [_summarise_game(games, game) for game in order]


def _summarise_game(games: FoundGames, game: str) -> Summary:
    found_game = games.by_id[game]
    about = found_game.about
    try:
        replay = replay_game(found_game, games.files)
    except ReplayError as error:
        names = [str(name) for name in about.get("names", [])]
        edition = str(about.get("edition", "?"))
        return Summary(
            game,
            found_game.where,
            edition,
            names,
            0,
            len(found_game.entries),
            0,
            False,
            [],
            "",
            False,
            str(error),
        )
    return Summary(
        game,
        found_game.where,
        replay.edition.id,
        replay.names,
        replay.end.turn_no,
        len(replay.steps),
        replay.played_s,
        replay.over,
        [replay.names[p] for p in replay.winners],
        replay.steps[-1].receipt if replay.steps else "",
        replay.sound,
        "",
    )
