"""The games of people that the page can go on with or report: saves on their box, and what was played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from deedbox.games import save_file
from deedbox.games.export import write_as
from deedbox.games.found_games import FOLDER, FoundGames
from deedbox.games.source import replay_from

# Form -> the type of its file.
FORMS = {"html": "text/html", "pdf": "application/pdf", "json": "application/json", "csv": "text/csv"}
_EXPORTED = ("json", "csv")


def list_saves(flash: Path) -> list[dict[str, Any]]:
    """The saves on a box, switched on or not, in the order in which the box lists them (saved_games.py).

    A save that cannot be read has no names; the box says why.
    """
    from deedbox.build import firmware

    files = firmware.unpack_image(flash.read_bytes()) if flash.exists() else {}
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


def odds_of(flash: Path, game: str, language: str) -> list[str]:
    """Who would win a game that was put aside, as sentences; ReplayError or LabError if it cannot be told."""
    from deedbox.build import firmware
    from deedbox.lab.odds import REPORT_GAMES, find_odds, odds_sentences

    files = firmware.unpack_image(flash.read_bytes()) if flash.exists() else {}
    replay = replay_from(FoundGames([], files), game)
    return odds_sentences(find_odds(replay.end, REPORT_GAMES), replay.names, language)


def write_game(games: FoundGames, game: str, form: str, language: str) -> bytes:
    """The report of a game as HTML or PDF, or the game itself as JSON or CSV.

    ReplayError if it cannot be, MissingExtraError if the part that draws reports is not installed.
    """
    from deedbox import report
    from deedbox.extras import need_extra

    if form not in _EXPORTED:
        need_extra("report")
    replay = replay_from(games, game)
    if form in _EXPORTED:
        return write_as(replay, form).encode()
    write = report.write_html if form == "html" else report.write_pdf
    return write(replay, language)
