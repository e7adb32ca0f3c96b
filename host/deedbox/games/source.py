"""Where games come from: a box, or a file made from one. Which of them a command means."""

from __future__ import annotations

from pathlib import Path

from deedbox.games import save_file
from deedbox.games.found_games import FoundGames, read_box
from deedbox.games.replay import Replay, ReplayError, replay_game

__all__ = ["choose_game", "read_box", "read_file", "replay_from"]


def read_file(path: Path) -> FoundGames:
    """The games of a backup, of an exported game, or of a save."""
    data = path.read_bytes()
    if data[:2] == b"PK":
        from deedbox import backup

        return backup.read_backup(data, path.name).found_games()
    if data[:4] == save_file.MAGIC:
        try:
            return FoundGames([], {f"games/{save_file.read_save(data).step.game}.sav": data})
        except save_file.SaveError as error:
            raise ReplayError(f"{path.name}: {error}") from None
    from deedbox.games.export import read_json

    return read_json(data, path.name)


def choose_game(games: FoundGames, game: str | None) -> str:
    """The whole id of the game whose id begins so; without one, the current game or the only one."""
    if games.hidden and (game is None or any(name.startswith(game.lower()) for name in games.hidden)):
        raise ReplayError(
            f"the game {', '.join(games.hidden)} is not over: with remote control on, in the banker's menu, "
            "a host may read it; deedbox watch follows it as it is"
        )
    if not games.by_id:
        raise ReplayError("there is no game here")
    if game is None:
        if games.current:
            return games.current
        if len(games.by_id) == 1:
            return next(iter(games.by_id))
        raise ReplayError(f"several games are here, say which: {', '.join(sorted(games.by_id))}")
    fitting = [name for name in games.by_id if name.startswith(game.lower())]
    if len(fitting) == 1:
        return fitting[0]
    ids = ", ".join(sorted(fitting or games.by_id))
    raise ReplayError(f"{'several games begin' if fitting else 'no game begins'} with {game}: {ids}")


def replay_from(games: FoundGames, game: str | None = None) -> Replay:
    return replay_game(games.by_id[choose_game(games, game)], games.files)
