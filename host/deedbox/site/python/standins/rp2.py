# mypy: ignore-errors
# `rp2` for the browser: the flash with the extended block interface of rp2.Flash(). JavaScript has its bytes,
# and tears what is under way when the power is cut.

from binascii import hexlify, unhexlify

import bridge

from micropython import const

_BLOCK = const(4096)
_PAGE = const(256)


class Flash:
    def __init__(self, *, start=-1, len=-1):
        pass

    def readblocks(self, block, into, offset=0):
        into[:] = unhexlify(bridge.flash_read(block * _BLOCK + offset, len(into)))

    def writeblocks(self, block, data, offset=None):
        length = len(data)
        if offset is None:  # a write of the simple interface erases first
            for i in range(length // _BLOCK):
                self.ioctl(6, block + i)
            offset = 0
        if offset % _PAGE or length % _PAGE:
            raise ValueError("flash is programmed in whole pages")
        for at in range(0, length, _PAGE):
            page = hexlify(memoryview(data)[at : at + _PAGE]).decode()
            bridge.flash_program(block * _BLOCK + offset + at, page)

    def ioctl(self, op, argument):
        if op == 4:
            return bridge.flash_blocks()
        if op == 5:
            return _BLOCK
        if op == 6:
            bridge.flash_erase(argument * _BLOCK)
            return 0
        if op in (1, 2, 3):
            return 0


def bootsel_button() -> int:
    return 0
