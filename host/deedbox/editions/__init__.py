"""Editions: each is a TOML file that inherits from the classic edition and is compiled for the engine.

All functions take an edition's id, or the path of a user's own file, which ends in .toml.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from banker.core import board as b
from deedbox.editions import compiler
from deedbox.editions.model import Edition
from deedbox.editions.toml_reader import EditionError, read_edition
from deedbox.faults import Fault, did_you_mean

__all__ = [
    "IDS",
    "Edition",
    "EditionError",
    "load_board",
    "compile_edition",
    "edition_hash",
    "is_edition_file",
    "load_edition",
    "board_numbers",
    "parent_editions",
    "printed_decks",
    "edition_rules",
]

IDS = ("classic", "duel-masters", "star-wars-ep1", "dog-lovers", "zelda", "spider-man", "classic-2008")
_FOLDER = Path(__file__).parent


def is_edition_file(edition: str) -> bool:
    """Is this the path of a file and not an id?"""
    return edition.endswith(".toml") or "/" in edition or "\\" in edition


@cache
def printed_decks() -> dict[str, Any]:
    """The two printed decks of each era."""
    with (_FOLDER / "cards.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def _built_in(edition: str) -> Edition:
    file = f"{edition}.toml"
    parents = {} if edition == "classic" else {"classic": _built_in("classic")}
    return read_edition(file, (_FOLDER / file).read_bytes(), parents, printed_decks())


def parent_editions() -> dict[str, Edition]:
    """The editions from which a file may inherit."""
    return {name: _built_in(name) for name in IDS}


def load_edition(edition: str) -> Edition:
    """Load an edition with all inherited values; EditionError names every fault of a file."""
    if edition in IDS:
        return _built_in(edition)
    if is_edition_file(edition):
        return read_edition(edition, Path(edition).read_bytes(), parent_editions(), printed_decks())
    guess = did_you_mean(edition, IDS)
    choice = f"there is no such edition{guess}; there are {', '.join(IDS)}, or name a .toml file"
    raise EditionError([Fault(edition, 0, "", "", choice)])


def edition_rules(edition: str) -> dict[str, Any]:
    """The house rules in which the edition differs from the classic one."""
    return load_edition(edition).rules


def board_numbers(edition: str) -> list[int]:
    """The board's numbers, from which the engine makes its Board."""
    return compiler.board_numbers(load_edition(edition))


def load_board(edition: str) -> b.Board:
    return _built_in_board(edition) if edition in IDS else b.Board(board_numbers(edition))


@cache
def _built_in_board(edition: str) -> b.Board:
    return b.Board(board_numbers(edition))


def compile_edition(edition: str) -> bytes:
    """The edition as a file for the device (firmware/banker/app/edition.py)."""
    return compiler.compile_edition(load_edition(edition))


def edition_hash(edition: str) -> str:
    return compiler.hash_of_file(compile_edition(edition))
