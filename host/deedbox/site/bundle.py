"""Collects the host's modules that the page needs, as MicroPython runs them.

A bundle is one file: the length of its index as four bytes, the index as JSON (path -> [offset, length]), and
the files.
"""

from __future__ import annotations

import ast
import dataclasses
import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import deedbox
from deedbox import editions
from deedbox.build import firmware, portable

_HOST = Path(deedbox.__file__).parent.parent
_PYTHON = Path(__file__).with_name("python")
# What main.py of the page's own MicroPython imports; all that these import comes along.
ROOTS = ("deedbox.play.viewers", "deedbox.play.twin_hands", "deedbox.play.bots",
         "deedbox.twin.bus", "deedbox.tagging.tag_map", "deedbox.models.box", "deedbox.models.flash",
         "deedbox.link.session", "deedbox.play.game_log", "deedbox.play.moments", "deedbox.games.phrases",
         "deedbox.games.replay", "deedbox.play.tag_names", "deedbox.play.looks",
         "deedbox.play.tones", "boards.pico")  # fmt: skip
# Modules that only functions need which never run in the page.
_ABSENT = {
    "deedbox.devices",
    "deedbox.rules",
    "deedbox.editions.json_view",
    "deedbox.twin",
    "deedbox.tagging",
    "deedbox.chip",
}
_DATA = ("words/en.txt", "words/de.txt", "games/words-en.toml", "games/words-de.toml",
         "build/fonts/deedbox6x8.txt", "build/fonts/deedbox14x24.txt")  # fmt: skip


class BundleError(Exception):
    """A module cannot be part of the page; the text says which."""


def pack(files: Mapping[str, bytes]) -> bytes:
    index: dict[str, list[int]] = {}
    data = b""
    for name in sorted(files):
        index[name] = [len(data), len(files[name])]
        data += files[name]
    head = json.dumps(index, separators=(",", ":")).encode()
    return len(head).to_bytes(4, "little") + head + data


def host_files(store: Path | None = None) -> dict[str, bytes]:
    """The host's part: modules as .mpy, texts, and editions as JSON."""
    files = {}
    for path, source in portable_sources().items():
        files[f"{path}.mpy"] = firmware.compile_module(source.encode(), f"{path}.py", store=store)
    for file in _PYTHON.glob("*.py"):
        files[f"{file.stem}.mpy"] = firmware.compile_module(file.read_bytes(), file.name, store=store)
    for data in _DATA:
        content = (_HOST / "deedbox" / data).read_bytes()
        if data.endswith(".toml"):
            content = json.dumps(tomllib.loads(content.decode()), ensure_ascii=False).encode()
        files[f"deedbox/{data}"] = content
    for name in editions.IDS:
        files[f"editions/{name}.json"] = _edition(name)
    files["editions/ids.json"] = json.dumps(editions.IDS).encode()
    files["version.txt"] = deedbox.__version__.encode()
    return files


def _edition(name: str) -> bytes:
    edition = editions.load_edition(name)
    about = {
        "hash": editions.edition_hash(name),
        "numbers": editions.board_numbers(name),
        "edition": dataclasses.asdict(edition),
    }
    return json.dumps(about, ensure_ascii=False).encode()


def portable_sources(roots: Iterable[str] = ROOTS) -> dict[str, str]:
    """Every module that these import, lowered, by its path without the ending."""
    sources: dict[str, str] = {}
    waiting = list(roots)
    seen = set(_ABSENT)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        place = _find(name)
        if place is None:
            continue
        path, file = place
        # The page shows states and commands in their order; the engine itself checks for plain dicts.
        ordered = name.startswith("deedbox") or name == "banker.core.codec.state_json"
        sources[path] = portable.lower(file.read_text(encoding="utf-8"), name, ordered)
        package = name if path.endswith("__init__") else name.rpartition(".")[0]
        waiting += _imports(ast.parse(sources[path]), package)
        waiting += [name.rpartition(".")[0]]
    return sources


def _find(name: str) -> tuple[str, Path] | None:
    """(path without the ending, file) of a module; None for a name inside one, or a folder."""
    base = name.replace(".", "/")
    for path in (base, f"{base}/__init__"):
        for root in (_PYTHON / "replaced", _HOST):
            if (root / f"{path}.py").exists():
                return path, root / f"{path}.py"
        file = firmware.source_files().get(f"{path}.py")
        if file is not None and not path.endswith("__init__"):
            return path, file
    return None


def _imports(tree: ast.Module, package: str) -> list[str]:
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level:
                parts = package.split(".")
                module = ".".join(parts[: len(parts) - node.level + 1] + ([module] if module else []))
            names += [module, *(f"{module}.{alias.name}" for alias in node.names)]
    return [one for one in names if one.split(".")[0] in ("deedbox", "banker", "boards")]
