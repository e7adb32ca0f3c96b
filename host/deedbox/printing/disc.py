"""Draws round things: the discs of the players, and labels to stick over tags."""

from __future__ import annotations

import math

from deedbox.printing import drawings
from deedbox.printing.card_texts import Deed, Token
from deedbox.printing.deedcard import draw_sticker_ring
from deedbox.printing.pen import GREY, INK, WHITE, Pen
from deedbox.token_colours import TOKENS, ink_on
from deedbox.typeface import BOLD, REGULAR

_RIM = 0.1  # of the diameter


def draw_token(pen: Pen, who: Token, x: float, y: float, diameter: float) -> None:
    """A rim of the token's colour, its shape with its number, the drawing of the seat, the name."""
    colour = TOKENS[who.seat - 1]
    radius = diameter / 2 - 0.6
    inner = radius - _RIM * diameter
    pen.circle(x, y, radius, fill=colour, stroke=INK, line=0.15)
    pen.circle(x, y, inner, fill=WHITE, stroke=INK, line=0.15)
    drawings.draw_seat(pen, who.seat, x, y + inner * 0.38, inner * 0.4, INK, WHITE)
    _draw_chord_text(pen, x, y, inner, -0.66, -0.1, who.name, diameter * 0.25, BOLD)
    badge = _RIM * diameter * 1.3
    low = y - radius + badge
    pen.circle(x, low, badge, fill=WHITE, stroke=INK, line=0.15)
    drawings.draw_piece(pen, who.seat, x, low, badge * 0.84, colour, INK)
    drop = badge * drawings.NUMBER_LOWER.get(who.seat, 0)
    pen.text(x, low - badge * 0.36 - drop, str(who.seat), badge * 2.7, BOLD, ink_on(colour), align=0.5)


def draw_reverse(pen: Pen, who: Token, x: float, y: float, diameter: float) -> None:
    draw_sticker_ring(pen, x, y, who.tag)
    pen.text(x, y + 3, str(who.seat), 16, BOLD, align=0.5)


def draw_deed_label(pen: Pen, what: Deed, x: float, y: float, diameter: float) -> None:
    """The space's number, the name, the word for the colour of the rim."""
    colour = drawings.GROUPS[what.group]
    radius = diameter / 2 - 0.8
    inner = radius - 2.2
    pen.circle(x, y, radius, fill=colour, stroke=INK, line=0.12)
    pen.circle(x, y, inner, fill=WHITE, stroke=INK, line=0.12)
    pen.text(x, y + inner * 0.42, str(what.space), diameter * 0.44, BOLD, align=0.5)
    _draw_chord_text(pen, x, y, inner, -0.4, 0.36, what.name, diameter * 0.25, BOLD)
    _draw_chord_text(pen, x, y, inner, -0.72, -0.44, what.group_word.upper(), diameter * 0.17)


def draw_deck_label(pen: Pen, name: str, word: str, x: float, y: float, diameter: float) -> None:
    """Draw the label for the backs of a deck's cards, the same for all of them."""
    colour = drawings.DECKS[name]
    radius = diameter / 2 - 0.8
    pen.circle(x, y, radius, fill=colour)
    drawings.draw_deck(pen, name, x, y + radius * 0.3, radius * 0.45, WHITE)
    _draw_chord_text(pen, x, y, radius, -0.7, -0.18, word, diameter * 0.27, BOLD, WHITE)


def draw_banker_label(pen: Pen, word: str, x: float, y: float, diameter: float) -> None:
    radius = diameter / 2 - 0.8
    pen.circle(x, y, radius, fill=INK)
    drawings.draw_key(pen, x, y + radius * 0.22, radius * 0.5, WHITE, INK)
    _draw_chord_text(pen, x, y, radius, -0.6, -0.22, word, diameter * 0.28, BOLD, WHITE)


def draw_outline(pen: Pen, x: float, y: float, diameter: float) -> None:
    """A line to cut along."""
    pen.circle(x, y, diameter / 2, stroke=GREY, line=0.12)


def _draw_chord_text(
    pen: Pen,
    x: float,
    y: float,
    radius: float,
    low: float,
    high: float,
    text: str,
    size: float,
    font: str = REGULAR,
    colour: str = INK,
) -> None:
    """Draw a text within a circle, between two heights, which are in radii from its middle."""
    far = max(abs(low), abs(high))
    half = radius * math.sqrt(1 - far * far) - 0.3
    height = (high - low) * radius
    pen.block(x - half, y + low * radius, 2 * half, height, text, size, 4, font, colour, 0.5, 0.5)
