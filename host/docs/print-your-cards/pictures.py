"""Draws the pictures of print-your-cards.md again, from what `deedbox print` makes:

.venv/bin/python host/docs/print-your-cards/pictures.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from PIL import Image

from deedbox import editions
from deedbox.printing import board, sheets
from deedbox.printing.sheet_layout import LABEL_SHEETS, PAPERS, Box, card_grid, disc_grid, fold_grid

FOLDER = Path(__file__).parent
EDITION = "classic"
_MARGIN = 8


def _page(pdf: bytes, number: int, dots_per_mm: float) -> Image.Image:
    page = pypdfium2.PdfDocument(pdf)[number]
    return page.render(scale=dots_per_mm * 25.4 / 72).to_pil().convert("RGB")


def _cut(page: Image.Image, box: Box, height: float, dots_per_mm: float) -> Image.Image:
    """A part of a page, given in millimetres from its lower left corner."""
    edges = (box.x, height - box.top, box.right, height - box.y)
    return page.crop(tuple(round(edge * dots_per_mm) for edge in edges))


def _beside(parts: list[Image.Image]) -> Image.Image:
    width = sum(part.width for part in parts) + _MARGIN * (len(parts) + 1)
    whole = Image.new("RGB", (width, parts[0].height + 2 * _MARGIN), "#d5dade")
    at = _MARGIN
    for part in parts:
        whole.paste(part, (at, _MARGIN))
        at += part.width + _MARGIN
    return whole


def pictures() -> Iterator[tuple[str, Image.Image]]:
    """(name of the file, picture)"""
    edition = editions.load_edition(EDITION)
    cards, grid, fine = sheets.print_cards(edition).pdf, card_grid("a4"), 3.2
    places = [
        (0, grid.box(0)),  # a deed, its back, a railroad, a card, the back of the other deck
        (1, grid.behind(0)),
        (4, grid.box(4)),
        (6, grid.box(2)),
        (13, grid.behind(5)),
    ]
    yield "cards", _beside([_cut(_page(cards, n, fine), box, grid.sheet[1], fine) for n, box in places])
    yield "sheet", _beside([_page(cards, 0, 1.5), _page(cards, 1, 1.5)])
    folded = sheets.print_cards(edition, kinds=("deeds",), only=("blue1", "blue2"), single_sided=True).pdf
    strips, size = fold_grid("a4"), 2.2
    upper = Box(12, strips.box(0).y - 8, strips.sheet[0] - 24, strips.cell[1] + 18)
    yield "fold", _beside([_cut(_page(folded, 0, size), upper, strips.sheet[1], size)])
    discs, size = disc_grid("a4", 30), 3.6
    first = Box(discs.left, discs.box(4).y, discs.columns * discs.cell[0], 2 * discs.cell[1])
    yield "tokens", _beside([_cut(_page(sheets.print_tokens(edition).pdf, 0, size), first, 297, size)])
    form = LABEL_SHEETS["plain", "a4"]
    labels = sheets.print_labels(edition, form, outlined=True).pdf
    lowest = form.middle(6 * form.columns)[1] - form.pitch_down / 2
    rows = Box(8, lowest, 194, 3 * form.pitch_down)
    yield "labels", _beside([_cut(_page(labels, 0, size), rows, 297, size)])
    yield "board", _joined_board(sheets.print_board(edition).pdf, 2.2)


def _joined_board(pdf: bytes, dots_per_mm: float) -> Image.Image:
    """The four sheets, cut at their marks and laid together."""
    side = round(board.SIDE * dots_per_mm)
    whole = Image.new("RGB", (side, side), "white")
    width, height = PAPERS["a4"]
    for number, (_, part) in enumerate(board.parts()):
        lies = Box((width - part.width) / 2, (height - part.height) / 2, part.width, part.height)
        sheet = _cut(_page(pdf, number, dots_per_mm), lies, height, dots_per_mm)
        whole.paste(sheet, (round(part.x * dots_per_mm), round((board.SIDE - part.top) * dots_per_mm)))
    return _beside([whole])


if __name__ == "__main__":
    for name, picture in pictures():
        file = FOLDER / f"{name}.png"
        picture.quantize(96).save(file, optimize=True)
        print(f"{file.name}: {file.stat().st_size} bytes")
