"""The colours of the eight tokens. A colour belongs to its token for ever, on page, printed discs and report.

The number is always written as well, so nobody needs to see colours. Who sees them differently can still
tell the tokens apart: tests/host/test_token_colours.py computes the differences as people with each kind of
colour blindness see them.
"""

from __future__ import annotations

# Red, blue, green, yellow, white, black, orange, purple: as the classic edition calls its tokens.
TOKENS = ("#ab2c15", "#025691", "#13b092", "#ffc500", "#f4f2ec", "#1d2126", "#ff6708", "#b41efa")
_DARK, _LIGHT = "#14171b", "#ffffff"


def relative_luminance(colour: str) -> float:
    """As WCAG 2 defines it, from 0 (black) to 1 (white)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """As WCAG 2 defines it, from 1 to 21."""
    low, high = sorted((relative_luminance(first), relative_luminance(second)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Dark or light ink, whichever is easier to read on this colour."""
    return max((_DARK, _LIGHT), key=lambda ink: contrast(ink, colour))


def style_sheet() -> str:
    """The table for the page: --player and --on-player in the classes player1 to player8."""
    return "".join(
        f".player{number} {{ --player: {colour}; --on-player: {ink_on(colour)}; }}\n"
        for number, colour in enumerate(TOKENS, 1)
    )
