"""Turns a picture of the display into text or a PNG, for people and tests.

A picture is the 1024 bytes that the firmware paints (`banker.ui.paint`), one display page after the other.
"""

import struct
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from operator import or_
from pathlib import Path

from banker.ui import paint
from deedbox.build import fonts
from deedbox.files import write_file

COLUMNS, ROWS = 21, 8
WIDTH, HEIGHT = 128, 64
UNKNOWN = "?"

# Colours: the panel, a dark pixel, a lit pixel, then paper and ink of a contact sheet.
_PALETTE = bytes.fromhex("04070c 0b1118 bfeaff e9ecef 22272e")
_PANEL, _DARK, _LIT, _PAPER, _INK = range(5)


def read_text(picture: bytes) -> list[str]:
    """Read the eight rows, without trailing blanks. A cell that is no letter of the font becomes '?'.

    Double letters and big figures appear in the first of their rows; their other rows are empty. A bar reads
    as '[####....]' across the row. Inverse letters read like plain ones. Symbols read as the font's text
    file names them.
    """
    if len(picture) != paint.SIZE:
        raise ValueError(f"a picture has {paint.SIZE} bytes, not {len(picture)}")
    out: list[str] = []
    while len(out) < ROWS:
        row = len(out)
        small = _small(picture, row)
        high, line = 1, small
        # A part of a larger letter can look like a small one. So small text counts only if the row below
        # is small text as well.
        if UNKNOWN in small or (row + 1 < ROWS and UNKNOWN in _small(picture, row + 1)):
            for rows, larger in ((3, _big(picture, row)), (2, _double(picture, row))):
                if larger is not None:
                    high, line = rows, larger
                    break
        out += [line.rstrip()] + [""] * (high - 1)
    return out


def to_png(picture: bytes, path: str | Path, scale: int = 4) -> None:
    """Write the picture as it looks on the panel."""
    edge = 2 * scale
    canvas = _Canvas(WIDTH * scale + 2 * edge, HEIGHT * scale + 2 * edge, _PANEL)
    canvas.picture(edge, edge, picture, scale)
    write_file(Path(path), canvas.png())


