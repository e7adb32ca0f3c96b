"""House rules as the box's set-up offers them: a name for the row, and the knobs that differ."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from . import RULES, SyncError, path_of

_BYTES_MOST = 2048  # a game's beginning holds no more (banker/app/rulebook.py)
_NAME_MOST = 18


def packed(file: Path, edition: str, name: str | None) -> tuple[str, bytes]:
    """(path on the box, content) of a file of house rules."""
    from deedbox import rules
    from deedbox.editions.own import identity
    from deedbox.fonts import for_display

    shown = for_display(name or re.sub(r"[-_]+", " ", file.stem).strip().capitalize())
    if not 0 < len(shown) <= _NAME_MOST:
        raise SyncError(f"{shown}: the name of a set has 1 to {_NAME_MOST} letters; give it one with --name")
    chosen = rules.read(file, edition)
    text = {"name": shown, "rules": dict(sorted(chosen.items()))}
    data = json.dumps(text, ensure_ascii=False, separators=(",", ":")).encode()
    if len(data) > _BYTES_MOST:
        raise SyncError(f"{file}: {len(data)} bytes on the box, at most {_BYTES_MOST}; choose fewer rules")
    return path_of(RULES, identity(file.stem)), data


def unpacked(data: bytes, path: str) -> dict[str, Any]:
    """{"name", "rules"} of a file from the box."""
    try:
        found = json.loads(data)
        if type(found["name"]) is str and type(found["rules"]) is dict:
            return {"name": found["name"], "rules": found["rules"]}
    except (ValueError, KeyError, TypeError):
        pass
    raise SyncError(f"{path} on the box is no set of house rules")


def text(data: bytes, path: str) -> str:
    """The same as a file that people write."""
    from deedbox import rules
    from deedbox.editions.writer import value

    found = unpacked(data, path)
    lines = [f"# {' '.join(found['name'].split())}", "", "[rules]"]
    for knob, chosen in found["rules"].items():
        sentence = rules.sentences().get(knob)
        if sentence is None:
            raise SyncError(f"{path} on the box has a rule that this deedbox does not know: {knob!r}")
        lines += [f"# {sentence}", f"{knob} = {value(chosen)}"]
    return "\n".join(lines) + "\n"
