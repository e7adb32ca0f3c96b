"""Between an edition and the form that the device loads (its layout: firmware/banker/app/edition.py)."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from functools import cache
from typing import Any

from banker.core import board as b
from banker.core import edition as form
from banker.core.about import about_fault
from deedbox.faults import Fault
from deedbox.fonts import for_display, letters
from deedbox.words import pool

from . import model
from .model import Edition, Space
from .reading import EditionError

MAGIC = b"DBE3"
_HEAD = 18
_HASHED = 12
_WINDOW_BITS = 10


def numbers(edition: Edition) -> list[int]:
    """The board as the engine takes it."""
    out: list[int] = []
    for deed in model.DEED_IDS:
        row = edition.deeds[deed]
        out += [row["price"], row["mortgage"], row.get("house", 0), row.get("hotel", 0)]
        out += row.get("rents", [0] * 6)
        out.append(edition.powers.get(deed, 0))
    for deck in model.DECK_IDS:
        for card in edition.cards[deck]:
            out += model.effect(card)
    out.append(model.EXTRAS[edition.extra])
    return out


def texts(edition: Edition) -> list[str]:
    words = {
        **edition.terms,
        **edition.decks,
        "name": edition.name,
        "currency": edition.currency["name"],
        "symbol": edition.currency["symbol"],
    }
    out = [space.name for space in edition.spaces]
    out += [space.short for space in edition.spaces]
    out += [card["label"] for deck in model.DECK_IDS for card in edition.cards[deck]]
    out += [words[key] for key in form.WORD_KEYS]
    out += edition.tokens + [""] * (8 - len(edition.tokens))
    return [for_display(text) for text in out]


def compiled(edition: Edition) -> bytes:
    """The same edition always gives the same bytes."""
    board = numbers(edition)
    shown = texts(edition)
    marked = [n for n, space in enumerate(edition.spaces) if space.placeholder]
    about = {
        "games": edition.games,
        "id": edition.id,
        "placeholders": marked,
        "rules": dict(sorted(edition.rules.items())),
    }
    fault = form.numbers_fault(board) or form.texts_fault(_Texts(shown))
    fault = fault or about_fault(about, board[-1], len(edition.tokens))
    if fault:  # the reader's own checks come first and say more
        raise EditionError([Fault(edition.file or edition.id, 0, "", "", fault)])
    return assemble(board, pool(shown), json.dumps(about, separators=(",", ":")).encode())


def assemble(board: list[int], names: bytes, about: bytes) -> bytes:
    """The file out of its parts, whatever they hold."""
    plain = struct.pack(f"<{len(board)}H", *board) + about
    packer = zlib.compressobj(9, zlib.DEFLATED, -_WINDOW_BITS)
    packed = packer.compress(plain) + packer.flush()
    return sealed(struct.pack("<HHH", len(names), len(packed), len(plain)) + names + packed)


def sealed(body: bytes) -> bytes:
    """With its head: magic and hash."""
    return MAGIC + hashlib.sha256(body).digest()[: _HASHED - 4] + body


def hash_of(data: bytes) -> str:
    """By which the device and the game's record know the edition."""
    return data[4:_HASHED].hex()


def decompiled(data: bytes, file: str = "edition.bin") -> Edition:
    """The edition out of its compact form: what was folded to the display's letters stays folded."""

    def no(why: str) -> EditionError:
        return EditionError([Fault(file, 0, "", "", why)])

    if len(data) < _HEAD or data[:4] != MAGIC:
        raise no("this is no compiled edition")
    if sealed(data[_HASHED:]) != data:
        raise no("this edition is damaged")
    size, packed, plain = struct.unpack_from("<HHH", data, _HASHED)
    try:
        unpacked = zlib.decompressobj(-_WINDOW_BITS).decompress(data[_HEAD + size :], plain + 1)
        board = list(struct.unpack_from(f"<{b.NUMBERS}H", unpacked))
        about = json.loads(unpacked[2 * b.NUMBERS :])
        shown = _unpooled(data[_HEAD : _HEAD + size])
    except (zlib.error, struct.error, ValueError, IndexError):
        raise no("this edition is damaged") from None
    fault = form.numbers_fault(board) or form.texts_fault(_Texts(shown))
    tokens = [text for text in shown[form.TOKENS :] if text]
    fault = fault or about_fault(about, board[-1], len(tokens))
    if fault or len(data) != _HEAD + size + packed or len(unpacked) != plain:
        raise no(fault or "this edition is damaged")
    return _edition(board, [_typed(text) for text in shown], about, file)


def _edition(board: list[int], shown: list[str], about: dict[str, Any], file: str) -> Edition:
    words = dict(zip(form.WORD_KEYS, shown[form.WORDS : form.TOKENS], strict=True))
    deeds: dict[str, dict[str, Any]] = {}
    powers: dict[str, int] = {}
    for number, deed in enumerate(model.DEED_IDS):
        price, mortgage, house, hotel, *rest = board[number * 11 : number * 11 + 11]
        deeds[deed] = {"price": price, "mortgage": mortgage}
        if number < b.STREETS:
            deeds[deed] |= {"house": house, "hotel": hotel, "rents": rest[:6]}
        if rest[6]:
            powers[deed] = rest[6]
    cards: dict[str, list[dict[str, Any]]] = {deck: [] for deck in model.DECK_IDS}
    for n in range(2 * b.CARDS):
        at = b.DEEDS * 11 + n * 3
        cards[model.DECK_IDS[n // b.CARDS]].append(model.card_of(shown[form.LABELS + n], *board[at : at + 3]))
    return Edition(
        id=about["id"],
        name=words["name"],
        currency={"name": words["currency"], "symbol": words["symbol"]},
        terms={key: words[key] for key in model.TERMS},
        decks={deck: words[deck] for deck in model.DECK_IDS},
        tokens=[text for text in shown[form.TOKENS :] if text],
        extra=next(name for name, bit in model.EXTRAS.items() if bit == board[-1]),
        games=about["games"],
        rules=about["rules"],
        spaces=[
            Space(shown[n], shown[form.SHORTS + n], placeholder=n in about["placeholders"]) for n in range(40)
        ],
        deeds=deeds,
        powers=powers,
        cards=cards,
        file=file,
    )


class _Texts:
    """Texts as the device sees them."""

    def __init__(self, shown: list[str]) -> None:
        self._shown = shown
        self.count = len(shown)

    def __getitem__(self, number: int) -> str:
        return self._shown[number]


def _unpooled(data: bytes) -> list[str]:
    (count,) = struct.unpack_from("<H", data)
    offsets = struct.unpack_from(f"<{count + 1}H", data, 2)
    start = 4 + 2 * count
    return [data[start + offsets[n] : start + offsets[n + 1]].decode() for n in range(count)]


@cache
def _reads() -> dict[str, str]:
    return {chr(glyph.code): glyph.reads for glyph in letters() if 0x80 <= glyph.code < 0xA0}


def _typed(text: str) -> str:
    """The display's own symbols as the letters that people type for them."""
    return "".join(_reads().get(char, char) for char in text)
