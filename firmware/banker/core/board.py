"""The board as the rules see it: forty spaces, 28 deeds, two decks of 16. Numbers only; names stay on flash.

All editions have the same spaces in the same places, so one set of tags serves all. Prices differ.
"""

from __future__ import annotations

from array import array

from banker.core.types import CardAction, Iterable, Sequence

# Accounts: the players 0 to 7, then these two.
BANK = 8
POT = 9
NOBODY = 15

# Kinds of spaces.
GO, STREET, RAIL, UTILITY, CHANCE, CHEST, TAX, JAIL, PARKING, GO_TO_JAIL = range(10)
KIND = bytes(
    (0, 1, 5, 1, 6, 2, 1, 4, 1, 1, 7, 1, 3, 1, 1, 2, 1, 5, 1, 1)
    + (8, 1, 4, 1, 1, 2, 1, 1, 3, 1, 9, 1, 1, 5, 1, 2, 4, 1, 6, 1)
)
SPACES = 40
JAIL_SPACE = 10
TAX_SPACE = 4  # the income tax
SECOND_TAX_SPACE = 38  # a printed amount

# Deeds: 22 streets by group, 4 rails, 2 utilities
DEEDS = 28
STREETS = 22
SPACE_OF = bytes(
    (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 26, 27, 29, 31, 32, 34, 37, 39, 5, 15, 25, 35, 12, 28)
)
NO_DEED = 255
DEED_AT = bytearray([NO_DEED] * 40)
for _deed in range(DEEDS):
    DEED_AT[SPACE_OF[_deed]] = _deed
GROUP_START = bytes((0, 2, 5, 8, 11, 14, 17, 20, 22, 26, 28))
GROUPS = 10
RAILS = 8  # the group of the rails
UTILITIES = 9
GROUP_OF = bytearray(DEEDS)
for _group in range(GROUPS):
    for _deed in range(GROUP_START[_group], GROUP_START[_group + 1]):
        GROUP_OF[_deed] = _group

# What a card does; its two numbers are a space, a group and a multiplier, amounts, or steps. Compiled
# editions keep these numbers: never change one.
ADVANCE, NEAREST, COLLECT, KEEP, BACK = 0, 1, 2, 3, 4
TO_JAIL, REPAIRS, PAY, PAY_EACH, COLLECT_EACH = 5, 6, 7, 8, 9

CARDS = 16

_DEED_NUMBERS = 11  # price, mortgage, house, hotel, six rents, power
_CARD_NUMBERS = 3
NUMBERS = DEEDS * _DEED_NUMBERS + 2 * CARDS * _CARD_NUMBERS + 1

# Optional rules that an edition brings, as bits; compiled editions keep them.
BATTLE = 1
DOUBLES = 2


def group_deeds(group: int) -> range:
    """The deeds of a group."""
    return range(GROUP_START[group], GROUP_START[group + 1])


def siblings(deed: int) -> range:
    """The deeds of the same group, this one among them."""
    group = GROUP_OF[deed]
    return range(GROUP_START[group], GROUP_START[group + 1])


def in_board_order(deeds: Iterable[int]) -> list[int]:
    """These deeds as one passes them from GO on."""
    return sorted(deeds, key=lambda deed: SPACE_OF[deed])


def deeds_in(mask: int) -> list[int]:
    """The deeds whose bits are set."""
    return [deed for deed in range(DEEDS) if mask >> deed & 1]


class Board:
    """Prices, rents and cards of one edition, from NUMBERS integers of 16 bits."""

    def __init__(self, numbers: Sequence[int]) -> None:
        if len(numbers) != NUMBERS:
            raise ValueError("a board has %d numbers, not %d" % (NUMBERS, len(numbers)))
        columns = [array("H") for _ in range(4)]
        self.rents = array("H")  # 6 for each deed; those of rails and utilities are house rules
        self.power = array("H")
        at = 0
        for _ in range(DEEDS):
            for column in columns:
                column.append(numbers[at])
                at += 1
            self.rents.extend(array("H", numbers[at : at + 6]))
            self.power.append(numbers[at + 6])
            at += 7
        self.price, self.mortgage, self.house_cost, self.hotel_cost = columns
        cards: list[CardAction] = []
        for _ in range(2 * CARDS):
            cards.append((numbers[at], numbers[at + 1], numbers[at + 2]))
            at += _CARD_NUMBERS
        self.cards = (tuple(cards[:CARDS]), tuple(cards[CARDS:]))
        self.extras = numbers[at]
