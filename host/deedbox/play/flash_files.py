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
from deedbox.files import write_file
from deedbox.tagging.tag_map import TagSet

DEMO, OWN, CHIP = "demo", "own", "chip"
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


def newest_twin() -> str | None:
    """The twin that was played last, not counting the demo."""
    paths = [path for path in flash_folder().glob("*.flash") if path.stem not in (DEMO, CHIP)]
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


def make_flash(
    path: Path,
    *,
    game: Mapping[str, Any] | None = None,
    table: Mapping[str, Any] | None = None,
    edition: str | None = None,
    march: str | None = None,
) -> None:
    """A new box: this firmware, learned tags, and a game ready to play or choices for a set-up.

    `edition`: a file of the user's. `march`: the processor for which machine code may be compiled.
    """
    files = dict(firmware.compile_files(march))
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
    new = firmware.update_image(image, firmware.compile_files(march), _UNTOUCHED)
    if new == image:
        return False
    _replace_file(path, new)
    return True


def _replace_file(path: Path, image: bytes) -> None:
    """Replace the file completely or not at all."""
    write_file(path, image)
