"""Limits for the numbers and texts of a compiled edition. Loaded to check one before a game begins.

The host checks what people write, by key and line; this checks what arrived, whoever made it. Each function
returns the first fault in words, or "".
"""

from __future__ import annotations

from typing import Any

from banker.core.board import (
    ADVANCE,
    BACK,
    BATTLE,
    CARDS,
    CHANCE,
    CHEST,
    COLLECT,
    COLLECT_EACH,
    DEEDS,
    DOUBLES,
    KEEP,
    KIND,
    NEAREST,
    NUMBERS,
    PAY,
    PAY_EACH,
    RAILS,
    REPAIRS,
    SPACE_OF,
    SPACES,
    STREETS,
    TO_JAIL,
    UTILITIES,
)
from banker.core.types import CardAction, Sequence

# The texts by number: names of spaces, short names, labels of cards, words, tokens, short names of tokens.
# Editions without short names of tokens end before them, as all did before there were any.
NAMES = 0
SHORTS = 40
LABELS = 80
WORDS = 112
TOKENS = 127
TOKEN_SHORTS = 135
TEXTS = 143
# Words in their order, each with the most letters that a screen has room for.
WORD_KEYS = (
    "name currency symbol house houses hotel hotels jail_pass property rail utility tax chance chest "
    "mortgaged".split(" ")
)
WORD_MOST = (40, 20, 3, 20, 20, 20, 20, 24, 24, 24, 24, 24, 24, 24, 21)

NAME_MOST = 40
SHORT_MOST = 10
LABEL_MOST = 60
TOKEN_MOST = 20
AMOUNT_MOST = 9999
POWER_MOST = 12000  # two dice times 1000
TIMES_MOST = 20


def numbers_fault(numbers: Sequence[int]) -> str:
    if len(numbers) != NUMBERS:
        return "a board has %d numbers" % NUMBERS
    at = 0
    for deed in range(DEEDS):
        street = deed < STREETS
        price, mortgage, house, hotel = numbers[at : at + 4]
        if not 1 <= price <= AMOUNT_MOST or mortgage > price:
            return "deed %d: price or mortgage" % deed
        if street and not (1 <= house <= AMOUNT_MOST and 1 <= hotel <= AMOUNT_MOST):
            return "deed %d: price of a house" % deed
        if not street and (house or hotel):
            return "deed %d: no street, but houses" % deed
        for rent in numbers[at + 4 : at + 10]:
            if rent > AMOUNT_MOST or rent and not street:
                return "deed %d: rent" % deed
        power = numbers[at + 10]
        if power > POWER_MOST or power and not street:
            return "deed %d: power" % deed
        at += 11
    cards: list[CardAction] = []
    for card in range(2 * CARDS):
        op, a, b = numbers[at : at + 3]
        if not card_fits(op, a, b):
            return "card %d" % card
        cards.append((op, a, b))
        at += 3
    if numbers[at] not in (0, BATTLE, DOUBLES):
        return "extra rules"
    for deck in (0, 1):
        if sum(1 for card in cards[deck * CARDS : deck * CARDS + CARDS] if card[0] == KEEP) > 1:
            return "two passes in deck %d" % deck
    return "cards move in a circle" if circle(cards) else ""


def card_fits(op: int, a: int, b: int) -> bool:
    if op == REPAIRS:
        return 0 <= a <= AMOUNT_MOST and 0 <= b <= AMOUNT_MOST
    if op == NEAREST:
        return a in (RAILS, UTILITIES) and 1 <= b <= TIMES_MOST
    if b:
        return False
    if op in (COLLECT, PAY, PAY_EACH, COLLECT_EACH):
        return 1 <= a <= AMOUNT_MOST
    if op in (KEEP, TO_JAIL):
        return a == 1
    return op == ADVANCE and 0 <= a < SPACES or op == BACK and 1 <= a < SPACES


def circle(cards: Sequence[CardAction]) -> list[int]:
    """Spaces between which cards move a player for ever; empty if there are none."""
    ways = {}
    for space in range(SPACES):
        if KIND[space] in (CHANCE, CHEST):
            first = 0 if KIND[space] == CHANCE else CARDS
            ways[space] = [
                a if op == ADVANCE else (space - a) % SPACES
                for op, a, _ in cards[first : first + CARDS]
                if op in (ADVANCE, BACK)
            ]
    for start in sorted(ways):
        path = [start]
        seen: set[int] = set()
        if _leads_back(ways, start, path, seen):
            return path
    return []


def _leads_back(ways: dict[int, list[int]], start: int, path: list[int], seen: set[int]) -> bool:
    for space in ways[path[-1]]:
        if space == start:
            return True
        if space in ways and space not in seen:
            seen.add(space)
            path.append(space)
            if _leads_back(ways, start, path, seen):
                return True
            path.pop()
    return False


def text_fits(text: str, least: int, most: int) -> bool:
    """Letters of the display (Latin-1 and our symbols), no blank at either end, not too long."""
    if not least <= len(text) <= most or text != text.strip():
        return False
    for letter in text:
        code = ord(letter)
        if code < 32 or code == 127 or code > 255:
            return False
    return True


def text_limits(number: int) -> tuple[int, int]:
    """(least, most) letters of a text."""
    if number < SHORTS:
        return 1, NAME_MOST
    if number < LABELS:
        return 0, SHORT_MOST
    if number < WORDS:
        return 1, LABEL_MOST
    if number < TOKENS:
        return 1, WORD_MOST[number - WORDS]
    if number < TOKEN_SHORTS:
        return (1 if number < TOKENS + 2 else 0), TOKEN_MOST
    return 0, SHORT_MOST


def texts_fault(texts: Any) -> str:
    """`texts` has a count and gives each text by number; it may raise UnicodeError."""
    if texts.count not in (TOKEN_SHORTS, TEXTS):
        return "an edition has %d texts" % TEXTS
    for number in range(texts.count):
        least, most = text_limits(number)
        if not text_fits(texts[number], least, most):
            return "text %d" % number
    for first in (NAMES, SHORTS):
        deeds = []
        for space in SPACE_OF:
            name = texts[first + space]
            if name and name in deeds:
                return "two deeds are called %s" % name
            deeds.append(name)
    tokens = [texts[TOKENS + n] for n in range(8)]
    for n in range(8):
        if tokens[n] and n and (tokens[n] in tokens[:n] or not tokens[n - 1]):
            return "tokens"
    if texts.count == TEXTS:
        shorts = [texts[TOKEN_SHORTS + n] for n in range(8)]
        for n in range(8):
            if shorts[n] and (shorts[n] in shorts[:n] or not tokens[n]):
                return "short names of tokens"
    return ""
