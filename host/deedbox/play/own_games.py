"""The games of people that the page can go on with or report: saves on their box, and what was played.

ImageError: the flash of the box is damaged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from deedbox.games import ring_pages, save_file
from deedbox.games.export import write_as
from deedbox.games.found_games import FOLDER, FoundGames
from deedbox.games.replay import ReplayError
from deedbox.games.source import replay_from

# Form -> the type of its file.
FORMS = {"html": "text/html", "pdf": "application/pdf", "json": "application/json", "csv": "text/csv"}
_EXPORTED = ("json", "csv")
_ANSWERS_MOST = 32  # odds that are kept for the next click


def files_of(flash: Path) -> dict[str, bytes]:
    """The files of a box, switched on or not."""
    from deedbox.build import firmware

    return firmware.unpack_image(flash.read_bytes()) if flash.exists() else {}


def games_of(flash: Path) -> FoundGames:
    """All games of a box on this machine, also those in play, which a box hands out to nobody."""
    files = files_of(flash)
    return FoundGames(ring_pages.take_pages(files), files)


def list_saves(flash: Path) -> list[dict[str, Any]]:
    """The saves on a box, switched on or not, in the order in which the box lists them (saved_games.py).

    A save that cannot be read has no names; the box says why.
    """
    files = files_of(flash)
    names = _json(files.get("table.json", b"")).get("shown", {})
    saves = []
    for path in sorted(path for path in files if path.startswith(FOLDER) and path.endswith(".sav")):
        game = path[len(FOLDER) : -4]
        about: dict[str, Any] = {"game": game, "names": [], "edition": "", "turn": 0, "over": False}
        try:
            save = save_file.read_save(files[path])
            beginning = _json(save.beginning)
            about |= {
                "names": names.get(game, beginning.get("names", [])),
                "edition": beginning.get("edition", ""),
                "turn": save.turn_no + 1,
                "over": save.over,
                "played_s": save.step.played_s,
            }
        except save_file.SaveError:
            pass
        saves.append(about)
    return saves


def _json(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


class Odds:
    """Who would win games that were put aside. One is computed at a time, and each only once."""

    def __init__(self) -> None:
        self._computing = Lock()
        self._answers: dict[tuple[str, str], list[str]] = {}

    def sentences(self, flash: Path, game: str, language: str) -> list[str]:
        """ReplayError or LabError if it cannot be told."""
        with self._computing:
            files = files_of(flash)
            key = (_content_hash(files, game), language)  # a game that went on has other odds
            if key not in self._answers:
                answer = self._compute(files, game, language)
                while len(self._answers) >= _ANSWERS_MOST:
                    del self._answers[next(iter(self._answers))]
                self._answers[key] = answer
            return self._answers[key]

    def _compute(self, files: Mapping[str, bytes], game: str, language: str) -> list[str]:
        from deedbox.lab.odds import REPORT_GAMES, find_odds, odds_sentences

        replay = replay_from(FoundGames([], files), game)
        return odds_sentences(find_odds(replay.end, REPORT_GAMES), replay.names, language)


def _content_hash(files: Mapping[str, bytes], game: str) -> str:
    return sha256(files.get(f"{FOLDER}{game}.sav", game.encode())).hexdigest()


def write_game(games: FoundGames, game: str, form: str, language: str) -> bytes:
    """The report of a game as HTML or PDF, or the game itself as JSON or CSV.

    A game that is not over has a report so far. Its file waits, because dice and cards of the box could be
    foreseen from it; so does the report where the players do not see each other's money.
    ReplayError if it cannot be, MissingExtraError if the part that draws reports is not installed.
    """
    from deedbox import report
    from deedbox.extras import need_extra

    if form not in _EXPORTED:
        need_extra("report")
    replay = replay_from(games, game)
    if not replay.over and form in _EXPORTED:
        raise ReplayError("the game is not over; until then there is only its report")
    if not replay.over and replay.end.rules.balances_shown == "own_tap":
        raise ReplayError("the game is not over, and until then everybody sees only their own money")
    if form in _EXPORTED:
        return write_as(replay, form).encode()
    write = report.write_html if form == "html" else report.write_pdf
    return write(replay, language)
