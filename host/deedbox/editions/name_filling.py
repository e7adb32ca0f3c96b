"""Names that no source prints: which are missing, and how their owner types them in.

A board has 30 names to type: 28 deeds and two taxes. A placeholder ("Dark Purple 1") keeps the place of each
that is missing. The command line and the page fill names in by the functions here, so that both refuse the
same names in the same words.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from banker.core.edition.metadata import ID_MOST
from deedbox.editions import IDS, load_edition, model, parent_editions, printed_decks, starter, toml_writer
from deedbox.editions.model import Edition
from deedbox.editions.short_names import add_short_names, propose_short_names
from deedbox.editions.toml_reader import EditionError, read_edition
from deedbox.faults import Fault
from deedbox.files import write_file

# The spaces whose names a board's owner may type.
NAMED_SPACES = tuple(n for n in range(40) if model.placeholder_name(n))


@dataclass(frozen=True)
class MissingName:
    """A space that still has a placeholder."""

    space: int
    deed: str | None  # id, None for a tax
    kind: str  # street, rail, utility or tax
    group: str | None
    placeholder: str
    note: str


@dataclass(frozen=True)
class Progress:
    """How many of the names of a board are typed in."""

    typed: int
    total: int

    @property
    def is_complete(self) -> bool:
        return self.typed == self.total

    def __str__(self) -> str:
        return "all names" if self.is_complete else f"{self.typed} of {self.total} names"


def missing_names(edition: Edition) -> list[MissingName]:
    """The spaces without a name, clockwise from GO."""
    return [
        MissingName(
            n, model.deed_at(n), model.kind_of_space(n), model.group_at(n), space.name, space.note or ""
        )
        for n, space in enumerate(edition.spaces)
        if space.placeholder
    ]


def name_progress(edition: Edition) -> Progress:
    missing = sum(edition.spaces[n].placeholder for n in NAMED_SPACES)
    return Progress(len(NAMED_SPACES) - missing, len(NAMED_SPACES))


def fill_names(text: str, names: Mapping[int, str], file: str = "edition.toml") -> str:
    """The text of an edition's file with these names, space -> name; all else stays as it was written.

    Where a new name and another one look alike in a list of the display, a short name is added. EditionError
    says which name is refused, and why; a space that has no name to type is refused, too.
    """
    import tomlkit

    _check_spaces(names, file)
    document = tomlkit.parse(text)
    spaces: Any = document.setdefault("spaces", tomlkit.table())
    for n, name in names.items():
        key = str(n)
        row = spaces.get(key)
        comment = getattr(getattr(row, "trivia", None), "comment", "")
        note = row.get("note") if isinstance(row, dict) else None
        if note:
            table = tomlkit.inline_table()
            table.update({"name": name, "note": str(note)})
            spaces[key] = table
        else:
            spaces[key] = name
        if comment:
            spaces[key].comment(comment.lstrip("# "))
    filled = tomlkit.dumps(document)
    edition = read_edition(file, filled.encode(), parent_editions(), printed_decks())
    proposals = propose_short_names(edition)
    return add_short_names(filled, proposals) if proposals else filled


def _check_spaces(names: Mapping[int, str], file: str) -> None:
    """Only deeds and taxes have names to type. Whether a name fits is for the reader of files to say."""
    faults = [
        Fault(file, 0, f"spaces.{n}", repr(name), "there is no name to type for this space")
        for n, name in names.items()
        if n not in NAMED_SPACES
    ]
    if faults:
        raise EditionError(faults)


def own_board(source: str, names: Mapping[int, str], identity: str = "", title: str = "") -> str:
    """The text of a new file: the edition `source` with these names typed in.

    Its id is `identity`, or "my-" and the id of the source; its name is `title`, or that of the source.
    """
    parent = load_edition(source)
    edition = copy.deepcopy(parent)
    edition.id = starter.id_from_file_name(identity or f"my-{parent.id}")
    if edition.id in IDS:
        raise EditionError([Fault("", 0, "id", repr(edition.id), "an edition that comes along is called so")])
    if title:
        edition.name = title
    _check_spaces(names, f"{edition.id}.toml")
    for n, name in names.items():
        space = edition.spaces[n]
        space.name, space.short, space.placeholder = name, "", False
    text = toml_writer.write_edition(edition, load_edition("classic"), printed_decks())
    file = f"{edition.id}.toml"
    proposals = propose_short_names(read_edition(file, text.encode(), parent_editions(), printed_decks()))
    return add_short_names(text, proposals) if proposals else text


def own_edition_files(folder: Path) -> dict[str, Path]:
    """Id -> file of the editions that people made in this folder; a file with faults is left out."""
    files = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            files[load_edition(str(path)).id] = path
        except (EditionError, OSError):
            continue
    return files


def save_own_board(source: str, names: Mapping[int, str], folder: Path) -> Path:
    """Write the edition with these names into the folder; only a name that is missing can be typed.

    A file that exists is never changed, because a box may play with it: the next one gets another number
    and takes its place in the folder.
    """
    parent = load_edition(source)
    missing = {gap.space for gap in missing_names(parent)}
    faults = [Fault("", 0, f"space {n}", "", "its name is not missing") for n in names if n not in missing]
    if faults:
        raise EditionError(faults)
    typed = {n: name.strip() for n, name in names.items() if name.strip()}
    root = f"my-{parent.id}" if parent.id in IDS else re.sub(r"-\d+$", "", parent.id)
    for number in count(1):
        ending = f"-{number}" if number > 1 else ""
        identity = root[: ID_MOST - len(ending)].strip("-") + ending
        text = own_board(source, typed, identity)
        path = folder / f"{identity}.toml"
        if not path.exists() or path.read_text(encoding="utf-8") == text:
            break
    folder.mkdir(parents=True, exist_ok=True)
    write_file(path, text.encode())
    older = own_edition_files(folder).get(parent.id)
    if older and older != path:
        older.unlink()
    return path


def names_from_lines(edition: Edition, lines: list[str]) -> dict[int, str]:
    """One name to a line, for the spaces that lack one, in order; an empty line leaves its space out."""
    missing = missing_names(edition)
    return {gap.space: line.strip() for gap, line in zip(missing, lines, strict=False) if line.strip()}


def complete_editions() -> dict[str, Progress]:
    """How complete each edition is that comes along."""
    return {name: name_progress(load_edition(name)) for name in IDS}
