# mypy: ignore-errors
"""Plays a game through keeper and journal on a flash that counts.

In: the game's beginning as JSON, then one command per line, as hexadecimal digits of its record.
Out: "PROGRAMS ERASES_WHILE_WAITING ERASES_IDLE PAGES_MOST", all after the beginning.
"""

import json
import sys
from binascii import unhexlify

from banker.app.journal import Journal
from banker.app.keeper import Keeper
from banker.core import record

SECTOR = 4096
SECTORS = 16


class CountingFlash:
    def __init__(self):
        self.memory = bytearray(b"\xff" * (SECTORS * SECTOR))
        self.programs = 0
        self.erases = 0

    def readblocks(self, block, buf, offset=0):
        at = block * SECTOR + offset
        buf[:] = self.memory[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        at = block * SECTOR + offset
        for i in range(len(buf)):
            self.memory[at + i] &= buf[i]
        self.programs += 1

    def ioctl(self, request, block):
        if request == 6:
            at = block * SECTOR
            self.memory[at : at + SECTOR] = b"\xff" * SECTOR
            self.erases += 1
        return 0


class Guard:
    def __enter__(self):
        pass

    def __exit__(self, kind, error, trace):
        pass


def main():
    flash = CountingFlash()
    journal = Journal(flash, range(SECTORS))
    keeper = Keeper(journal, Guard())
    if keeper.resume():
        raise ValueError("a new flash holds a game")
    keeper.begin(json.loads(sys.stdin.readline()))
    begun = flash.programs
    erases = flash.erases
    waiting = pages = 0
    for line in sys.stdin:
        command = record.read(unhexlify(line.strip()))[0]
        before = flash.erases
        programs = flash.programs
        keeper.submit(command)
        waiting += flash.erases - before
        pages = max(pages, flash.programs - programs)
        journal.idle()
    print(flash.programs - begun, waiting, flash.erases - erases - waiting, pages)


main()
