"""The ring on stock MicroPython: sixteen flash blocks that littlefs takes for files nobody rewrites.

The files in /ring only reserve the blocks; the journal reads and writes them raw. A mark written through the
filesystem shows once which blocks they are, and /ring/map remembers that. If the map is gone (the stock
_boot.py formats the filesystem after any mount error, which erases blocks 0 and 1 only), all blocks are
searched for journal pages, and these move into new blocks.

No power cut during the move loses a record. The old sectors stay intact until the new map is there: littlefs
is told that they are worn out and takes others. The copy is then continued in a newer generation, so that
leftovers of the old ring are never the newest. Before locate() returns nothing else may write a file.
"""

from __future__ import annotations

import os
import struct
from binascii import crc32
from typing import TYPE_CHECKING, Any

import vfs

from banker.app.store.journal import Journal, StorageError
from banker.app.store.pages import FOREIGN, GOOD, MAGIC_FIRST, PAGE, SECTOR, SLOTS, check, generation
from banker.core.refusal import VersionError

if TYPE_CHECKING:
    from banker.app.types import Flash
    from banker.drivers.types import Buffer

    Found = tuple[int, int, int]  # a sector with journal pages: generation, good pages, block

SECTORS = 16
_COUNT = 4  # MP_BLOCKDEV_IOCTL_BLOCK_COUNT
_ERASE = 6  # MP_BLOCKDEV_IOCTL_BLOCK_ERASE
_CORRUPT = -84  # LFS_ERR_CORRUPT: littlefs takes another block
_ENOSPC = 28
_MARK = b"deedbox ring pin"
_MAP = b"DXM1"


class Shelter:
    """The flash as littlefs sees it during a move: the old sectors cannot be written or erased."""

    def __init__(self, flash: Flash, blocks: list[int]) -> None:
        self._flash = flash
        self._blocks = blocks

    def readblocks(self, block: int, buf: Any, offset: int = 0) -> Any:
        return self._flash.readblocks(block, buf, offset)

    def writeblocks(self, block: int, buf: Buffer, offset: int = 0) -> Any:
        return _CORRUPT if block in self._blocks else self._flash.writeblocks(block, buf, offset)

    def ioctl(self, request: int, argument: int) -> Any:
        if request == _ERASE and argument in self._blocks:
            return _CORRUPT
        return self._flash.ioctl(request, argument)


def locate(flash: Flash, root: str = "/") -> list[int]:
    """The blocks of the ring, in ring order. The ring is made or moved if necessary."""
    folder = root.rstrip("/") + "/ring"
    for _ in range(2):  # one bad read is no reason to move
        blocks = _load(flash, folder)
        if blocks:
            return blocks
    sectors = search(flash)
    if not sectors:
        blocks = _pin(flash, folder)
        _save(folder, blocks)
        return blocks
    # One sector stays free, for the generation that continues the ring.
    for newest in (SECTORS - 1, 2):
        try:
            return _move(flash, root, folder, sectors[-newest:])
        except OSError as error:
            # Without room for two rings the history is given up, but never the newest record.
            if error.args[0] != _ENOSPC or newest == 2:
                raise
    return []


def search(flash: Flash) -> list[Found]:
    """All sectors on the flash that hold journal pages, as (generation, good pages, block), oldest first.

    A move that was cut leaves copies of a sector: only the fullest is returned.
    """
    page = bytearray(PAGE)  # not a whole sector: at power-on the heap may have no block of that size
    found: dict[int, Found] = {}
    for block in range(flash.ioctl(_COUNT, 0)):
        gen = good = 0
        for at in range(0, SECTOR, PAGE):
            flash.readblocks(block, page, at)
            if page[0] != MAGIC_FIRST:
                continue
            state = check(page)
            if state == FOREIGN:
                raise VersionError("the journal was written by newer firmware")
            if state == GOOD:
                gen = generation(page)
                good += 1
        if good and (gen not in found or good > found[gen][1]):
            found[gen] = (gen, good, block)
    return [found[gen] for gen in sorted(found)]


