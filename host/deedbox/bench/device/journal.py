# mypy: ignore-errors
"""Plays a game with keeper and journal on a flash that counts; archives go to a littlefs that counts, too.

In: the game's beginning as JSON, then one command per line, as hexadecimal digits of its record.
Out, in one line: "PROGRAMS ERASES_WHILE_WAITING ERASES_IDLE PAGES_MOST" after the beginning of the game, then
"COMMANDS ARCHIVE_PROGRAMS ARCHIVE_ERASES" since the first archive. In a second line: "GAMES RING_HOTTEST
FILES_HOTTEST BOOT_READS", that is how often the game was played, the erases of the most used sectors, and the
reads of the ring at the next power-on.
"""

import json
import os
import sys
from binascii import unhexlify

import vfs

from banker.app.store.journal import Journal
from banker.app.store.keeper import Keeper
from banker.core.codec import command_bytes

SECTOR = 4096
SECTORS = 16
BLOCKS = 352  # of the filesystem on a Pico
PAGE = 256
GAMES = 3


class CountingFlash:
    def __init__(self, blocks):
        self.blocks = blocks
        self.memory = bytearray(b"\xff" * (blocks * SECTOR))
        self.programs = 0
        self.erases = 0
        self.reads = 0
        self.cycles = [0] * blocks

    def readblocks(self, block, buf, offset=0):
        at = block * SECTOR + offset
        buf[:] = self.memory[at : at + len(buf)]
        self.reads += 1

    def writeblocks(self, block, buf, offset=0):
        at = block * SECTOR + offset
        for i in range(len(buf)):
            self.memory[at + i] &= buf[i]
        self.programs += len(buf) // PAGE

    def ioctl(self, request, block):
        if request == 4:
            return self.blocks
        if request == 5:
            return SECTOR
        if request == 6:
            at = block * SECTOR
            self.memory[at : at + SECTOR] = b"\xff" * SECTOR
            self.erases += 1
            self.cycles[block] += 1
        return 0


class Guard:
    def __enter__(self):
        pass

    def __exit__(self, kind, error, trace):
        pass


def files():
    """Mount a littlefs with the editions of this folder; returns its flash."""
    flash = CountingFlash(BLOCKS)
    vfs.VfsLfs2.mkfs(flash, progsize=PAGE)
    vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), "/files")
    os.mkdir("/files/editions")
    for name in os.listdir("editions"):
        with open("editions/" + name, "rb") as source, open("/files/editions/" + name, "wb") as target:
            target.write(source.read())
    os.chdir("/files")
    return flash


def play(keeper, commands, flash, disk):
    """Play; returns erases while a player waits, most pages of a command, commands since an archive."""
    waiting = pages = filing = 0
    for line in commands:
        command = command_bytes.read(unhexlify(line))[0]
        before = flash.erases
        programs = flash.programs
        keeper.submit(command)
        waiting += flash.erases - before
        pages = max(pages, flash.programs - programs)
        filing += disk.programs > 0
        keeper.journal.idle()
    return waiting, pages, filing


def main():
    flash = CountingFlash(SECTORS)
    disk = files()
    keeper = Keeper(Journal(flash, range(SECTORS)), Guard())
    if keeper.resume():
        raise ValueError("a new flash holds a game")
    about = json.loads(sys.stdin.readline())
    commands = [line.strip() for line in sys.stdin]
    keeper.begin(about)
    programs = flash.programs
    erases = flash.erases
    disk.programs = disk.erases = 0
    waiting, pages, filing = play(keeper, commands, flash, disk)
    idle = flash.erases - erases - waiting
    print(flash.programs - programs, waiting, idle, pages, filing, disk.programs, disk.erases)
    for _ in range(GAMES - 1):
        keeper.begin(about)
        play(keeper, commands, flash, disk)
    flash.reads = 0
    if not Keeper(Journal(flash, range(SECTORS)), Guard()).resume():
        raise ValueError("the game is gone")
    print(GAMES, max(flash.cycles), max(disk.cycles), flash.reads)


main()
