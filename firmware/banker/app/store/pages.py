"""The journal's page: 256 bytes, as much as the flash programs at once.

 0  magic 'DX'    2  version    3  kind; with BOOT added: the record again, repeated at power-on
 4  generation: how often a sector was opened, the same in all pages of a sector
 8  sequence number of the record    12  CRC of the page confirmed before this one
16  length of the whole record       18  which part of it this page holds    19  of how many
20  228 bytes of payload, the rest 0xFF
248 id of the ring, a secret of this box; version 1 has no id, and 232 bytes of payload
252 CRC-32 of all before it
Numbers are little-endian. What the payload means is the caller's business.

The id is on flash alone. A page that was read loses it (sign() again), and its CRC becomes that of the page
without it: links and receipts are made from that one, and a host that is sent pages cannot work the id out.
"""

from __future__ import annotations

import struct
from binascii import crc32

from banker.drivers.types import Buffer

PAGE = 256
SECTOR = 4096
SLOTS = 16  # pages in a sector
ROOM = 228  # payload bytes in a page
OLD_ROOM = 232  # the same in a page of version 1
PARTS = 5  # pages in the longest record
ROOM_MAX = 928  # bytes of the longest record: four pages of version 1
BOOT = 0x80  # added to the kind of a record that is repeated at power-on
VERSION = 2
OLD_VERSION = 1
MAGIC = b"DX"
NO_RING = b"\x00\x00\x00\x00"  # in place of the id, where it must not be seen

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
AT_RING = 248
CRC = 252
_LENGTH_AND_PARTS = "<HBB"  # from AT_LENGTH on
# The highest byte of generation and sequence stays below this, so that both are small integers on the chip.
_SMALL = 0x40

# What check() can find.
BAD, GOOD, FOREIGN = 0, 1, 2


def _seal(page: bytearray, record: Buffer, at: int, length: int) -> None:
    """Put this part of the record into a page with a header, and add the CRC. sign() adds the id."""
    page[PAYLOAD : PAYLOAD + length] = record[at : at + length]
    for i in range(PAYLOAD + length, AT_RING):
        page[i] = 0xFF
    for i in range(AT_RING, CRC):
        page[i] = 0
    struct.pack_into("<I", page, CRC, crc32(memoryview(page)[:CRC]))


try:
    from banker.app.store.sealviper import seal as seal
except (AttributeError, ImportError, NameError, SyntaxError, ValueError):
    # CPython, or built without machine code
    seal = _seal


def stamp(ring: bytes) -> bytes:
    """The id, and what it adds to the CRC of any page: a CRC is linear, so that is the same for all pages."""
    blank = bytes(AT_RING)
    return ring + struct.pack("<I", crc32(blank + ring) ^ crc32(blank + NO_RING))


def sign(page: bytearray, stamp: bytes) -> None:
    """Add the id to a sealed page, or take it away from a signed one. Allocates nothing."""
    for i in range(8):
        page[AT_RING + i] ^= stamp[i]


def check(page: bytearray, ring: bytes) -> int:
    """GOOD, BAD (also if it belongs to another ring), or FOREIGN: complete, but written by a newer firmware.

    `ring` is an id, or its stamp. Pages of version 1 have no id: they are good in a sector of the ring, and
    elsewhere nobody knows (ring_search.py).
    """
    if page[0] != MAGIC_FIRST or page[1] != MAGIC_SECOND:
        return BAD
    if struct.unpack_from("<I", page, CRC)[0] != crc32(memoryview(page)[:CRC]):
        return BAD
    version = page[AT_VERSION]
    if version == VERSION:
        for i in range(len(NO_RING)):
            if page[AT_RING + i] != ring[i]:
                return BAD
    elif version != OLD_VERSION:
        return FOREIGN
    length, part, parts = struct.unpack_from(_LENGTH_AND_PARTS, page, AT_LENGTH)
    room = _room(page)
    if not 1 <= parts <= PARTS or part >= parts or not (parts - 1) * room <= length <= parts * room:
        return BAD
    if length > ROOM_MAX or page[AT_GENERATION + 3] >= _SMALL or page[AT_SEQUENCE + 3] >= _SMALL:
        return BAD
    return GOOD


def _room(page: bytearray) -> int:
    return ROOM if page[AT_VERSION] == VERSION else OLD_ROOM


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
    """Puts a record together from its pages, which are given to it in slot order, without their id."""

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
        room = _room(page)
        at = part * room
        end = min(at + room, ROOM_MAX)
        self.out[at:end] = memoryview(page)[PAYLOAD : PAYLOAD + end - at]
        self._next = part + 1
        self._crc = bytes(page[CRC:PAGE])
        if self._next != parts:
            return -1
        size: int = length
        return size
