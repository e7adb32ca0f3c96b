"""Hides what no player can know from a host that watches: the generator and the order of the decks.

Whoever knew them would know the next roll and the next card. What chance has decided so far is public, and
the record of each step has it (command_bytes.py). Loaded on use.
"""

from __future__ import annotations

from banker.core.board import DEEDS, NOBODY

# Places in a packed state (state_bytes.py): before and after what each player has.
_FIRST = 6
_PLAYER = 6
_BANK_AND_POT = 9
_CARDS = 8  # bytes of a deck
_GENERATOR = 8


def veil(packed: bytearray | memoryview) -> None:
    """Sort both decks of a packed state, and remove the generator, in place."""
    at = _FIRST + _PLAYER * (packed[1] & 15) + _BANK_AND_POT + DEEDS
    held = packed[at]
    at += 1
    for deck in (0, 1):
        cards = []
        for i in range(_CARDS):
            cards += [packed[at + i] & 15, packed[at + i] >> 4]
        if (held >> 4 if deck else held & 15) != NOBODY:
            cards = sorted(cards[:15]) + [0]  # a player has the pass
        else:
            cards.sort()
        for i in range(_CARDS):
            packed[at + i] = cards[2 * i] | cards[2 * i + 1] << 4
        at += _CARDS
    for i in range(_GENERATOR):
        packed[at + i] = 0


def is_veiled(packed: bytes | bytearray | memoryview) -> bool:
    """Was the generator removed? In play it is never zero."""
    at = _FIRST + _PLAYER * (packed[1] & 15) + _BANK_AND_POT + DEEDS + 1 + 2 * _CARDS
    return not any(packed[at : at + _GENERATOR])
