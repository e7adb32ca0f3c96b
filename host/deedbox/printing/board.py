"""Draws the playing board of an edition, 351 mm square, on four sheets. No space lies on two of them.

A corner is 45 mm, a space 29 x 45 mm. The left and the lower half have five spaces beside their corner, the
others four, so that a cut runs between two spaces.
"""

from __future__ import annotations

from collections.abc import Iterator

from banker.core import board as b
from banker.core.setup.house_rules import resolve
from deedbox.editions import model
from deedbox.editions.model import Edition
from deedbox.printing import card_texts, drawings
from deedbox.printing.pen import GREY, INK, PALE, WHITE, Pen
from deedbox.printing.sheet_layout import PAPERS, Box
from deedbox.typeface import BOLD

CORNER, WIDTH = 45.0, 29.0
SIDE = 2 * CORNER + 9 * WIDTH
_CUT = CORNER + 5 * WIDTH  # from the left, and from below
_BAND = 9.0
_EDGE = 1.6
_MARK, _GAP = 4.0, 1.0


def parts() -> list[tuple[str, Box]]:
    """The four sheets: the word for each (words-en.toml), and which part of the board it has."""
    rest = SIDE - _CUT
    return [
        ("upper_left", Box(0, _CUT, _CUT, rest)),
        ("upper_right", Box(_CUT, _CUT, rest, rest)),
        ("lower_left", Box(0, 0, _CUT, _CUT)),
        ("lower_right", Box(_CUT, 0, rest, _CUT)),
    ]


def space_box(space: int) -> Box:
    """Where a space lies on the board: GO is the lower right corner, and the way leads to the left."""
    side, place = divmod(space, 10)
    along = 0.0 if place == 0 else CORNER + (place - 1) * WIDTH
    length = CORNER if place == 0 else WIDTH
    if side == 0:
        return Box(SIDE - along - length, 0, length, CORNER)
    if side == 1:
        return Box(0, along, CORNER, length)
    if side == 2:
        return Box(along, SIDE - CORNER, length, CORNER)
    return Box(SIDE - CORNER, SIDE - along - length, CORNER, length)


def draw_sheets(pen: Pen, edition: Edition, paper: str) -> Iterator[str]:
    """Draw one sheet after the other; the name of each."""
    width, height = PAPERS[paper]
    for name, part in parts():
        x, y = (width - part.width) / 2, (height - part.height) / 2
        with pen.within(x, y, part.width, part.height), pen.at(x - part.x, y - part.y):
            _draw_board(pen, edition, part)
        for at_x in (x, x + part.width):
            for at_y, way in ((y, -1), (y + part.height, 1)):
                pen.line((at_x, at_y + way * _GAP), (at_x, at_y + way * (_GAP + _MARK)), INK, 0.1)
        for at_y in (y, y + part.height):
            for at_x, way in ((x, -1), (x + part.width, 1)):
                pen.line((at_x + way * _GAP, at_y), (at_x + way * (_GAP + _MARK), at_y), INK, 0.1)
        note = card_texts.say(edition, "board_part", edition.name, card_texts.say(edition, name))
        pen.text(x, y + part.height + 7, note, 7, colour=GREY)
        yield name


def _draw_board(pen: Pen, edition: Edition, part: Box) -> None:
    pen.rect(0, 0, SIDE, SIDE, fill=WHITE, stroke=INK, line=0.4)
    with pen.at(SIDE / 2, SIDE / 2, 45):
        pen.block(-70, -16, 140, 32, edition.name, 26, 12, BOLD, PALE, 0.5, 0.5)
    for space in range(40):
        box = space_box(space)
        if box.x < part.right and box.right > part.x and box.y < part.top and box.top > part.y:
            _draw_space(pen, edition, space, box)


def _draw_space(pen: Pen, edition: Edition, space: int, box: Box) -> None:
    """Each space is drawn upright, its inner edge above, then turned to its side of the board."""
    side, place = divmod(space, 10)
    pen.rect(box.x, box.y, box.width, box.height, stroke=INK, line=0.3)
    if place == 0:
        _draw_corner(pen, edition, space, box)
        return
    start = ((box.x, box.y), (box.x, box.top), (box.right, box.top), (box.right, box.y))[side]
    with pen.at(*start, turned=(0, -90, 180, 90)[side]):
        _draw_upright(pen, edition, space)


def _draw_corner(pen: Pen, edition: Edition, space: int, box: Box) -> None:
    with pen.at(*box.middle, turned=(45, -45, -135, 135)[space // 10]):
        pen.block(-19, 2, 38, 12, edition.spaces[space].name, 14, 6, BOLD, align=0.5, upright=0.5)
        if space == 0:
            salary = card_texts.money_text(edition, resolve(edition.rules, {}).go_salary)
            pen.block(-17, -12, 34, 8, f"+ {salary}", 13, 6, align=0.5, upright=0.5)
        elif space in (10, 30):
            drawings.draw_key(pen, 0, -8, 6, INK, WHITE)
    pen.text(box.x + _EDGE, box.y + _EDGE, str(space), 5, colour=GREY)


def _draw_upright(pen: Pen, edition: Edition, space: int) -> None:
    """Within 29 x 45 mm: the band of the group, the name, the price."""
    deed, kind = model.deed_at(space), model.kind_of_space(space)
    room = WIDTH - 2 * _EDGE
    top = CORNER
    if deed:
        group = model.group_at(space) or ""
        colour = drawings.GROUPS[group]
        band = _BAND if kind == "street" else _BAND / 3
        pen.rect(0, CORNER - band, WIDTH, band, fill=colour, stroke=INK, line=0.3)
        top -= band
    pen.block(_EDGE, top - 18, room, 16, edition.spaces[space].name, 9, 5, BOLD, align=0.5, upright=0.5)
    if kind in drawings.DECKS:
        drawings.draw_deck(pen, kind, WIDTH / 2, 15, 8, drawings.DECKS[kind])
    foot = _foot(edition, space)
    pen.block(_EDGE, 5, room, 7, foot, 9, 5, align=0.5, upright=0.5)
    pen.text(_EDGE, _EDGE, str(space), 5, colour=GREY)


def _foot(edition: Edition, space: int) -> str:
    """The price of a deed, the amount of a tax, by the rules of the edition."""
    deed = model.deed_at(space)
    if deed:
        return card_texts.money_text(edition, edition.deeds[deed]["price"])
    rules = resolve(edition.rules, {})
    if space == b.SECOND_TAX_SPACE:
        return card_texts.say(edition, "pay", card_texts.money_text(edition, rules.second_tax)).rstrip(".")
    if space == b.TAX_SPACE:
        flat = card_texts.money_text(edition, rules.income_tax_flat)
        if rules.income_tax_mode == "flat":
            return card_texts.say(edition, "pay", flat).rstrip(".")
        return card_texts.say(edition, "pay_or", flat, rules.income_tax_pct)
    return ""
