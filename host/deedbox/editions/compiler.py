"""Compiles an edition for the device and reads it back. firmware/banker/app/edition.py has the layout."""

from __future__ import annotations

import hashlib
import json
import re
import struct
import zlib
from functools import cache
from itertools import pairwise
from typing import Any

from banker.core import board as b
from banker.core.edition import limits as form
from banker.core.edition.metadata import about_fault
from deedbox.build.fonts import for_display, letter_glyphs
from deedbox.editions import model
from deedbox.editions.model import Edition, Space
from deedbox.editions.toml_reader import EditionError
from deedbox.faults import Fault
from deedbox.words import pack_pool

MAGIC = b"DBE3"
_HEAD = 18
_HASHED = 12
_WINDOW_BITS = 10
_LOOKS_LIKE_JOURNAL = re.compile(rb"DX[\x00-\x1f]")  # firmware/banker/app/link/verbs/files.py


def board_numbers(edition: Edition) -> list[int]:
    """The board's numbers, from which the engine makes its Board."""
    out: list[int] = []
    for deed in model.DEED_IDS:
        row = edition.deeds[deed]
        out += [row["price"], row["mortgage"], row.get("house", 0), row.get("hotel", 0)]
        out += row.get("rents", [0] * 6)
        out.append(edition.powers.get(deed, 0))
    for deck in model.DECK_IDS:
        for card in edition.cards[deck]:
            out += model.card_effect(card)
    out.append(model.EXTRAS[edition.extra])
    return out


def display_texts_of(edition: Edition) -> list[str]:
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
    if any(edition.token_shorts):
        out += edition.token_shorts + [""] * (8 - len(edition.token_shorts))
    return [for_display(text) for text in out]


def compile_edition(edition: Edition) -> bytes:
    """The file for the device. The same edition always gives the same bytes."""
    board = board_numbers(edition)
    display_texts = display_texts_of(edition)
    placeholders = [n for n, space in enumerate(edition.spaces) if space.placeholder]
    about = {
        "games": edition.games,
        "id": edition.id,
        "placeholders": placeholders,
        "rules": dict(sorted(edition.rules.items())),
    }
    _, why = _first_fault(board, display_texts, about, len(edition.tokens))
    if why:  # toml_reader checks first and names key and line
        raise EditionError([Fault(edition.file or edition.id, 0, "", "", why)])
    return assemble_file(board, pack_pool(display_texts), json.dumps(about, separators=(",", ":")).encode())


def assemble_file(board: list[int], names: bytes, about: bytes) -> bytes:
    """Put the file together from its parts, without any check."""
    plain = struct.pack(f"<{len(board)}H", *board) + about
    # The box takes no file in which the head of a page of its journal is: such bytes are chance here.
    for level in range(9, 0, -1):
        packer = zlib.compressobj(level, zlib.DEFLATED, -_WINDOW_BITS)
        packed_part = packer.compress(plain) + packer.flush()
        data = add_head(struct.pack("<HHH", len(names), len(packed_part), len(plain)) + names + packed_part)
        if not _LOOKS_LIKE_JOURNAL.search(data):
            break
    return data


def add_head(body: bytes) -> bytes:
    """Add the head: magic and hash."""
    return MAGIC + hashlib.sha256(body).digest()[: _HASHED - 4] + body


def hash_of_file(data: bytes) -> str:
    """The hash by which the device and a game's record know the edition."""
    return data[4:_HASHED].hex()


