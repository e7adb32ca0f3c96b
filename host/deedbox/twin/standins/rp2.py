# mypy: ignore-errors
# `rp2` for the unix port: the flash behind its extended block interface, as rp2.Flash() has it.

import wire

from micropython import const

_FLASH_READ = const(8)
_FLASH_PROGRAM = const(9)
_FLASH_ERASE = const(10)

_BLOCK = const(4096)
_PAGE = const(256)
_COUNT = const(352)
_KEPT = const(1024)

_done = bytearray(1)
# littlefs reads metadata in pieces of 32 bytes, thousands in a row: what was read last is kept here, so that
# not each of them is a round trip to the host. Whatever is written or erased is read anew.
_kept = bytearray(_KEPT)
_kept_at = -1


def _read(at, into):
    wire.put(_FLASH_READ, 0, at)
    wire.put(0, 0, len(into))
    wire.receive(into)


class Flash:
    def __init__(self, *, start=-1, len=-1):
        pass

    def readblocks(self, block, into, offset=0):
        global _kept_at
        at = block * _BLOCK + offset
        size = len(into)
        start = at % _KEPT
        if start + size > _KEPT:
            _read(at, into)
            return
        if _kept_at != at - start:
            _kept_at = -1
            _read(at - start, _kept)
            _kept_at = at - start
        for i in range(size):  # a slice would take heap, which the firmware has not agreed to
            into[i] = _kept[start + i]

    def writeblocks(self, block, data, offset=None):
        global _kept_at
        _kept_at = -1
        length = len(data)
        if offset is None:  # the simple interface erases first
            for i in range(length // _BLOCK):
                self.ioctl(6, block + i)
            offset = 0
        if offset % _PAGE or length % _PAGE:
            raise ValueError("flash is programmed in whole pages")
        wire.put(_FLASH_PROGRAM, 0, block * _BLOCK + offset)
        wire.put(0, 0, length)
        wire.send(data)
        wire.receive(_done)

    def ioctl(self, op, argument):
        if op == 4:
            return _COUNT
        if op == 5:
            return _BLOCK
        if op == 6:
            global _kept_at
            _kept_at = -1
            wire.put(_FLASH_ERASE, 0, argument * _BLOCK)
            wire.receive(_done)
            return 0
        if op in (1, 2, 3):
            return 0


def bootsel_button() -> int:
    return 0
