"""Makes the documents: cards, token discs, labels. The same edition always gives the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deedbox.editions.model import DECK_IDS, Edition
from deedbox.printing import board, card_texts, deckcard, deedcard, disc
from deedbox.printing.card_texts import Card, Deed, Token, say
from deedbox.printing.pen import GREY, INK, Pen
from deedbox.printing.sheet_layout import PAPERS, Grid, LabelSheet, card_grid, disc_grid, fold_grid
from deedbox.typeface import BOLD

CARD_KINDS = ("deeds", *DECK_IDS)
LABEL_KINDS = ("deeds", "tokens", "banker", "cards")
_MARK, _GAP = 4.0, 1.5  # length of a crop mark, and its distance from the cards
_RULER = 50


@dataclass(frozen=True)
class Document:
    pdf: bytes
    pages: int
    count: int  # cards, tokens or labels


# -- cards --


def print_cards(
    edition: Edition,
    paper: str = "a4",
    kinds: Sequence[str] = CARD_KINDS,
    only: Sequence[str] = (),
    single_sided: bool = False,
) -> Document:
    """Deed cards and the cards of the decks. `only`: ids of deeds, if not all of them are to be printed.

    On two sides, the back of a card is behind its front if the sheet is turned over its long edge. On one
    side, it is beside the front, to be folded.
    """
    items: list[Deed | Card] = []
    if "deeds" in kinds:
        items += [deed for deed in card_texts.deed_texts(edition) if not only or deed.id in only]
    for deck in DECK_IDS:
        if deck in kinds:
            items += card_texts.deck_texts(edition, deck)
    grid = fold_grid(paper) if single_sided else card_grid(paper)
    pen = Pen(f"{edition.name}: cards", grid.sheet, language=edition.language)
    for start in range(0, len(items), grid.count):
        part = items[start : start + grid.count]
        note = say(edition, "cards_note", edition.name, start + 1, start + len(part), len(items))
        if single_sided:
            _fold_sheet(pen, grid, part, edition, note)
        else:
            _both_sides(pen, grid, part, edition, note)
    return Document(pen.finish(), pen.pages, len(items))


def _both_sides(pen: Pen, grid: Grid, part: Sequence[Deed | Card], edition: Edition, note: str) -> None:
    for n, what in enumerate(part):
        box = grid.box(n)
        _draw_front(pen, what, edition.name, box.x, box.y)
    fronts, how = say(edition, "fronts", note), say(edition, "both_sides_note")
    _draw_crop_marks(pen, grid, (fronts, how, say(edition, "long_edge_note")))
    pen.turn()
    for n, what in enumerate(part):
        box = grid.behind(n)
        _draw_back(pen, what, edition.name, box.x, box.y)
    _draw_crop_marks(pen, grid, (say(edition, "backs", note), "", ""))
    pen.turn()


def _fold_sheet(pen: Pen, grid: Grid, part: Sequence[Deed | Card], edition: Edition, note: str) -> None:
    for n, what in enumerate(part):
        box = grid.box(n)
        fold = box.middle[0]
        _draw_front(pen, what, edition.name, box.x, box.y)
        _draw_back(pen, what, edition.name, fold, box.y)
        pen.line((fold, box.y), (fold, box.top), GREY, 0.1, (1.5, 1.5))
    _draw_crop_marks(pen, grid, (note, say(edition, "fold_note")))
    pen.turn()


def _draw_front(pen: Pen, what: Deed | Card, edition: str, x: float, y: float) -> None:
    with pen.at(x, y):
        if isinstance(what, Deed):
            deedcard.draw_deed_front(pen, what, edition)
        else:
            deckcard.draw_card_front(pen, what, edition)


def _draw_back(pen: Pen, what: Deed | Card, edition: str, x: float, y: float) -> None:
    with pen.at(x, y):
        if isinstance(what, Deed):
            deedcard.draw_deed_back(pen, what, edition)
        else:
            deckcard.draw_card_back(pen, what, edition)


def _draw_crop_marks(pen: Pen, grid: Grid, notes: Sequence[str]) -> None:
    """Draw crop marks around the cards, crosses between them, notes below and a ruler above."""
    across, upwards = grid.cuts()
    near, far = _GAP, _GAP + _MARK
    for x in across:
        pen.line((x, upwards[0] - near), (x, upwards[0] - far), INK, 0.1)
        pen.line((x, upwards[-1] + near), (x, upwards[-1] + far), INK, 0.1)
        for y in upwards:
            pen.line((x - 1, y), (x + 1, y), GREY, 0.1)
            pen.line((x, y - 1), (x, y + 1), GREY, 0.1)
    for y in upwards:
        pen.line((across[0] - near, y), (across[0] - far, y), INK, 0.1)
        pen.line((across[-1] + near, y), (across[-1] + far, y), INK, 0.1)
    for x, note in zip(across, notes, strict=False):
        pen.block(x + 2, upwards[0] - 5, grid.cell[0] - 4, 3, note, 5, 3.5, colour=GREY, upright=0.5)
    _draw_ruler(pen, across[0] + 4, upwards[-1] + 2.5)


def _draw_ruler(pen: Pen, x: float, y: float) -> None:
    """Draw a ruler, which shows whether the printer has scaled the page."""
    pen.line((x, y), (x + _RULER, y), GREY, 0.1)
    for n in range(0, _RULER + 1, 10):
        pen.line((x + n, y), (x + n, y + (1.5 if n in (0, _RULER) else 0.8)), GREY, 0.1)
    pen.text(x + _RULER + 1.2, y, f"{_RULER} mm", 5, colour=GREY)


# -- tokens --


def print_tokens(edition: Edition, paper: str = "a4", diameter: float = 30) -> Document:
    """Eight discs, each with its back to the right of it."""
    grid = disc_grid(paper, diameter)
    pen = Pen(f"{edition.name}: tokens", grid.sheet, language=edition.language)
    across, upwards = grid.cuts()
    pen.block(
        across[0], upwards[-1] + 9, 120, 8, say(edition, "tokens_title", edition.name), 13, 8, BOLD, upright=1
    )
    note = say(edition, "tokens_note")
    pen.block(across[0], upwards[-1], across[-1] - across[0], 8, note, 7.5, 6, colour=GREY)
    everyone = card_texts.token_names(edition)
    for who in everyone:
        for n, draw in ((2 * who.seat - 2, disc.draw_token), (2 * who.seat - 1, disc.draw_reverse)):
            x, y = grid.box(n).middle
            draw(pen, who, x, y, diameter)
            disc.draw_outline(pen, x, y, diameter)
    _draw_ruler(pen, across[0], upwards[0] - 8)
    pen.turn()
    return Document(pen.finish(), pen.pages, len(everyone))


# -- the board --


def print_board(edition: Edition, paper: str = "a4") -> Document:
    """The playing board on four sheets, to be cut and joined."""
    pen = Pen(f"{edition.name}: board", PAPERS[paper], language=edition.language)
    count = 0
    for _ in board.draw_sheets(pen, edition, paper):
        pen.text(10, 8, say(edition, "board_note"), 6, colour=GREY)
        _draw_ruler(pen, PAPERS[paper][0] - _RULER - 22, 8)
        pen.turn()
        count += 1
    return Document(pen.finish(), pen.pages, count)


# -- labels --


def print_labels(
    edition: Edition,
    sheet: LabelSheet,
    kinds: Sequence[str] = LABEL_KINDS[:3],
    skip: int = 0,
    shift: tuple[float, float] = (0, 0),
    outlined: bool = False,
) -> Document:
    """Round labels. `skip`: how many of the first sheet are used up. `outlined`: with lines to cut along."""
    items = _labels_to_print(edition, kinds)
    pen = Pen(f"{edition.name}: labels", PAPERS[sheet.paper], language=edition.language)
    for at, what in enumerate(items, skip):
        if at > skip and at % sheet.count == 0:
            pen.turn()
        x, y = sheet.middle(at % sheet.count, shift)
        _draw_label(pen, edition, what, x, y, sheet.diameter)
        if outlined:
            disc.draw_outline(pen, x, y, sheet.diameter)
    pen.turn()
    return Document(pen.finish(), pen.pages, len(items))


def _labels_to_print(edition: Edition, kinds: Sequence[str]) -> list[Deed | Token | str]:
    """The things to label: deeds, tokens, "banker", ids of decks (once for each card)."""
    items: list[Deed | Token | str] = []
    if "deeds" in kinds:
        items += card_texts.deed_texts(edition)
    if "tokens" in kinds:
        items += card_texts.token_names(edition)
    if "banker" in kinds:
        items.append("banker")
    if "cards" in kinds:
        items += [deck for deck in DECK_IDS for _ in edition.cards[deck]]
    return items


def _draw_label(
    pen: Pen, edition: Edition, what: Deed | Token | str, x: float, y: float, diameter: float
) -> None:
    if isinstance(what, Deed):
        disc.draw_deed_label(pen, what, x, y, diameter)
    elif isinstance(what, Token):
        disc.draw_token(pen, what, x, y, diameter)
    elif what == "banker":
        disc.draw_banker_label(pen, card_texts.say(edition, "banker"), x, y, diameter)
    else:
        disc.draw_deck_label(pen, what, edition.decks[what], x, y, diameter)


def print_calibration(sheet: LabelSheet, shift: tuple[float, float] = (0, 0)) -> Document:
    """Only the outlines, to print on plain paper and to hold over a label sheet against the light."""
    pen = Pen("Calibration of labels", PAPERS[sheet.paper])
    for n in range(sheet.count):
        x, y = sheet.middle(n, shift)
        disc.draw_outline(pen, x, y, sheet.diameter)
        pen.line((x - 2, y), (x + 2, y), INK, 0.1)
        pen.line((x, y - 2), (x, y + 2), INK, 0.1)
        pen.text(x, y + 4, str(n + 1), 7, colour=GREY, align=0.5)
    x, y = sheet.middle(0, shift)
    note = f"{sheet.columns} x {sheet.rows} of {sheet.diameter:g} mm; "
    note += f"moved {shift[0]:g} mm right, {shift[1]:g} mm down"
    pen.text(x - sheet.diameter / 2, PAPERS[sheet.paper][1] - 6, note, 6, colour=GREY)
    pen.text(
        x - sheet.diameter / 2, 5, "Hold this over a sheet of labels, against the light.", 6, colour=GREY
    )
    pen.turn()
    return Document(pen.finish(), pen.pages, sheet.count)
