"""Draws a card of the two decks, 63 x 88 mm: its text on the front, the deck's sign on the back."""

from __future__ import annotations

import math

from deedbox.printing import drawings
from deedbox.printing.card_texts import Card
from deedbox.printing.deedcard import EDGE, draw_sticker_ring
from deedbox.printing.pen import GREY, WHITE, Pen
from deedbox.printing.sheet_layout import CARD, STICKER, Box
from deedbox.typeface import BOLD, REGULAR

_WIDTH = CARD[0] - 2 * EDGE
_HEIGHT = CARD[1] - 2 * EDGE
_MIDDLE = CARD[0] / 2
_HEAD = 11.0
_PLATES = (Box(EDGE + 4, 63.5, _WIDTH - 8, 15), Box(EDGE + 4, 9, _WIDTH - 8, 6))
_RING = (_MIDDLE, 39.2)


def draw_card_front(pen: Pen, card: Card, edition: str) -> None:
    colour = drawings.DECKS[card.deck]
    top = CARD[1] - EDGE
    pen.rect(EDGE, EDGE, _WIDTH, _HEIGHT, stroke=colour, line=0.35, radius=2.5)
    with pen.within(EDGE, EDGE, _WIDTH, _HEIGHT, 2.5):
        pen.rect(EDGE, top - _HEAD, _WIDTH, _HEAD, fill=colour)
    drawings.draw_deck(pen, card.deck, EDGE + 6.5, top - _HEAD / 2, 3.2, WHITE)
    pen.block(EDGE + 12, top - _HEAD, 32, _HEAD, card.deck_word, 10, 6, BOLD, WHITE, upright=0.5)
    pen.block(_MIDDLE + 18, top - _HEAD, 8, _HEAD, str(card.number), 13, 8, BOLD, WHITE, 1, 0.5)
    pen.block(EDGE + 4, 56, _WIDTH - 8, 15, card.title, 12, 7, BOLD, align=0.5, upright=0.5)
    if card.sign:
        pen.block(EDGE + 4, 38, _WIDTH - 8, 17, card.sign, 34, 10, BOLD, colour, 0.5, 0.5)
    else:
        drawings.draw_key(pen, _MIDDLE, 46.5, 9, colour, WHITE)
    pen.block(EDGE + 5, EDGE + 6, _WIDTH - 10, 27, card.text, 9.5, 6, align=0.5)
    pen.text(EDGE + 2.5, EDGE + 1.8, card.id, 5, colour=GREY)
    pen.block(_MIDDLE, EDGE + 1, _WIDTH / 2 - 2.5, 2.8, edition, 5, 3.5, colour=GREY, align=1, upright=0.5)


def draw_card_back(pen: Pen, card: Card, edition: str) -> None:
    """Draw the back. It is the same for all cards of a deck, and white, because ink is expensive."""
    colour = drawings.DECKS[card.deck]
    pen.stamp(f"{card.deck}-pattern", lambda: _draw_pattern(pen, card.deck))
    pen.rect(EDGE + 0.6, EDGE + 0.6, _WIDTH - 1.2, _HEIGHT - 1.2, stroke=colour, line=1.2, radius=2)
    for plate in _PLATES:
        pen.rect(plate.x, plate.y, plate.width, plate.height, stroke=colour, line=0.35, radius=2)
    upper, lower = _PLATES
    room = upper.width - 4
    pen.block(upper.x + 2, upper.y, room, upper.height, card.deck_word, 15, 7, BOLD, colour, 0.5, 0.5)
    pen.block(lower.x + 2, lower.y, room, lower.height, edition, 6, 4, REGULAR, GREY, 0.5, 0.5)
    pen.circle(*_RING, STICKER / 2 + 2.5, stroke=colour, line=0.35)
    draw_sticker_ring(pen, *_RING, card.tag)


def _draw_pattern(pen: Pen, deck: str) -> None:
    """Draw the deck's sign at regular places, except where it would touch something else."""
    for row in range(1, 16):
        for column in range(1 + row % 2, 12, 2):
            x, y = EDGE + column * _WIDTH / 12, EDGE + row * _HEIGHT / 16
            near_plate = any(
                plate.x - 2.4 < x < plate.right + 2.4 and plate.y - 2.4 < y < plate.top + 2.4
                for plate in _PLATES
            )
            if not near_plate and math.dist((x, y), _RING) > STICKER / 2 + 5:
                drawings.draw_deck(pen, deck, x, y, 1.9, drawings.DECK_TINTS[deck])
