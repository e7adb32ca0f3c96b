"""DejaVu Sans, the typeface of sheets and charts: free, with all accents that an edition may have."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from deedbox.build.fonts import for_display

REGULAR, BOLD = "DeedboxSans", "DeedboxSans-Bold"
FILES = {REGULAR: "DejaVuSans.ttf", BOLD: "DejaVuSans-Bold.ttf"}


class TypefaceError(Exception):
    """A file of the typeface is not there or damaged."""


@cache
def load_font(name: str) -> TTFont:
    """One of REGULAR and BOLD, known to reportlab under that name."""
    file = Path(__file__).with_name(FILES[name])
    try:
        font = TTFont(name, str(file))
    except (OSError, TTFError):
        raise TypefaceError(f"{file}: the font is missing or damaged; install deedbox again") from None
    pdfmetrics.registerFont(font)
    return font


def printable_text(text: str) -> str:
    """The text in letters that the font has, without soft hyphens."""
    plain, bold = (load_font(name).face.charToGlyph for name in (REGULAR, BOLD))
    return "".join(
        char if ord(char) in plain and ord(char) in bold else for_display(char)
        for char in text.replace("\u00ad", "")
    )


@lru_cache(4096)
def _unit_width(text: str, font: str) -> float:
    return float(load_font(font).stringWidth(text, 1))


def text_width(text: str, size: float, font: str = REGULAR) -> float:
    """In points."""
    return size * _unit_width(text, font)
