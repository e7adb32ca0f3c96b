"""The journal's page: 256 bytes, as much as the flash programs at once.

 0  magic 'DX'    2  version    3  kind; with BOOT added: the record again, repeated at power-on
 4  generation: how often a sector was opened, the same in all pages of a sector
 8  sequence number of the record    12  CRC of the page confirmed before this one
16  length of the whole record       18  which part of it this page holds    19  of how many
20  232 bytes of payload, the rest 0xFF
252 CRC-32 of all before it
Numbers are little-endian. What the payload means is the caller's business.
"""

from __future__ import annotations

import struct
from binascii import crc32

from banker.drivers.types import Buffer

PAGE = 256
SECTOR = 4096
SLOTS = 16  # pages in a sector
ROOM = 232  # payload bytes in a page
PARTS = 4  # pages in the longest record
ROOM_MAX = ROOM * PARTS
BOOT = 0x80  # added to the kind of a record that is repeated at power-on
VERSION = 1
MAGIC = b"DX"

# The header, and where its fields are. Flash keeps this: never change a place.
HEADER = "<2sBBII4sHBB"
MAGIC_FIRST = 0x44
MAGIC_SECOND = 0x58
AT_VERSION = 2
AT_KIND = 3
AT_GENERATION = 4
AT_SEQUENCE = 8
AT_LINK = 12
AT_LENGTH = 16
AT_PART = 18
AT_PARTS = 19
PAYLOAD = 20
CRC = 252
_LENGTH_AND_PARTS = "<HBB"  # from AT_LENGTH on
# The highest byte of generation and sequence stays below this, so that both are small integers on the chip.
_SMALL = 0x40

# What check() can find.
BAD, GOOD, FOREIGN = 0, 1, 2


def _seal(page: bytearray, chunk: Buffer, length: int) -> None:
    """Put the payload into a page whose header is written, and add the CRC."""
    page[PAYLOAD : PAYLOAD + length] = chunk[:length]
    for i in range(PAYLOAD + length, CRC):
        page[i] = 0xFF
    struct.pack_into("<I", page, CRC, crc32(memoryview(page)[:CRC]))


try:
    from banker.app.store.sealviper import seal as seal
except (AttributeError, ImportError, NameError, SyntaxError, ValueError):
    # CPython, or built without machine code
    seal = _seal


def check(page: bytearray) -> int:
    """GOOD, BAD, or FOREIGN: complete, but written by a firmware with another page format."""
    if page[0] != MAGIC_FIRST or page[1] != MAGIC_SECOND:
        return BAD
    if struct.unpack_from("<I", page, CRC)[0] != crc32(memoryview(page)[:CRC]):
        return BAD
    if page[AT_VERSION] != VERSION:
        return FOREIGN
    length, part, parts = struct.unpack_from(_LENGTH_AND_PARTS, page, AT_LENGTH)
    if not 1 <= parts <= PARTS or part >= parts or not (parts - 1) * ROOM <= length <= parts * ROOM:
        return BAD
    return GOOD if page[AT_GENERATION + 3] < _SMALL and page[AT_SEQUENCE + 3] < _SMALL else BAD


def generation(page: bytearray) -> int:
    number: int = struct.unpack_from("<I", page, AT_GENERATION)[0]
    return number


def sequence(page: bytearray) -> int:
    number: int = struct.unpack_from("<I", page, AT_SEQUENCE)[0]
    return number


def pages_for(length: int) -> int:
    """How many pages a record of this length takes."""
    return (length + ROOM - 1) // ROOM or 1


class Joiner:
    """Puts a record together from its pages, which are given to it in slot order."""

    def __init__(self, out: memoryview) -> None:
        self.out = out  # of ROOM_MAX bytes
        self.break_off()

    def break_off(self) -> None:
        """A slot has no good page: the record that was begun before it is incomplete."""
        self._next = 0
        self._crc = b""

    def join(self, page: bytearray) -> int:
        """Take a good page; the record's length if it is complete now, else -1."""
        length, part, parts = struct.unpack_from(_LENGTH_AND_PARTS, page, AT_LENGTH)
        if part and (part != self._next or page[AT_LINK : AT_LINK + 4] != self._crc):
            self.break_off()
            return -1
        at = part * ROOM
        self.out[at : at + ROOM] = memoryview(page)[PAYLOAD:CRC]
        self._next = part + 1
        self._crc = bytes(page[CRC:PAGE])
        if self._next != parts:
            return -1
        size: int = length
        return size
