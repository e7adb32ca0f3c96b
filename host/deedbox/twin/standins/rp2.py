# mypy: ignore-errors
# `rp2` for the unix port: the flash with the extended block interface of rp2.Flash().

import os

import wire

from micropython import const

_FLASH_PROGRAM = const(8)
_FLASH_ERASE = const(9)

_BLOCK = const(4096)
_PAGE = const(256)
_count = int(os.getenv("DEEDBOX_BLOCKS"))

_done = bytearray(1)
# The host writes each operation into this file before it answers.
_file = open(int(os.getenv("DEEDBOX_FLASH")), "rb")


class Flash:
    def __init__(self, *, start=-1, len=-1):
        pass

    def readblocks(self, block, into, offset=0):
        _file.seek(block * _BLOCK + offset)
        _file.readinto(into)

    def writeblocks(self, block, data, offset=None):
        length = len(data)
        if offset is None:  # a write of the simple interface erases first
            for i in range(length // _BLOCK):
                self.ioctl(6, block + i)
            offset = 0
        if offset % _PAGE or length % _PAGE:
            raise ValueError("flash is programmed in whole pages")
        if length > 255 * _PAGE:
            raise ValueError("the bus takes at most 255 pages at once")
        wire.begin(_FLASH_PROGRAM, length // _PAGE, block * _BLOCK + offset)
        wire.add(data)
        wire.ask(_done)

    def ioctl(self, op, argument):
        if op == 4:
            return _count
        if op == 5:
            return _BLOCK
        if op == 6:
            wire.begin(_FLASH_ERASE, 0, argument * _BLOCK)
            wire.ask(_done)
            return 0
        if op in (1, 2, 3):
            return 0


def bootsel_button() -> int:
    return 0
