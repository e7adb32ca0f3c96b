"""Fills in the names that a board leaves open: placeholders become what is printed on the user's board."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from pathlib import Path

from banker.core.edition.metadata import ID_MOST
from deedbox.editions import IDS, load_edition, printed_decks, toml_writer
from deedbox.editions.model import Edition
from deedbox.editions.short_names import propose_short_names
from deedbox.editions.toml_reader import EditionError, read_edition
from deedbox.faults import Fault
from deedbox.files import write_file


def open_spaces(edition: Edition) -> list[int]:
    """The spaces whose names are missing."""
    return [n for n, space in enumerate(edition.spaces) if space.placeholder]


def own_edition_files(folder: Path) -> dict[str, Path]:
    """Id -> file of the editions that people made in this folder; a file with faults is left out."""
    files = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            files[load_edition(str(path)).id] = path
        except (EditionError, OSError):
            continue
    return files


def fill_names(source: str, names: Mapping[int, str], folder: Path) -> Path:
    """Write the edition with these names into the folder; EditionError says what is wrong with a name.

    A file that exists is never changed, because a box may play with it: the next one gets another number
    and takes its place in the folder.
    """
    edition = copy.deepcopy(load_edition(source))
    for n, name in names.items():
        if not 0 <= n < len(edition.spaces) or not edition.spaces[n].placeholder:
            raise EditionError([Fault("", 0, f"space {n}", "", "its name is not missing")])
        if name.strip():
            edition.spaces[n].name = name.strip()
            edition.spaces[n].short = ""
            edition.spaces[n].placeholder = False
    for n, short in propose_short_names(edition).items():
        edition.spaces[n].short = short
    root = re.sub(r"-\d+$", "", edition.id) if edition.id not in IDS else f"my-{edition.id}"
    number = 1
    while True:
        ending = f"-{number}" if number > 1 else ""
        edition.id = root[: ID_MOST - len(ending)].strip("-") + ending
        text = toml_writer.write_edition(
            edition, load_edition("classic"), printed_decks(), head=f"# {edition.name}, with your names"
        )
        path = folder / f"{edition.id}.toml"
        if not path.exists() or path.read_text(encoding="utf-8") == text:
            break
        number += 1
    parents = {name: load_edition(name) for name in IDS}
    read_edition("", text.encode(), parents, printed_decks())  # names every fault
    folder.mkdir(parents=True, exist_ok=True)
    write_file(path, text.encode())
    if edition_file := own_edition_files(folder).get(load_edition(source).id):
        if edition_file != path:
            edition_file.unlink()
    return path
