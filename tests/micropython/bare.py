"""A board on which nothing answers, and the app of the box brought in as boot.py does it.

For scripts that run the app without its parts, in a folder that holds firmware and data as on the box.
Keeper, journal, screens and loader are the real ones; the journal's sectors are a file, time is counted.
"""

import os

from silent import Pin

import banker.names  # noqa: F401 every name while the heap is empty, as main.py has it
from banker.app import boot

picture, font, reader = boot.load_resident((Pin(), Pin(), Pin(), Pin()))

from banker.app import box as app  # noqa: E402, F401 for those scripts
from banker.ui import paint  # noqa: E402, F401

SECTORS = 16
BLANK = b"\xff" * 256


TICKS = 0x3FFFFFFF
HALF = 0x20000000


class Clock:
    """Replaces the module `time` in the app; its ticks wrap soon, as those of the Pico do."""

    now_ms = TICKS - 3000

    def ticks_ms(self):
        return self.now_ms & TICKS

    def ticks_add(self, ticks, delta):
        return (ticks + delta) & TICKS

    def ticks_diff(self, after, before):
        return ((after - before + HALF) & TICKS) - HALF

    def sleep_us(self, us):
        self.now_ms += us // 1000


class Board:
    reader = (Pin(), Pin(), Pin(), Pin())
    i2c = display_rst = supply = Pin()
    buzzer = (Pin(), Pin())
    make_i2c = Pin
    vbus = led = None
    reset_cause = 1
    rows = columns = (Pin(), Pin(), Pin(), Pin())


class Sectors:
    """The flash behind the journal, in a file that stays; blank at first."""

    def __init__(self):
        try:
            os.stat("ring.bin")
        except OSError:
            with open("ring.bin", "wb") as file:
                for _ in range(16 * SECTORS):
                    file.write(BLANK)
        self._file = open("ring.bin", "r+b")

    def readblocks(self, block, into, offset=0):
        self._file.seek(block * 4096 + offset)
        self._file.readinto(into)

    def writeblocks(self, block, data, offset=0):
        self._file.seek(block * 4096 + offset)
        self._file.write(data)

    def ioctl(self, op, argument):
        if op == 4:
            return SECTORS
        if op == 6:
            self._file.seek(argument * 4096)
            for _ in range(16):
                self._file.write(BLANK)
        return 0