def decompile_edition(data: bytes, file: str = "edition.bin") -> Edition:
    """Read a compiled edition; EditionError names the place of the first fault.

    This is the only parser of compiled editions on the host. It applies the checks that the box applies.
    Texts that were changed to the display's letters stay changed.
    """

    def fault(place: str, why: str) -> EditionError:
        return EditionError([Fault(file, 0, "", "", f"{place}: {why}")])

    if len(data) < _HEAD or data[:4] != MAGIC:
        raise fault("byte 0", "this is no compiled edition for this version")
    if add_head(data[_HASHED:]) != data:
        raise fault("byte 4", "the content does not match its hash; the edition is damaged")
    pool_size, packed_size, plain_size = struct.unpack_from("<HHH", data, _HASHED)
    packed_at = _HEAD + pool_size
    if len(data) != packed_at + packed_size or plain_size < 2 * b.NUMBERS:
        raise fault(f"byte {_HASHED}", "the sizes do not fit")
    try:
        display_texts = _read_pool(data[_HEAD:packed_at])
    except (struct.error, ValueError) as error:
        raise fault(f"byte {_HEAD}", str(error)) from None
    try:
        plain = zlib.decompressobj(-_WINDOW_BITS).decompress(data[packed_at:], plain_size + 1)
    except zlib.error as error:
        raise fault(f"byte {packed_at}", f"the packed part cannot be unpacked ({error})") from None
    if len(plain) != plain_size:
        raise fault(f"byte {packed_at}", f"the packed part does not have {plain_size} bytes")
    board = list(struct.unpack_from(f"<{b.NUMBERS}H", plain))
    try:
        about = json.loads(plain[2 * b.NUMBERS :])
    except (ValueError, RecursionError) as error:
        raise fault("about", f"this is no JSON ({error})") from None
    tokens = [text for text in display_texts[form.TOKENS : form.TOKEN_SHORTS] if text]
    place, why = _first_fault(board, display_texts, about, len(tokens))
    if why:
        raise fault(place, why)
    return _edition_from_parts(board, [_as_typed(text) for text in display_texts], about, file)


def _first_fault(board: list[int], display_texts: list[str], about: Any, tokens: int) -> tuple[str, str]:
    """(place, fault) by the checks that the box applies, too; the fault is "" if there is none."""
    why = form.numbers_fault(board)
    if why:
        return "numbers", why
    why = form.texts_fault(_Texts(display_texts))
    if why:
        return "texts", why
    return "about", about_fault(about, board[-1], tokens)


def _edition_from_parts(
    board: list[int], display_texts: list[str], about: dict[str, Any], file: str
) -> Edition:
    words = dict(zip(form.WORD_KEYS, display_texts[form.WORDS : form.TOKENS], strict=True))
    tokens = [text for text in display_texts[form.TOKENS : form.TOKEN_SHORTS] if text]
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
        cards[model.DECK_IDS[n // b.CARDS]].append(
            model.card_of(display_texts[form.LABELS + n], *board[at : at + 3])
        )
    return Edition(
        id=about["id"],
        name=words["name"],
        currency={"name": words["currency"], "symbol": words["symbol"]},
        terms={key: words[key] for key in model.TERMS},
        decks={deck: words[deck] for deck in model.DECK_IDS},
        tokens=tokens,
        token_shorts=(display_texts[form.TOKEN_SHORTS :] or [""] * 8)[: len(tokens)],
        extra=next(name for name, bit in model.EXTRAS.items() if bit == board[-1]),
        games=about["games"],
        rules=about["rules"],
        spaces=[
            Space(display_texts[n], display_texts[form.SHORTS + n], placeholder=n in about["placeholders"])
            for n in range(40)
        ],
        deeds=deeds,
        powers=powers,
        cards=cards,
        file=file,
    )


class _Texts:
    """The texts with the interface of the device's pool, for the checks in core/edition/limits.py."""

    def __init__(self, display_texts: list[str]) -> None:
        self._texts = display_texts
        self.count = len(display_texts)

    def __getitem__(self, number: int) -> str:
        return self._texts[number]


def _read_pool(data: bytes) -> list[str]:
    """The texts of a pool; every text must follow the one before it (app/text_pool.py checks the same)."""
    (count,) = struct.unpack_from("<H", data)
    offsets = struct.unpack_from(f"<{count + 1}H", data, 2)
    start = 4 + 2 * count
    out = []
    for number, (begin, end) in enumerate(pairwise(offsets)):
        if not begin <= end <= len(data) - start or (number == 0 and begin):
            raise ValueError(f"text {number} is outside its place")
        try:
            out.append(data[start + begin : start + end].decode())
        except UnicodeDecodeError:
            raise ValueError(f"text {number} is no UTF-8") from None
    if offsets[-1] != len(data) - start:
        raise ValueError("there is more than the texts")
    return out


@cache
def _display_symbols() -> dict[str, str]:
    return {chr(glyph.code): glyph.reads for glyph in letter_glyphs() if 0x80 <= glyph.code < 0xA0}


def _as_typed(text: str) -> str:
    """Replace the display's own symbols by the letters that people type for them."""
    return "".join(_display_symbols().get(char, char) for char in text)
