"""Reads the fonts, which are text files, and compiles them into the file for the device.

`python -m deedbox.build.fonts` writes firmware/data/font6x8.bin:

    3 bytes   magic "DBF"
    1 byte    version, 1
    2 bytes   code of the first letter, number of letters
    2 bytes   width of a figure, number of figures
    224 x 6   letters: six columns each, lowest bit on top
    12 x 42   figures 0 to 9, + and -: three pages of fourteen columns each
    224       one for each letter: the rows that move down by one where it is drawn inverse
"""

import unicodedata
from functools import cache
from pathlib import Path
from typing import NamedTuple

LETTERS = Path(__file__).with_name("deedbox6x8.txt")
FIGURES = Path(__file__).with_name("deedbox14x24.txt")

MAGIC = b"DBF"
VERSION = 1
FIRST, COUNT, WIDTH = 0x20, 224, 6
FIGURE_CODES, FIGURE_WIDTH, FIGURE_PAGES = "0123456789+-", 14, 3

# Characters that people write in editions and names, and their substitutes on the display.
_SUBSTITUTES = {
    "\u2018": "'", "\u2019": "'", "\u201a": ",", "\u201c": '"', "\u201d": '"', "\u201e": '"',
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-",
    "\u2009": " ", "\u202f": " ", "\u00a0": " ", "\u00ad": "",
    "\u0152": "OE", "\u0153": "oe", "\u0141": "L", "\u0142": "l", "\u1e9e": "SS", "\u0131": "i",
    "\u0110": "D", "\u0111": "d",
}  # fmt: skip


class FontError(Exception):
    """The text of a font has a fault; the message names the line."""


class Glyph(NamedTuple):
    code: int
    reads: str
    name: str
    rows: tuple[str, ...]


def parse_font(source: str, width: int, height: int) -> list[Glyph]:
    """The glyphs of a font's text, in the order of the text."""
    glyphs: list[Glyph] = []
    lines = iter(enumerate(source.splitlines(), 1))
    for number, line in lines:
        if not line.strip() or line == "#" or line.startswith("# "):
            continue
        try:
            code, reads, name = line.split(" ", 2)
            if reads.startswith("U+"):
                reads = chr(int(reads[2:], 16))
            value = int(code, 16)
        except ValueError:
            raise FontError(f"line {number}: expected 'code character name', found {line!r}") from None
        if len(reads) != 1:
            raise FontError(f"line {number}: {reads!r} is not one character")
        rows = []
        for _ in range(height):
            number, row = next(lines, (number + 1, ""))
            if len(row) != width or set(row) - {"#", "."}:
                raise FontError(f"line {number}: expected {width} times '#' or '.', found {row!r}")
            rows.append(row)
        glyphs.append(Glyph(value, reads, name, tuple(rows)))
    return glyphs


def _glyph_pages(glyph: Glyph) -> bytes:
    """Eight rows of a glyph to a page, one byte a column, lowest bit on top."""
    return bytes(
        sum((glyph.rows[top + bit][x] == "#") << bit for bit in range(8))
        for top in range(0, len(glyph.rows), 8)
        for x in range(len(glyph.rows[0]))
    )


def _lowered_rows(glyph: Glyph) -> int:
    """The upper rows of a letter that move down by one where the letter is drawn inverse.

    One row disappears for that: the first that equals its successor, else the third, or the fourth in
    letters with an accent. A letter whose top row is empty stays as it is, and so does a symbol.
    """
    if "#" not in glyph.rows[0] or 0x7F <= glyph.code < 0xA0:
        return 0
    spare_row = next((row for row in range(1, 6) if glyph.rows[row] == glyph.rows[row + 1]), None)
    if spare_row is None:
        spare_row = 2 if glyph.code < 0x80 else 3
    return (1 << spare_row) - 1


@cache
def letter_glyphs() -> tuple[Glyph, ...]:
    glyphs = tuple(parse_font(LETTERS.read_text(encoding="utf-8"), WIDTH, 8))
    codes = [glyph.code for glyph in glyphs]
    if codes != list(range(FIRST, FIRST + COUNT)):
        wrong = next((at for at, code in enumerate(codes, FIRST) if at != code), FIRST + len(codes))
        raise FontError(f"{LETTERS.name}: expected code {wrong:02X} next, and {COUNT} letters in all")
    return glyphs


@cache
def figure_glyphs() -> tuple[Glyph, ...]:
    glyphs = tuple(parse_font(FIGURES.read_text(encoding="utf-8"), FIGURE_WIDTH, 8 * FIGURE_PAGES))
    if "".join(chr(glyph.code) for glyph in glyphs) != FIGURE_CODES:
        raise FontError(f"{FIGURES.name}: expected the figures {FIGURE_CODES}")
    return glyphs


@cache
def compile_font() -> bytes:
    """The font file of the device."""
    head = MAGIC + bytes([VERSION, FIRST, COUNT, FIGURE_WIDTH, len(FIGURE_CODES)])
    pages = b"".join(map(_glyph_pages, letter_glyphs() + figure_glyphs()))
    return head + pages + bytes(map(_lowered_rows, letter_glyphs()))


@cache
def _codes() -> dict[str, str]:
    table = {glyph.reads: chr(glyph.code) for glyph in letter_glyphs() if glyph.code != 0x7F}
    for code in range(0xA0, 0x100):
        table[chr(code)] = chr(code)
    return table


def for_display(text: str) -> str:
    """The text with the codes of the display.

    Symbols get the code of their place in the font, typographic marks become plain ones, and letters beyond
    Latin-1 lose their accents. A character without a substitute stays, and the display shows a box.
    """
    table = _codes()
    out = []
    for char in unicodedata.normalize("NFC", text):
        if char in _SUBSTITUTES:
            out.append(_SUBSTITUTES[char])
        elif char in table:
            out.append(table[char])
        else:
            base = unicodedata.normalize("NFD", char)[0]
            out.append(base if base in table else char)
    return "".join(out)
