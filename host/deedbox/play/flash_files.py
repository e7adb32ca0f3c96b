"""The boxes of this user: flash files in the data folder, made, brought up to date, found again.

Each is the flash of one twin, with the Pico's geometry. The demo has a file of its own, so that it never
comes near a game somebody plays.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deedbox import editions, firmware
from deedbox.tags import TagSet

DEMO, OWN, CHIP = "demo", "own", "chip"
# What the tokens of a box on this machine are called, until somebody types other names.
_NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"]
_GAME = Path(__file__).with_name("demo.toml")
# What a box keeps for itself, and games rely on: never touched when the firmware is renewed.
_KEPT = ("ring/", "games/", "editions/")


def folder() -> Path:
    import platformdirs

    path = Path(platformdirs.user_data_dir("deedbox", appauthor=False)) / "boxes"
    path.mkdir(parents=True, exist_ok=True)
    return path


def path_of(name: str) -> Path:
    return folder() / f"{name}.flash"


def newest() -> str | None:
    """The twin that was played last, not counting the demo."""
    found = [path for path in folder().glob("*.flash") if path.stem not in (DEMO, CHIP)]
    return max(found, key=lambda path: path.stat().st_mtime).stem if found else None


def name_for(edition: str, rules: Mapping[str, Any]) -> str:
    """The box for a board and house rules named on the command line: the same ones find the same box."""
    name = editions.load(edition).id
    if editions.is_file(edition):
        rules = {**rules, "file": str(Path(edition).resolve())}
    if not rules:
        return f"board-{name}"
    return f"board-{name}-{hashlib.sha256(repr(sorted(rules.items())).encode()).hexdigest()[:8]}"


def demo() -> dict[str, Any]:
    """The game in which a newcomer finds the box, as newgame.json wants it."""
    fixture = tomllib.loads(_GAME.read_text(encoding="utf-8"))
    return {
        "edition": fixture["edition"],
        "names": fixture["players"],
        "seed": fixture["seed"],
        "given": fixture["given"],
    }


def make(
    path: Path,
    *,
    game: Mapping[str, Any] | None = None,
    table: Mapping[str, Any] | None = None,
    edition: str | None = None,
    march: str | None = None,
) -> None:
    """A new box: this firmware, learned tags, and a game laid ready, or a table to be set up.

    `edition`: a file of one's own. `march`: the processor that may have machine code of its own.
    """
    files = dict(firmware.compiled(march))
    files["tags.bin"] = TagSet().file()
    if game is not None:
        files["newgame.json"] = json.dumps(dict(game)).encode()
    if table is not None:
        places: dict[str, Any] = {"tokens": [], "names": _NAMES, "shown": {}}
        files["table.json"] = json.dumps({**places, **table}).encode()
    if edition is not None:
        files[f"editions/{editions.load(edition).id}.bin"] = editions.compiled(edition)
    _replace(path, firmware.image(files))


def renew(path: Path, march: str | None = None) -> bool:
    """Put this firmware on a box with an older one; games, tags and settings stay. True if it was older."""
    image = path.read_bytes()
    new = firmware.renewed(image, firmware.compiled(march), _KEPT)
    if new == image:
        return False
    _replace(path, new)
    return True


def _replace(path: Path, image: bytes) -> None:
    """Whole or not at all."""
    part = path.with_suffix(".part")
    part.write_bytes(image)
    part.replace(path)
