"""The ring on stock MicroPython: sixteen blocks that littlefs believes to be files nobody rewrites.

The files in /ring only hold the blocks; the journal reads and writes them raw. Which blocks they are is
found once, by a tag written through the filesystem, and remembered in /ring/map. If the map is gone (the
stock _boot.py formats the filesystem anew on any mount error, which erases blocks 0 and 1 only), all
blocks are searched for journal pages and what is found moves into newly pinned blocks.

No cut loses a record in the move. The old sectors stay whole until the new map is there: littlefs is told
that they are worn out and takes others. The copy is then continued in a newer generation, so that
leftovers of the old ring are never the newest. Before locate() returns nothing else may write a file.
"""

import os
import struct
from binascii import crc32

import vfs

from banker.app.journal import Journal, StorageFault
from banker.app.pages import FOREIGN, GOOD, MAGIC, PAGE, SECTOR, SLOTS, check, generation

SECTORS = 16
_COUNT = 4  # MP_BLOCKDEV_IOCTL_BLOCK_COUNT
_ERASE = 6  # MP_BLOCKDEV_IOCTL_BLOCK_ERASE
_CORRUPT = -84  # LFS_ERR_CORRUPT: littlefs gives the block up and takes another
_ENOSPC = 28
_TAG = b"deedbox ring pin"
_MAP = b"DXM1"


class Shelter:
    """The flash as littlefs may use it during a move: sheltered blocks cannot be erased."""

    def __init__(self, flash, blocks):
        self._flash = flash
        self._blocks = blocks

    def readblocks(self, block, buf, offset=0):
        return self._flash.readblocks(block, buf, offset)

    def writeblocks(self, block, buf, offset=0):
        return _CORRUPT if block in self._blocks else self._flash.writeblocks(block, buf, offset)

    def ioctl(self, request, argument):
        if request == _ERASE and argument in self._blocks:
            return _CORRUPT
        return self._flash.ioctl(request, argument)


def locate(flash, root="/") -> list:
    """The blocks of the ring, in ring order; the ring is made or moved if need be."""
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
    for keep in (SECTORS - 1, 2):
        kept = sectors[-keep:]
        try:
            return _move(flash, root, folder, kept)
        except OSError as error:
            # No room for two rings: history goes, the newest record stays.
            if error.args[0] != _ENOSPC or keep == 2:
                raise
    return []


def search(flash) -> list:
    """All sectors on the flash that hold journal pages, as (generation, good pages, block), oldest first.

    Of copies of a sector only the fullest is named: a move that was cut leaves some.
    """
    page = bytearray(PAGE)  # not a whole sector: at power-on the heap may have no such piece
    found = {}
    for block in range(flash.ioctl(_COUNT, 0)):
        gen = good = 0
        for at in range(0, SECTOR, PAGE):
            flash.readblocks(block, page, at)
            if page[0] != MAGIC[0]:
                continue
            state = check(page)
            if state == FOREIGN:
                raise StorageFault("the journal was written by another firmware")
            if state == GOOD:
                gen = generation(page)
                good += 1
        if good and (gen not in found or good > found[gen][1]):
            found[gen] = (gen, good, block)
    return [found[gen] for gen in sorted(found)]


def _load(flash, folder):
    """The remembered blocks, or None. Each must show through its file what it holds."""
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


def _save(folder, blocks):
    data = _MAP + struct.pack("<%dH" % SECTORS, *blocks)
    with open(folder + "/map.new", "wb") as file:
        file.write(data + struct.pack("<I", crc32(data)))
    os.rename(folder + "/map.new", folder + "/map")


def _pin(flash, folder):
    """Make the files anew and return their blocks."""
    try:
        names = os.listdir(folder)
    except OSError:
        os.mkdir(folder)
        names = []
    # The map first: from here on it would name blocks that are free.
    for name in sorted(names, reverse=True):
        os.remove(folder + "/" + name)
    # A tag nobody has used before: blocks of a set-up that was cut may still carry theirs.
    tag = _TAG + os.urandom(15)
    blank = b"\xff" * PAGE
    for at in range(SECTORS):
        with open("%s/%02d" % (folder, at), "wb") as file:
            file.write(tag + bytes([at]) + blank[len(tag) + 1 :])
            for _ in range(SLOTS - 1):
                file.write(blank)
    head = bytearray(len(tag) + 1)
    blocks = [-1] * SECTORS
    for block in range(flash.ioctl(_COUNT, 0)):
        flash.readblocks(block, head, 0)
        if head[:-1] == tag and head[-1] < SECTORS:
            if blocks[head[-1]] >= 0:
                raise StorageFault("two blocks claim to be one")
            blocks[head[-1]] = block
    if -1 in blocks:
        raise StorageFault("a pinned block was not found")
    return blocks


def _move(flash, root, folder, sectors):
    vfs.umount(root)
    try:
        shelter = Shelter(flash, [block for _, _, block in sectors])
        vfs.mount(vfs.VfsLfs2(shelter, progsize=PAGE), root)  # type: ignore[arg-type]
        blocks = _pin(flash, folder)
        journal = Journal(flash, blocks)
        for at, (_, _, block) in enumerate(sectors):
            _copy(journal, block, blocks[at])
        # Above any generation of the old ring, and above one that did not read well today.
        journal.recover(sectors[-1][0] + 1)
        _save(folder, blocks)
        return blocks
    finally:
        # A filesystem that was never mounted cannot be left: then there is only the mounting.
        try:
            vfs.umount(root)
        except OSError:
            pass
        vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), root)


def _copy(journal, source, target):
    """Each good page into the same slot; what was read well once is what is kept."""
    flash = journal.flash
    page = bytearray(PAGE)
    for _ in range(3):
        if not journal.erase(target):
            continue
        for slot in range(SLOTS):
            for _ in range(8):  # a marginal cell gets its chances
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
    raise StorageFault("a sector could not be copied")
