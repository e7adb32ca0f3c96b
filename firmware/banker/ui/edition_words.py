"""The words of an edition that screens use, by their place in WORD_KEYS (core/edition/limits.py).

The build puts the numbers where the names are used, so this module is not on the box.
"""

HOUSE = 3
HOUSES = 4
HOTEL = 5
HOTELS = 6
CHANCE = 12  # the name of a deck is CHANCE + deck
CHEST = 13
MORTGAGED = 14  # what to do with a deed that was mortgaged
