"""Editions: one TOML file each, inheriting from the classic one, compiled to what the engine plays."""

from __future__ import annotations

import json
import struct
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from banker.core import board as b
from banker.core.ids import DEED_IDS, GROUP_IDS
from deedbox.words import pool

IDS = ("classic", "duel-masters", "star-wars-ep1", "dog-lovers", "zelda", "spider-man")
_FOLDER = Path(__file__).parent
_EXTRAS = {"battle": b.BATTLE, "doubles": b.DOUBLES}


class EditionError(ValueError):
    """An edition that cannot be played; the text names file, key and what is allowed."""


@cache
def _file(name: str) -> dict[str, Any]:
    with (_FOLDER / name).open("rb") as file:
        return tomllib.load(file)


@cache
def load(edition: str) -> dict[str, Any]:
    """The edition's tables, with what it inherits filled in."""
    if edition not in IDS:
        raise EditionError(f"{edition}: there is no such edition; there are {', '.join(IDS)}")
    data = dict(_file(f"{edition}.toml"))
    parent = load(data["inherits"]) if "inherits" in data else {}
    for key in ("deeds", "powers"):
        data[key] = {**parent.get(key, {}), **data.get(key, {})}
    return data


def rules(edition: str) -> dict[str, Any]:
    """The knobs on which the edition differs from the classic one."""
    return load(edition).get("rules", {})


def numbers(edition: str) -> list[int]:
    """The board as the engine takes it."""
    data = load(edition)
    out: list[int] = []
    for deed in DEED_IDS:
        row = data["deeds"][deed]
        out += [row["price"], row["mortgage"], row.get("house", 0), row.get("hotel", 0)]
        out += row.get("rents", [0] * 6)
        out.append(data["powers"].get(deed, 0))
    decks = _file("cards.toml")[data["cards"]]
    for deck in ("chance", "chest"):
        for card in decks[deck]:
            out += _effect(card)
    out.append(_EXTRAS.get(data.get("extra", ""), 0))
    return out


@cache
def board(edition: str) -> b.Board:
    return b.Board(numbers(edition))


def _effect(card: dict[str, Any]) -> tuple[int, int, int]:
    """A card's line as (op, a, b)."""
    if "nearest" in card:
        times = card.get("rent_times", card.get("dice_times", 1))
        return b.NEAREST, GROUP_IDS.index(card["nearest"]), times
    if "per_house" in card:
        return b.REPAIRS, card["per_house"], card["per_hotel"]
    for key, op in (
        ("to", b.ADVANCE),
        ("collect", b.COLLECT),
        ("keep", b.KEEP),
        ("back", b.BACK),
        ("jail", b.TO_JAIL),
        ("pay", b.PAY),
        ("pay_each", b.PAY_EACH),
        ("collect_each", b.COLLECT_EACH),
    ):
        if key in card:
            return op, int(card[key]), 0
    raise EditionError(f"card {card.get('label')}: does nothing")


def compiled(edition: str) -> bytes:
    """The edition as the device loads it (firmware/banker/app/edition.py)."""
    data = load(edition)
    about = {key: data[key] for key in ("id", "name", "currency", "terms", "decks", "tokens")}
    about["rules"] = data.get("rules", {})
    board_numbers = numbers(edition)
    texts = [json.dumps(about, ensure_ascii=False, separators=(",", ":"))]
    texts += [data["names"][str(space)] for space in range(40)]
    head = b"DBE1" + struct.pack(f"<{1 + len(board_numbers)}H", len(board_numbers), *board_numbers)
    return head + pool(texts)
