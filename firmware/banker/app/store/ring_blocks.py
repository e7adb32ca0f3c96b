"""The ring on stock MicroPython: sixteen flash blocks that littlefs takes for files nobody rewrites.

The files in /ring only reserve the blocks; the journal reads and writes them raw. A mark written through the
filesystem shows once which blocks they are, and /ring/map remembers that, with the id of the ring, which is
in /ring/id too. If the map is gone (the stock _boot.py formats the filesystem after any mount error, which
erases blocks 0 and 1 only), all blocks are searched for pages with that id, and these move into new blocks.

Only pages with the ring's own id count (ring_search.py): any other block may hold a file that a host has
sent. A ring of version 0.1 has no id; it gets one when it is loaded or moved.

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
from banker.app.store.pages import GOOD, NO_RING, PAGE, SECTOR, SLOTS, check

if TYPE_CHECKING:
    from banker.app.store.ring_search import Found
    from banker.app.types import Flash
    from banker.drivers.types import Buffer

SECTORS = 16
_COUNT = 4  # MP_BLOCKDEV_IOCTL_BLOCK_COUNT
_ERASE = 6  # MP_BLOCKDEV_IOCTL_BLOCK_ERASE
_CORRUPT = -84  # LFS_ERR_CORRUPT: littlefs takes another block
_ENOSPC = 28
_MARK = b"deedbox ring pin"
# The map: magic, the blocks (16 bits each), the ring's id (not in that of version 0.1), CRC-32.
_MAP = b"DXM2"
_OLD_MAP = b"DXM1"
_BLOCKS = "<16H"
_BLOCKS_END = 36


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


def locate(flash: Flash, root: str = "/") -> tuple[bytes, list[int]]:
    """The ring's id and its blocks, in ring order. The ring is made or moved if necessary."""
    folder = root.rstrip("/") + "/ring"
    ring = b""
    for _ in range(2):  # one bad read is no reason to move
        ring, blocks = _load(flash, folder)
        if blocks and ring:
            _save_id(folder, ring)
            return ring, blocks
        if blocks:
            ring = _new_id()
            _save(folder, ring, blocks)
            return ring, blocks
    from banker.app.store import ring_search  # seldom needed

    ring, sectors = ring_search.search(flash, ring or ring_search.known_id(folder))
    if not sectors:
        ring = ring or _new_id()
        blocks = _pin(flash, folder)
        _save(folder, ring, blocks)
        _save_id(folder, ring)
        return ring, blocks
    # One sector stays free, for the generation that continues the ring.
    for newest in (SECTORS - 1, 2):
        try:
            return _move(flash, root, folder, ring, sectors[-newest:])
        except OSError as error:
            # Without room for two rings the history is given up, but never the newest record.
            if error.args[0] != _ENOSPC or newest == 2:
                raise
    return ring, []


def _new_id() -> bytes:
    ring = NO_RING
    while ring == NO_RING:
        ring = os.urandom(len(NO_RING))
    return ring


def _load(flash: Flash, folder: str) -> tuple[bytes, list[int]]:
    """The id and the blocks in the map; no blocks if these are others now. The file of each block must read
    the same as the block."""
    ring = b""
    try:
        with open(folder + "/map", "rb") as file:
            data = file.read(64)
        end = len(data) - 4
        if data[:4] not in (_MAP, _OLD_MAP) or end != _BLOCKS_END + (4 if data[:4] == _MAP else 0):
            return ring, []
        if struct.unpack("<I", data[end:])[0] != crc32(data[:end]):
            return ring, []
        ring = data[_BLOCKS_END:end]
        blocks = list(struct.unpack(_BLOCKS, data[4:_BLOCKS_END]))
        if len(set(blocks)) != SECTORS or max(blocks) >= flash.ioctl(_COUNT, 0):
            return ring, []
        page = bytearray(PAGE)
        for at in range(SECTORS):
            with open("%s/%02d" % (folder, at), "rb") as file:
                seen = file.read(PAGE)
                if file.seek(0, 2) != SECTOR:
                    return ring, []
            flash.readblocks(blocks[at], page, 0)
            if seen != page:
                return ring, []
        return ring, blocks
    except OSError:
        return ring, []


def _save(folder: str, ring: bytes, blocks: list[int]) -> None:
    data = _MAP + struct.pack(_BLOCKS, *blocks) + ring
    with open(folder + "/map.new", "wb") as file:
        file.write(data + struct.pack("<I", crc32(data)))
    os.rename(folder + "/map.new", folder + "/map")


def _save_id(folder: str, ring: bytes) -> None:
    """The id once more, in case that the map is lost. Not before a page has it: without such a page the old
    ones still count."""
    path = folder + "/id"
    try:
        os.stat(path)
    except OSError:
        with open(path, "wb") as file:
            file.write(ring)


def _pin(flash: Flash, folder: str) -> list[int]:
    """Make new files and return their blocks."""
    try:
        names = os.listdir(folder)
    except OSError:
        os.mkdir(folder)
        names = []
    # The map goes first: from here on it would name free blocks. The id stays.
    for name in sorted(names, reverse=True):
        if name != "id":
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


def _move(flash: Flash, root: str, folder: str, ring: bytes, sectors: list[Found]) -> tuple[bytes, list[int]]:
    old = not ring
    ring = ring or _new_id()
    vfs.umount(root)
    try:
        shelter = Shelter(flash, [block for _, _, block in sectors])
        vfs.mount(vfs.VfsLfs2(shelter, progsize=PAGE), root)  # type: ignore[arg-type]
        blocks = _pin(flash, folder)
        journal = Journal(flash, blocks, ring)
        for at, (_, _, block) in enumerate(sectors):
            _copy(journal, ring, block, blocks[at])
        if old:  # the first page with an id must not be found without a map: the others would not count then
            _save(folder, ring, blocks)
        # Above any generation of the old ring, and above one that did not read well today.
        newest, _, _ = sectors[-1]
        journal.recover(newest + 1)
        if not old:
            _save(folder, ring, blocks)
        _save_id(folder, ring)
        return ring, blocks
    finally:
        # After a failed mount there is nothing to unmount.
        try:
            vfs.umount(root)
        except OSError:
            pass
        vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), root)  # type: ignore[arg-type]


def _copy(journal: Journal, ring: bytes, source: int, target: int) -> None:
    """Copy each good page into the same slot. A page that reads well once is good.

    Pages without an id come along: in a sector of the ring they were written before it had one.
    """
    flash = journal.flash
    page = bytearray(PAGE)
    for _ in range(3):
        if not journal.erase(target):
            continue
        for slot in range(SLOTS):
            for _ in range(8):  # a marginal cell may read well another time
                flash.readblocks(source, page, slot * PAGE)
                good = check(page, ring) == GOOD
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
