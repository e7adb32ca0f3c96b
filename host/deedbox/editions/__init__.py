"""Editions: one TOML file each, values inherited from the classic one, compiled to what the engine plays.

Everywhere an edition is named by its id, or by the path of a file of one's own (it ends in .toml).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from banker.core import board as b
from deedbox.faults import Fault, near

from . import compiler
from .model import Edition
from .reading import EditionError, read

__all__ = [
    "IDS",
    "Edition",
    "EditionError",
    "board",
    "compiled",
    "hash_of",
    "is_file",
    "load",
    "numbers",
    "rules",
]

IDS = ("classic", "duel-masters", "star-wars-ep1", "dog-lovers", "zelda", "spider-man")
_FOLDER = Path(__file__).parent


def is_file(edition: str) -> bool:
    """Is this the path of a file, not an id?"""
    return edition.endswith(".toml") or "/" in edition or "\\" in edition


@cache
def printed_decks() -> dict[str, Any]:
    """The two decks by era."""
    with (_FOLDER / "cards.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def _built_in(edition: str) -> Edition:
    file = f"{edition}.toml"
    parents = {} if edition == "classic" else {"classic": _built_in("classic")}
    return read(file, (_FOLDER / file).read_bytes(), parents, printed_decks())


def load(edition: str) -> Edition:
    """The edition with what it inherits filled in; EditionError names every fault of a file."""
    if edition in IDS:
        return _built_in(edition)
    if is_file(edition):
        parents = {name: _built_in(name) for name in IDS}
        return read(edition, Path(edition).read_bytes(), parents, printed_decks())
    allowed = (
        f"there is no such edition{near(edition, IDS)}; there are {', '.join(IDS)}, or name a .toml file"
    )
    raise EditionError([Fault(edition, 0, "", "", allowed)])


def rules(edition: str) -> dict[str, Any]:
    """The knobs on which the edition differs from the classic one."""
    return load(edition).rules


def numbers(edition: str) -> list[int]:
    """The board as the engine takes it."""
    return compiler.numbers(load(edition))


def board(edition: str) -> b.Board:
    return _board(edition) if edition in IDS else b.Board(numbers(edition))


@cache
def _board(edition: str) -> b.Board:
    return b.Board(numbers(edition))


def compiled(edition: str) -> bytes:
    """The edition as the device loads it (firmware/banker/app/edition.py)."""
    return compiler.compiled(load(edition))


def hash_of(edition: str) -> str:
    return compiler.hash_of(compiled(edition))
