"""How a keypad's ribbon is plugged in: two keys show it. Loaded on use.

The eight wires, four for rows and four for columns, can be plugged in turned, or with their halves exchanged
or turned. These eight ways are a number of three bits, which is a setting. Each way only moves keys to other
places, so a layout corrects it.

The keys 1 and A distinguish all eight ways. The keys 1 and D lie on the diagonal, where exchanging rows and
columns changes nothing: they leave two ways, and the likelier one is taken.
"""

from __future__ import annotations

from banker.drivers.keypad import LAYOUT
from micropython import const

STRAIGHT = const(0)
ROWS_TURNED = const(1)
COLUMNS_TURNED = const(2)
EXCHANGED = const(4)  # rows for columns
TURNED = const(7)  # the whole ribbon the other way round

UNKNOWN = const(-1)

_LIKELY = b"\x00\x07\x04\x03\x01\x02\x05\x06"
_EDGE = const(3)


def place(key: int, way: int) -> int:
    """Where the scan sees the key that is printed at `key` (0 to 15, row by row)."""
    row, column = key >> 2, key & 3
    if way & EXCHANGED:
        row, column = column, row
    if way & ROWS_TURNED:
        row = _EDGE - row
    if way & COLUMNS_TURNED:
        column = _EDGE - column
    return row << 2 | column


def way(seen_first: int, seen_second: int, first: int = ord("1"), second: int = ord("A")) -> int:
    """The way of the ribbon, given where (0 to 15) the scan saw two keys; UNKNOWN if no way fits.

    Then a wire is loose, or somebody pressed another key: ask again.
    """
    for candidate in _LIKELY:
        if (
            place(LAYOUT.index(bytes((first,))), candidate) == seen_first
            and place(LAYOUT.index(bytes((second,))), candidate) == seen_second
        ):
            return candidate
    return UNKNOWN


def layout(way: int) -> bytes:
    """For Keypad.layout."""
    keys = bytearray(16)
    for key in range(16):
        keys[place(key, way)] = LAYOUT[key]
    return bytes(keys)


def only(bits: int) -> int:
    """Which key (0 to 15) these bits of Keypad.scan() mean; UNKNOWN if none or several."""
    if not bits or bits & (bits - 1):
        return UNKNOWN
    key = 0
    while not bits & 1:
        bits >>= 1
        key += 1
    return key
