"""The commit path under a locked heap, with the Pico's heap size and a flash that allocates nothing."""

import gc

import check

import micropython
from banker.app.store.journal import Journal, StorageError
from banker.app.store.pages import ROOM_MAX, _seal, seal

BLOCKS = 4


class QuietFlash:
    """A flash in one piece of memory, by loops: no slices, no objects."""

    def __init__(self):
        self.memory = bytearray(b"\xff" * (BLOCKS * 4096))
        self.deaf = False

    def readblocks(self, block, buf, offset):
        at = block * 4096 + offset
        for i in range(len(buf)):
            buf[i] = self.memory[at + i]

    def writeblocks(self, block, buf, offset):
        if self.deaf:
            return
        at = block * 4096 + offset
        for i in range(len(buf)):
            self.memory[at + i] &= buf[i]

    def ioctl(self, request, block):
        if request == 6:
            at = block * 4096
            for i in range(4096):
                self.memory[at + i] = 0xFF
        return 0


def locked(journal, kind, length):
    gc.collect()
    micropython.heap_lock()
    try:
        return journal.append(kind, length)
    finally:
        micropython.heap_unlock()


def test_append_allocates_nothing_in_any_slot_and_for_any_length():
    flash = QuietFlash()
    journal = Journal(flash, [2, 0, 3, 1], b"ring")
    journal.recover()
    for turn in range(90):
        length = ROOM_MAX if turn % 9 == 0 else turn
        journal.payload[:length] = bytes([turn]) * length
        while journal.idle():
            pass
        if locked(journal, 1 + turn % 3, length) != turn + 1:
            raise AssertionError(turn)
    again = Journal(flash, [2, 0, 3, 1], b"ring")
    if again.recover() != 89 or again.seq != 90:
        raise AssertionError(again.seq)


def test_opening_the_next_sector_in_append_allocates_nothing_either():
    journal = Journal(QuietFlash(), [0, 1, 2])
    journal.recover()
    for _ in range(60):
        locked(journal, 1, 200)


def test_a_storage_fault_needs_no_memory():
    flash = QuietFlash()
    journal = Journal(flash, [0, 1, 2])
    journal.recover()
    flash.deaf = True
    try:
        locked(journal, 1, 10)
        raise AssertionError("confirmed")
    except StorageError:
        pass


def test_the_pages_are_sealed_in_machine_code():
    """binascii.crc32 makes a long integer on the chip; only the viper version does not."""
    if seal is _seal:
        raise AssertionError("the fallback is in use")
    record = bytes([(i * 7) & 255 for i in range(ROOM_MAX)])
    for at, length in ((0, 0), (0, 1), (228, 100), (456, 227), (684, 228), (912, 16)):
        ours = bytearray(range(256))
        theirs = bytearray(range(256))
        seal(ours, record, at, length)
        _seal(theirs, record, at, length)
        if ours != theirs:
            raise AssertionError(length)


def test_the_buffers_are_what_was_said():
    flash = QuietFlash()
    gc.collect()
    before = gc.mem_alloc()
    journal = Journal(flash, list(range(BLOCKS)))
    gc.collect()
    size = gc.mem_alloc() - before
    print("a journal holds %d bytes of heap" % size)
    if size > 4096 or len(journal.first) * 4 > 64:
        raise AssertionError("too much")


check.run(globals())
