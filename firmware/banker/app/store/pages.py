"""The journal's page: 256 bytes, as much as the flash programs at once, that explain themselves.

 0  magic 'DX'    2  version    3  kind; with BOOT added: the record again, repeated at power-on
 4  generation: how often a sector was opened, the same in all pages of a sector
 8  sequence number of the record    12  CRC of the page confirmed before this one
16  length of the whole record       18  which part of it this page holds    19  of how many
20  232 bytes of payload, the rest 0xFF
252 CRC-32 of all before it
Numbers are little-endian. What the payload means is the caller's business.
"""

import struct
from binascii import crc32

PAGE = 256
SECTOR = 4096
SLOTS = 16  # pages in a sector
ROOM = 232  # payload bytes in a page
PARTS = 4  # pages in the longest record
ROOM_MAX = ROOM * PARTS
BOOT = 0x80  # added to the kind of a record that is repeated at power-on
VERSION = 1
HEADER = "<2sBBII4sHBB"
MAGIC = b"DX"
PAYLOAD = 20
CRC = 252

# What a page can be.
BAD, GOOD, FOREIGN = 0, 1, 2


def _seal(page, chunk, length: int) -> None:
    """Put the payload into a page whose header is written, and close it with its CRC."""
    page[PAYLOAD : PAYLOAD + length] = chunk[:length]
    for i in range(PAYLOAD + length, CRC):
        page[i] = 0xFF
    struct.pack_into("<I", page, CRC, crc32(memoryview(page)[:CRC]))


try:
    from banker.app.sealviper import seal as seal
except (AttributeError, ImportError, NameError, SyntaxError, ValueError):
    # CPython, or built without machine code
    seal = _seal


def check(page) -> int:
    """GOOD, BAD, or FOREIGN: whole, but written by a firmware with another page format."""
    if page[0] != 0x44 or page[1] != 0x58:
        return BAD
    if struct.unpack_from("<I", page, CRC)[0] != crc32(memoryview(page)[:CRC]):
        return BAD
    if page[2] != VERSION:
        return FOREIGN
    length, part, parts = struct.unpack_from("<HBB", page, 16)
    if not 1 <= parts <= PARTS or part >= parts or not (parts - 1) * ROOM <= length <= parts * ROOM:
        return BAD
    # Below 2**30, so that both stay small integers on the chip.
    return GOOD if page[7] < 0x40 and page[11] < 0x40 else BAD


def generation(page) -> int:
    return struct.unpack_from("<I", page, 4)[0]


def sequence(page) -> int:
    return struct.unpack_from("<I", page, 8)[0]


class Joiner:
    """Puts a record together from its pages, fed in slot order."""

    def __init__(self, out):
        self.out = out  # a memoryview of ROOM_MAX bytes
        self.break_off()

    def break_off(self) -> None:
        """A slot without a good page: what was begun before it never became whole."""
        self._next = 0
        self._crc = b""

    def join(self, page) -> int:
        """Take a good page; the record's length if it is whole now, else -1."""
        length, part, parts = struct.unpack_from("<HBB", page, 16)
        if part and (part != self._next or page[12:16] != self._crc):
            self.break_off()
            return -1
        at = part * ROOM
        self.out[at : at + ROOM] = memoryview(page)[PAYLOAD:CRC]
        self._next = part + 1
        self._crc = bytes(page[CRC:PAGE])
        return length if self._next == parts else -1
