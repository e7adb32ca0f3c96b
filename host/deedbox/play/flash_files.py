"""The boxes of this user: flash files in the data folder. Makes them, updates them, finds them again.

Each file is the flash of one twin, with the Pico's geometry. The demo has its own file, so that it never
touches a game that somebody plays.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deedbox import editions
from deedbox.build import firmware
from deedbox.editions import name_filling
from deedbox.files import write_file
from deedbox.tagging.tag_map import TagSet

DEMO, OWN, WATCH, CHIP = "demo", "own", "watch", "chip"
_NOT_OF_PEOPLE = (DEMO, WATCH, CHIP)  # nobody misses the game on these
# Names of the tokens of a new box, until somebody types other names.
_NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"]
_GAME = Path(__file__).with_name("demo.toml")
# Games need these files of the box, so a firmware update does not touch them.
_UNTOUCHED = ("ring/", "games/", "editions/")


def flash_folder() -> Path:
    import platformdirs

    path = Path(platformdirs.user_data_dir("deedbox", appauthor=False)) / "boxes"
    path.mkdir(parents=True, exist_ok=True)
    return path


def flash_path_of(name: str) -> Path:
    return flash_folder() / f"{name}.flash"


def editions_folder() -> Path:
    """The boards whose names were filled in on the page."""
    return flash_folder().parent / "editions"


def own_editions() -> dict[str, bytes]:
    """These boards as files of a box."""
    files = name_filling.own_edition_files(editions_folder())
    return {f"editions/{name}.bin": editions.compile_edition(str(path)) for name, path in files.items()}


def newest_twin() -> str | None:
    """The twin on which people played last."""
    paths = [path for path in flash_folder().glob("*.flash") if path.stem not in _NOT_OF_PEOPLE]
    return max(paths, key=lambda path: path.stat().st_mtime).stem if paths else None


def box_name_for(edition: str, rules: Mapping[str, Any]) -> str:
    """The name of the box for an edition and house rules; the same ones always give the same box."""
    name = editions.load_edition(edition).id
    if editions.is_edition_file(edition):
        rules = {**rules, "file": str(Path(edition).resolve())}
    if not rules:
        return f"board-{name}"
    return f"board-{name}-{hashlib.sha256(repr(sorted(rules.items())).encode()).hexdigest()[:8]}"


def demo_game() -> dict[str, Any]:
    """The demo's game, in the form of newgame.json."""
    fixture = tomllib.loads(_GAME.read_text(encoding="utf-8"))
    return {
        "edition": fixture["edition"],
        "names": fixture["players"],
        "seed": fixture["seed"],
        "given": fixture["given"],
    }


def watched_game(edition: str, players: int, seed: int) -> dict[str, Any]:
    """A game that plays by itself, in the form of newgame.json."""
    return {"edition": edition, "names": _NAMES[:players], "seed": seed}


def make_flash(
    path: Path,
    *,
    game: Mapping[str, Any] | None = None,
    table: Mapping[str, Any] | None = None,
    edition: str | None = None,
    settings: Mapping[str, Any] | None = None,
    march: str | None = None,
) -> None:
    """A new box: this firmware, learned tags, and a game ready to play or choices for a set-up.

    `edition`: a file of the user's. `settings`: those of the box that differ from its own. `march`: the
    processor for which machine code may be compiled.
    """
    files = {**firmware.compile_files(march), **own_editions()}
    if settings:
        files["settings.json"] = json.dumps(dict(settings)).encode()
    files["tags.bin"] = TagSet().file()
    if game is not None:
        files["newgame.json"] = json.dumps(dict(game)).encode()
    if table is not None:
        choices: dict[str, Any] = {"tokens": [], "names": _NAMES, "shown": {}}
        files["table.json"] = json.dumps({**choices, **table}).encode()
    if edition is not None:
        files[f"editions/{editions.load_edition(edition).id}.bin"] = editions.compile_edition(edition)
    _replace_file(path, firmware.make_image(files))


def renew_firmware(path: Path, march: str | None = None) -> bool:
    """Put this firmware on a box; games, tags and settings stay. True if the box had another one."""
    image = path.read_bytes()
    new = firmware.update_image(image, {**firmware.compile_files(march), **own_editions()}, _UNTOUCHED)
    if new == image:
        return False
    _replace_file(path, new)
    return True


def _replace_file(path: Path, image: bytes) -> None:
    """Replace the file completely or not at all."""
    write_file(path, image)
