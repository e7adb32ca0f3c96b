"""Writes the file with which a user begins an edition of their own."""

from __future__ import annotations

import copy
import re
import unicodedata
from pathlib import Path

from banker.core import board as b
from banker.core.edition.metadata import ID_MOST
from deedbox.editions import IDS, load_edition, model, printed_decks, toml_writer

SCHEMA = Path(__file__).with_name("edition.schema.json")


def id_from_file_name(stem: str) -> str:
    """Make an id from a file's name."""
    plain = unicodedata.normalize("NFD", stem.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:ID_MOST].strip("-") or "my-town"


def starter_file(source: str, stem: str) -> str:
    """A file that starts from an edition. Names of the classic edition are left out for the user to type."""
    edition = copy.deepcopy(load_edition(source))
    edition.id = id_from_file_name(stem)
    if edition.id in IDS:
        edition.id = f"my-{edition.id}"[:ID_MOST].strip("-")
    edition.name = " ".join(word.capitalize() for word in edition.id.split("-"))
    for n, space in enumerate(edition.spaces):
        if source == "classic" and model.placeholder_name(n):
            space.note = f"the classic board has {space.name}"
            space.name, space.short, space.placeholder = model.placeholder_name(n), "", True
        elif source == "classic" and b.DEED_AT[n] == b.NO_DEED:
            space.short = ""
    return toml_writer.write_edition(edition, load_edition("classic"), printed_decks(), schema=SCHEMA.name)
