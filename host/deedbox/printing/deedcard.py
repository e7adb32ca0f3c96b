"""Draws a deed as a card of 63 x 88 mm: the front with the rents, the back for a mortgaged deed.

Everything is at least 3 mm from the edge, because scissors and printers are not exact.
"""

from __future__ import annotations

from collections.abc import Sequence

from deedbox.printing import drawings
from deedbox.printing.card_texts import Deed, Row
from deedbox.printing.pen import GREY, INK, PALE, WHITE, Pen, fit_text, readable_on
from deedbox.printing.sheet_layout import CARD, STICKER
from deedbox.typeface import BOLD, REGULAR

EDGE = 3.0
_BAND = 10.0
_LEFT = EDGE + _BAND + 3  # where text begins
_RIGHT = CARD[0] - EDGE - 1
_WIDTH = _RIGHT - _LEFT
_HEIGHT = CARD[1] - 2 * EDGE
_TINT = "#f1f3f5"
RING = (_LEFT + _WIDTH / 2, 36.8)  # the middle of the sticker, which is on the back, seen from the front


def draw_deed_front(pen: Pen, deed: Deed, edition: str) -> None:
    colour = drawings.GROUPS[deed.group]
    pen.rect(EDGE, EDGE, _BAND, _HEIGHT, fill=colour, stroke=INK, line=0.15, radius=2)
    _draw_band(pen, deed, EDGE, readable_on(colour))
    pen.block(_LEFT, 67, _WIDTH, 18, deed.name, 14, 8, BOLD, upright=1)
    pen.rect(_LEFT, 65, _WIDTH, 0.6, fill=colour)
    _draw_rents(pen, deed)
    _draw_cells(pen, deed.costs, _LEFT, EDGE + 4, _WIDTH)
    pen.block(_LEFT, EDGE, _WIDTH, 2.6, edition, 5, 4, colour=GREY, upright=0.5)


def draw_deed_back(pen: Pen, deed: Deed, edition: str) -> None:
    """Draw the back. Its band is at the same edge of the paper as on the front, but hatched."""
    left, x = EDGE + 1, CARD[0] - EDGE - _BAND
    _draw_hatching(pen, x, drawings.GROUPS[deed.group])
    pen.rect(x + 2, EDGE + 12, _BAND - 4, _HEIGHT - 24, fill=WHITE, radius=2)
    _draw_band(pen, deed, x, INK, plates=True)
    pen.block(left, 71, _WIDTH, 14, deed.name, 11, 7, BOLD, upright=1)
    pen.rect(left, 69, _WIDTH, 0.6, fill=INK)
    if deed.loan:
        pen.block(left, 60.6, _WIDTH, 7, deed.mortgaged, 15, 8, BOLD, upright=0.5)
        pen.block(left, 55.2, _WIDTH, 5, deed.no_rent, 6.5, 5, upright=0.5)
    draw_sticker_ring(pen, CARD[0] - RING[0], RING[1], deed.tag)
    _draw_cells(pen, deed.loan, left, EDGE + 4, _WIDTH)
    pen.block(left, EDGE, _WIDTH, 2.6, edition, 5, 4, colour=GREY, upright=0.5)


def draw_sticker_ring(pen: Pen, x: float, y: float, word: str, ink: str = GREY) -> None:
    """Draw a ring where the sticker is to be put."""
    pen.circle(x, y, STICKER / 2, stroke=ink, line=0.25, dash=(1.2, 0.8))
    pen.circle(x, y, 0.3, fill=ink)
    pen.text(x, y - 5, word, 5, colour=ink, align=0.5)


def _draw_band(pen: Pen, deed: Deed, x: float, ink: str, plates: bool = False) -> None:
    """Draw the band: the number of the space, the word for the colour, and the place in the set."""
    middle = x + _BAND / 2
    if plates:
        pen.rect(x + 1, EDGE + _HEIGHT - 9, _BAND - 2, 8, fill=WHITE, radius=1.5)
        pen.rect(x + 1, EDGE + 1, _BAND - 2, 8, fill=WHITE, radius=1.5)
    pen.block(x + 0.8, EDGE + _HEIGHT - 9, _BAND - 1.6, 8, str(deed.space), 14, 6, BOLD, ink, 0.5, 0.5)
    with pen.at(middle, EDGE + _HEIGHT / 2, 90):
        pen.block(-27, -3, 54, 6, deed.group_word.upper(), 11, 5, BOLD, ink, 0.5, 0.5)
    for n in range(deed.of):
        at = middle + (n - (deed.of - 1) / 2) * 1.9
        pen.circle(at, EDGE + 5, 0.7, fill=ink if n + 1 == deed.place else "", stroke=ink, line=0.2)


def _draw_hatching(pen: Pen, x: float, colour: str) -> None:
    pen.rect(x, EDGE, _BAND, _HEIGHT, fill=WHITE, radius=2)
    with pen.within(x, EDGE, _BAND, _HEIGHT, 2):
        for n in range(-4, 40):
            y = EDGE + n * 2.6
            pen.line((x - 1, y - 1), (x + _BAND + 1, y + _BAND + 1), colour, 0.9)
    pen.rect(x, EDGE, _BAND, _HEIGHT, stroke=INK, line=0.15, radius=2)


def _draw_rents(pen: Pen, deed: Deed) -> None:
    """Draw the rents: the first one large, the others below it."""
    first, *more = deed.rents
    top, head, bottom = 62.6, 11.0, 18.5
    pen.rect(_LEFT, top - head, _WIDTH, head, fill=_TINT, radius=1.5)
    pen.block(_LEFT + 1.8, top - 6.6, 21.5, 5.4, first.label, 9.5, 5, upright=1)
    pen.block(_LEFT + 1.8, top - head + 1, 21.5, 3.2, deed.rent_note, 6, 4, colour=GREY)
    pen.block(_RIGHT - 18.8, top - head, 17, head, first.value, 21, 8, BOLD, align=1, upright=0.5)
    step = min(8, (top - head - bottom) / len(more))
    y = top - head
    for row in more:
        y -= step
        pen.block(_LEFT + 1.8, y, 26, step, row.label, 8.5, 4.5, upright=0.5)
        pen.block(_RIGHT - 16.8, y, 15, step, row.value, 11, 6, BOLD, align=1, upright=0.5)
        pen.line((_LEFT, y), (_RIGHT, y), PALE, 0.12)


def _draw_cells(pen: Pen, cells: Sequence[Row], x: float, y: float, width: float) -> None:
    """Draw figures with captions above them, side by side and all of one size."""
    if not cells:
        return
    each = width / len(cells)
    room = each - 1.2
    caption = min(fit_text(cell.label, REGULAR, room, 4.4, 5.8, 4)[0] for cell in cells)
    figure = min(fit_text(cell.value, BOLD, room, 5.4, 11, 6)[0] for cell in cells)
    for n, cell in enumerate(cells):
        at = x + n * each
        if n:
            pen.line((at, y), (at, y + 9.4), PALE, 0.2)
        pen.block(at + 0.6, y + 5.4, room, 4.4, cell.label, caption, 4, REGULAR, GREY, 0.5, 0.5)
        pen.block(at + 0.6, y, room, 5.4, cell.value, figure, 6, BOLD, INK, 0.5, 0.5)
