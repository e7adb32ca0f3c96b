"""Finds the ring's pages on the whole flash when its map is lost. Loaded on use (ring_blocks.py).

Any block may hold a file that a host has sent, so only pages with the ring's own id count, which no host
knows. If the id is lost with the map, the files that reserve the blocks have it. Only where these are gone
too, the newest ring on the flash is taken, and pages without an id (version 0.1) only if there is no ring
with one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.store.pages import (
    AT_RING,
    AT_VERSION,
    CRC,
    FOREIGN,
    GOOD,
    MAGIC_FIRST,
    NO_RING,
    PAGE,
    SECTOR,
    VERSION,
    check,
    generation,
)
from banker.core.refusal import VersionError

if TYPE_CHECKING:
    from banker.app.types import Flash

    Found = tuple[int, int, int]  # a sector with journal pages: generation, good pages, block
    Rings = dict[bytes, dict[int, Found]]  # by id and generation

SECTORS = 16
_COUNT = 4  # MP_BLOCKDEV_IOCTL_BLOCK_COUNT


def search(flash: Flash, ring: bytes = b"") -> tuple[bytes, list[Found]]:
    """(id, sectors) of the ring with this id, or of the newest one; the oldest sector comes first.

    An id of b"" means that the pages have none. A move that was cut leaves copies of a sector: only the
    fullest is returned.
    """
    page = bytearray(PAGE)  # not a whole sector: at power-on the heap may have no block of that size
    rings: Rings = {}
    foreign = False
    for block in range(flash.ioctl(_COUNT, 0)):
        sector: dict[bytes, Found] = {}  # by the id of its pages
        for at in range(0, SECTOR, PAGE):
            flash.readblocks(block, page, at)
            if page[0] != MAGIC_FIRST:
                continue
            own = bytes(page[AT_RING:CRC])
            state = check(page, own)
            if state == FOREIGN and own == (ring or own):
                foreign = True
            elif state == GOOD:
                own = own if page[AT_VERSION] == VERSION else b""
                _, count, _ = sector.get(own, (0, 0, 0))
                sector[own] = generation(page), count + 1, block
        for own in sector:
            _add(rings.setdefault(own, {}), sector[own])
    # A newer firmware has gone on with this ring: its last records must not be passed over.
    if foreign and (ring or not rings):
        raise VersionError("the journal was written by newer firmware")
    ring = ring or _newest(rings)
    sectors = rings.get(ring, {})
    return ring, [sectors[gen] for gen in sorted(sectors)]


def _add(sectors: dict[int, Found], sector: Found) -> None:
    gen, count, _ = sector
    if gen not in sectors or count > sectors[gen][1]:
        sectors[gen] = sector


def _newest(rings: Rings) -> bytes:
    """The id of the ring with the highest generation; b"" if none has an id."""
    newest = b""
    for ring in rings:
        if ring and (not newest or max(rings[ring]) > max(rings[newest])):
            newest = ring
    return newest


def known_id(folder: str) -> bytes:
    """The id in the ring's files: in its own file, or in the newest page of those that reserve the blocks.

    b"": nobody knows it.
    """
    ring = b""
    try:
        with open(folder + "/id", "rb") as file:
            ring = file.read(len(NO_RING))
    except OSError:
        pass
    if len(ring) == len(NO_RING):
        return ring
    newest = -1
    page = bytearray(PAGE)
    for at in range(SECTORS):
        try:
            with open("%s/%02d" % (folder, at), "rb") as file:
                while file.readinto(page) == PAGE:
                    own = bytes(page[AT_RING:CRC])
                    if page[AT_VERSION] == VERSION and check(page, own) == GOOD and generation(page) > newest:
                        newest = generation(page)
                        ring = own
        except OSError:
            pass  # this file is gone
    return ring