def contact_sheet(
    screens: Iterable[tuple[str, bytes]], path: str | Path, columns: int = 3, scale: int = 2
) -> None:
    """Write several pictures with their captions into one PNG."""
    shots = list(screens)
    gap, edge, line = 4 * scale, 2 * scale, 10 * scale
    wide, high = WIDTH * scale + 2 * edge, HEIGHT * scale + 2 * edge
    lines = max(1, -(-len(shots) // columns))
    columns = max(1, min(columns, len(shots)))
    canvas = _Canvas(gap + columns * (wide + gap), gap + lines * (high + line + gap), _PAPER)
    for index, (caption, picture) in enumerate(shots):
        x = gap + index % columns * (wide + gap)
        y = gap + index // columns * (high + line + gap)
        canvas.caption(x, y, caption[: wide // (6 * scale)], scale)
        canvas.rect(x, y + line, wide, high, _PANEL)
        canvas.picture(x + edge, y + line + edge, picture, scale)
    write_file(Path(path), canvas.png())


def as_text(picture: bytes) -> str:
    """Draw the picture with half blocks, two pixel rows to a line, for a terminal or a failing test."""
    shapes = " \u2580\u2584\u2588"
    return "\n".join(
        "".join(shapes[_pixel(picture, x, y) | _pixel(picture, x, y + 1) << 1] for x in range(WIDTH))
        for y in range(0, HEIGHT, 2)
    )


def _pixel(picture: bytes, x: int, y: int) -> int:
    return picture[(y >> 3) * WIDTH + x] >> (y & 7) & 1


def _invert_cell(cell: bytes) -> bytes:
    return bytes(byte ^ 0xFF for byte in cell)


# The firmware's own painter makes these tables, so reading always agrees with drawing.


@cache
def _cells(item: str, inverse: bool) -> dict[bytes, str]:
    """The pixels of each letter as the first one of an item of this size."""
    cells: dict[bytes, str] = {}
    for glyph in fonts.letter_glyphs():
        buf = bytearray(paint.SIZE)
        char = chr(glyph.code) if glyph.code != 0x7F else "\u0100"
        paint.screen(buf, [(paint.HEADER if inverse else "") + item + char], fonts.compile_font())
        cell = bytes(buf[1:13] + buf[129:141]) if item else bytes(buf[1:7])
        # The no-break space looks like the space, so the lower code wins.
        cells.setdefault(cell, glyph.reads)
    return cells


@cache
def _big_cells() -> dict[bytes, str]:
    cells = {bytes(42): " "}
    for index, glyph in enumerate(fonts.figure_glyphs()):
        at = 8 + fonts.COUNT * fonts.WIDTH + index * 42
        cells[fonts.compile_font()[at : at + 42]] = glyph.reads
    return cells


def _small(picture: bytes, row: int) -> str:
    page = picture[row * WIDTH : (row + 1) * WIDTH]
    if page[1] == page[126] == 0x7E and set(page[2:126]) <= {0x42, 0x7E} and page[0] == page[127] == 0:
        full = sum(byte == 0x7E for byte in page[2:126])
        filled = round(full * (COLUMNS - 2) / 124)
        return "[" + "#" * filled + "." * (COLUMNS - 2 - filled) + "]"
    plain, inverse = _cells("", False), _cells("", True)
    band = page[0] & page[127] & 0x7F == 0x7F
    line = ""
    for x in range(1, 1 + COLUMNS * 6, 6):
        cell = page[x : x + 6]
        # A key lights the last column of the cell before it, or darkens it on a lit band.
        before_key = cell[:5] + bytes([cell[5] ^ 0xFF])
        notch = _notch(picture, row, x, 6) if band else bytes(6)
        line += (
            (inverse.get(bytes(map(or_, cell, notch))) if band else None)
            or plain.get(cell)
            or inverse.get(cell)
            or (plain.get(before_key) if cell[5] else inverse.get(before_key))
            or _in_band(cell, notch, inverse)
            or UNKNOWN
        )
    return line


def _notch(picture: bytes, row: int, x: int, wide: int) -> bytes:
    """The pixels of a lit band that are dark because letters begin right below it."""
    below = picture[(row + 1) * WIDTH + x :][:wide] if row + 1 < ROWS else bytes(wide)
    return bytes((byte & 1) << 7 for byte in below)


def _in_band(cell: bytes, notch: bytes, cells: dict[bytes, str]) -> str | None:
    """The letter that looks like this apart from the notch."""
    if not any(notch) or any(byte & dark for byte, dark in zip(cell, notch, strict=True)):
        return None
    for letter, reads in cells.items():
        if all(byte == letter & ~dark for byte, letter, dark in zip(cell, letter, notch, strict=True)):
            return reads
    return None


def _double(picture: bytes, row: int) -> str | None:
    if row > ROWS - 2:
        return None
    top, bottom = (picture[page * WIDTH : (page + 1) * WIDTH] for page in (row, row + 1))
    plain, inverse = _cells(paint.DOUBLE, False), _cells(paint.DOUBLE, True)
    # An amount that is too long for big figures is centred; everything else begins at the left edge.
    for start in (1, *range(4, 59, 6)):
        line = ""
        for x in range(start, WIDTH - 11, 12):
            cell = top[x : x + 12] + bottom[x : x + 12]
            notch = bytes(12) + _notch(picture, row + 1, x, 12)
            line += plain.get(cell) or inverse.get(cell) or _in_band(cell, notch, inverse) or UNKNOWN
        margins = top[:start] + bottom[:start] if start > 1 else b""
        if UNKNOWN not in line[:10] and line.strip() and not any(margins):
            return line.strip() if start > 1 else line
    return None


def _big(picture: bytes, row: int) -> str | None:
    if row > ROWS - 3:
        return None
    pages = [picture[page * WIDTH : (page + 1) * WIDTH] for page in range(row, row + 3)]
    if pages[0][0] == 0xFF:
        pages = [_invert_cell(page) for page in pages]
    cells = _big_cells()
    for count in range(7, 0, -1):
        start = 66 - 9 * count
        line = ""
        for x in range(start, start + 18 * count, 18):
            line += cells.get(b"".join(page[x : x + 14] for page in pages), UNKNOWN)
        outside = (page[:start] + page[start + 18 * count - 4 :] for page in pages)
        if UNKNOWN not in line and line.strip() and not any(map(any, outside)):
            return line.strip()
    return None


class _Canvas:
    """Pixels with a palette, written as a PNG (RFC 2083: one IDAT, no filter)."""

    def __init__(self, width: int, height: int, colour: int) -> None:
        self.width, self.height = width, height
        self.pixels = bytearray([colour]) * (width * height)

    def rect(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        for at in range(y * self.width + x, (y + height) * self.width + x, self.width):
            self.pixels[at : at + width] = bytes([colour]) * width

    def picture(self, left: int, top: int, picture: bytes, scale: int) -> None:
        dot = scale - 1 if scale > 2 else scale  # the dark grid between the pixels of a real panel
        for y in range(HEIGHT):
            for x in range(WIDTH):
                colour = _LIT if _pixel(picture, x, y) else _DARK
                self.rect(left + x * scale, top + y * scale, dot, dot, colour)

    def caption(self, left: int, top: int, text: str, scale: int) -> None:
        glyphs: Sequence[fonts.Glyph] = fonts.letter_glyphs()
        for index, char in enumerate(fonts.for_display(text)):
            code = ord(char) if 0x20 <= ord(char) < 0x100 else 0x7F
            for y, row in enumerate(glyphs[code - fonts.FIRST].rows):
                for x, dot in enumerate(row):
                    if dot == "#":
                        at = left + (index * 6 + x) * scale
                        self.rect(at, top + y * scale, scale, scale, _INK)

    def png(self) -> bytes:
        lines = b"".join(
            b"\x00" + self.pixels[at : at + self.width] for at in range(0, len(self.pixels), self.width)
        )
        size = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        chunks = ((b"IHDR", size), (b"PLTE", _PALETTE), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in chunks
        )
