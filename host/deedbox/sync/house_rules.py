"""House rules as files for the box, whose set-up offers them: a name for the row, and the chosen rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from banker.protocol.names import RULE_SET_BYTES_MOST, RULE_SET_NAME_MOST
from deedbox.sync import RULES, SyncError, path_on_box


def pack_rules(file: Path, edition: str, name: str | None) -> tuple[str, bytes]:
    """(path on the box, content) for a file of house rules."""
    from deedbox import rules
    from deedbox.build.fonts import for_display
    from deedbox.editions.starter import id_from_file_name

    label = for_display(name or re.sub(r"[-_]+", " ", file.stem).strip().capitalize())
    if not 0 < len(label) <= RULE_SET_NAME_MOST:
        raise SyncError(
            f"{label}: the name of a set has 1 to {RULE_SET_NAME_MOST} letters; give it one with --name"
        )
    choices = rules.read_rules(file, edition)
    text = {"name": label, "rules": dict(sorted(choices.items()))}
    data = json.dumps(text, ensure_ascii=False, separators=(",", ":")).encode()
    if len(data) > RULE_SET_BYTES_MOST:
        raise SyncError(
            f"{file}: {len(data)} bytes on the box, at most {RULE_SET_BYTES_MOST}; choose fewer rules"
        )
    return path_on_box(RULES, id_from_file_name(file.stem)), data


def unpack_rules(data: bytes, path: str) -> dict[str, Any]:
    """{"name", "rules"} of a file from the box."""
    try:
        content = json.loads(data)
        if type(content["name"]) is str and type(content["rules"]) is dict:
            return {"name": content["name"], "rules": content["rules"]}
    except (ValueError, KeyError, TypeError):
        pass
    raise SyncError(f"{path} on the box is no set of house rules")


def rules_as_toml(data: bytes, path: str) -> str:
    """A file from the box as TOML, as people write it."""
    from deedbox import rules
    from deedbox.editions.toml_writer import toml_value

    content = unpack_rules(data, path)
    lines = [f"# {' '.join(content['name'].split())}", "", "[rules]"]
    for rule, choice in content["rules"].items():
        sentence = rules.rule_sentences().get(rule)
        if sentence is None:
            raise SyncError(f"{path} on the box has a rule that this deedbox does not know: {rule!r}")
        lines += [f"# {sentence}", f"{rule} = {toml_value(choice)}"]
    return "\n".join(lines) + "\n"
