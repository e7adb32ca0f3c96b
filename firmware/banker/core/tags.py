"""What a tag can be: the kinds of tags, and how many there are of each.

A tag has a kind and a number. A token's number is not the seat of its player; deeds and cards are numbered
as in ids.py. These numbers are on flash (app/tags/tag_map.py) and on stickers: never change them.
"""

TOKEN, DEED, CARD, BANKER = 1, 2, 3, 4

TOKENS = 8
DEEDS = 28
CARDS = 32  # 16 of chance, then 16 of chest
BANKERS = 1


def count(kind: int) -> int:
    """How many items of this kind there are; 0: no such kind."""
    if kind == TOKEN:
        return TOKENS
    if kind == DEED:
        return DEEDS
    if kind == CARD:
        return CARDS
    return BANKERS if kind == BANKER else 0