def _load(flash: Flash, folder: str) -> list[int] | None:
    """The blocks in the map, or None. The file of each block must read the same as the block."""
    try:
        with open(folder + "/map", "rb") as file:
            data = file.read()
        size = len(_MAP) + 2 * SECTORS
        if data[:4] != _MAP or len(data) != size + 4:
            return None
        if struct.unpack("<I", data[size:])[0] != crc32(data[:size]):
            return None
        blocks = list(struct.unpack("<%dH" % SECTORS, data[4:size]))
        if len(set(blocks)) != SECTORS or max(blocks) >= flash.ioctl(_COUNT, 0):
            return None
        page = bytearray(PAGE)
        for at in range(SECTORS):
            with open("%s/%02d" % (folder, at), "rb") as file:
                seen = file.read(PAGE)
                if file.seek(0, 2) != SECTOR:
                    return None
            flash.readblocks(blocks[at], page, 0)
            if seen != page:
                return None
        return blocks
    except OSError:
        return None


def _save(folder: str, blocks: list[int]) -> None:
    data = _MAP + struct.pack("<%dH" % SECTORS, *blocks)
    with open(folder + "/map.new", "wb") as file:
        file.write(data + struct.pack("<I", crc32(data)))
    os.rename(folder + "/map.new", folder + "/map")


def _pin(flash: Flash, folder: str) -> list[int]:
    """Make new files and return their blocks."""
    try:
        names = os.listdir(folder)
    except OSError:
        os.mkdir(folder)
        names = []
    # The map goes first: from here on it would name free blocks.
    for name in sorted(names, reverse=True):
        os.remove(folder + "/" + name)
    # A new mark each time: blocks of a set-up that was cut may still carry theirs.
    mark = _MARK + os.urandom(15)
    blank = b"\xff" * PAGE
    for at in range(SECTORS):
        with open("%s/%02d" % (folder, at), "wb") as file:
            file.write(mark + bytes([at]) + blank[len(mark) + 1 :])
            for _ in range(SLOTS - 1):
                file.write(blank)
    head = bytearray(len(mark) + 1)
    blocks = [-1] * SECTORS
    for block in range(flash.ioctl(_COUNT, 0)):
        flash.readblocks(block, head, 0)
        if head[:-1] == mark and head[-1] < SECTORS:
            if blocks[head[-1]] >= 0:
                raise StorageError("two blocks claim to be one")
            blocks[head[-1]] = block
    if -1 in blocks:
        raise StorageError("a pinned block was not found")
    return blocks


def _move(flash: Flash, root: str, folder: str, sectors: list[Found]) -> list[int]:
    vfs.umount(root)
    try:
        shelter = Shelter(flash, [block for _, _, block in sectors])
        vfs.mount(vfs.VfsLfs2(shelter, progsize=PAGE), root)  # type: ignore[arg-type]
        blocks = _pin(flash, folder)
        journal = Journal(flash, blocks)
        for at, (_, _, block) in enumerate(sectors):
            _copy(journal, block, blocks[at])
        # Above any generation of the old ring, and above one that did not read well today.
        newest, _, _ = sectors[-1]
        journal.recover(newest + 1)
        _save(folder, blocks)
        return blocks
    finally:
        # After a failed mount there is nothing to unmount.
        try:
            vfs.umount(root)
        except OSError:
            pass
        vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), root)  # type: ignore[arg-type]


def _copy(journal: Journal, source: int, target: int) -> None:
    """Copy each good page into the same slot. A page that reads well once is good."""
    flash = journal.flash
    page = bytearray(PAGE)
    for _ in range(3):
        if not journal.erase(target):
            continue
        for slot in range(SLOTS):
            for _ in range(8):  # a marginal cell may read well another time
                flash.readblocks(source, page, slot * PAGE)
                good = check(page) == GOOD
                if good or page == journal.blank:
                    break
            if not good:
                continue
            flash.writeblocks(target, page, slot * PAGE)
            flash.readblocks(target, journal.seen, slot * PAGE)
            if journal.seen != page:
                break
        else:
            return
    raise StorageError("a sector could not be copied")
