"""The journal: a ring of flash sectors to which records are appended, one page each.

A record is confirmed when append() returns: programmed, read back and found equal. At whatever moment the
power is cut, recover() finds the last confirmed record or the one that was being confirmed, and finds the
same one at every later boot. The journal does not know what a payload means. The reasons are in
host/docs/design.md, 'Journal'.

The caller masks Ctrl-C around append() and calls idle() only while nobody waits and the supply is good.
"""

from __future__ import annotations

import struct
from array import array
from typing import TYPE_CHECKING

from banker.app.store.pages import (
    AT_KIND,
    AT_VERSION,
    BOOT,
    CRC,
    GOOD,
    HEADER,
    MAGIC,
    NO_RING,
    PAGE,
    PARTS,
    ROOM,
    ROOM_MAX,
    SLOTS,
    VERSION,
    Joiner,
    check,
    pages_for,
    seal,
    sequence,
    sign,
    stamp,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banker.app.types import Flash

_ERASE = 6  # MP_BLOCKDEV_IOCTL_BLOCK_ERASE
_AHEAD = 8  # slots used before the next sector is erased; sooner would only shorten the history


class StorageError(Exception):
    """Nothing was confirmed: no slot could be programmed."""


class Journal:
    def __init__(self, flash: Flash, blocks: Sequence[int], ring: bytes = NO_RING) -> None:
        if not 3 <= len(blocks) <= 16:
            raise ValueError("a ring has 3 to 16 sectors")
        self.flash = flash
        self.stamp = stamp(ring)  # of its id (pages.py)
        self.blocks = array("H", blocks)
        # Called with the block of a sector that holds records, before it is erased. Not within append(),
        # which allocates nothing: the caller runs idle() before append() unless ready().
        self.on_erase: Callable[[int], None] | None = None
        self.payload = memoryview(bytearray(ROOM_MAX))
        self.old = memoryview(bytearray(ROOM_MAX))
        self.seq = 0
        self.kind = 0
        self.old_kind = 0
        self.tip = bytearray(4)  # CRC of the newest page: the end of the chain
        self.gen = 0
        self.at = -1  # the sector written to, as an index into blocks
        self.slot = SLOTS
        self.spare = 0  # the sector to be opened next
        self.torn = False  # power-on found an incomplete record
        self.lost = 0  # records after the newest one that cannot be read: nothing is written until all agreed
        self.clean = False  # the spare was erased, and read as blank, since power-on
        self.first = array("I", [0] * len(blocks))  # first record in each sector; 0: none
        self.seen = bytearray(PAGE)
        self.blank = b"\xff" * PAGE
        self.joiner = Joiner(self.old)
        self._worn = 0  # erases in a row that failed
        self._page = bytearray(PAGE)
        self._link = bytearray(4)
        self._fault = StorageError("no slot could be programmed")  # here, because append() allocates nothing

    def recover(self, above: int = 0, agreed: bool = False) -> int:
        """At boot: load the newest record and return its length, or -1 if there is none.

        The record is repeated before it is used, so that no later boot can find another one. With `above`,
        it is repeated in a new sector of a higher generation than that. If newer records cannot be read
        (`lost`), nothing is written; after the players have `agreed` to do without them, call it again.
        """
        from banker.app.store.recovery import scan  # used once: the caller may drop the module afterwards

        length = scan(self, agreed)
        if self.lost:
            return length
        if agreed:  # above every page that may read well again one day
            above = self.gen + len(self.blocks)
        if length < 0:
            self.turn()
        else:
            if above:
                self.gen = above
                self.slot = SLOTS
            if self.slot + pages_for(length) > SLOTS:
                self._offer()
            self._put(BOOT | self.kind, self.seq, length)
        return length

    def append(self, kind: int, length: int) -> int:
        """Confirm self.payload[:length] as the next record and return its sequence number."""
        if not 0 <= kind < BOOT or not 0 <= length <= ROOM_MAX:
            raise ValueError("kind or length")
        if self.at < 0 or self.lost:
            raise self._fault
        self._put(kind, self.seq + 1, length)
        self.seq += 1
        self.kind = kind
        return self.seq

    def read(self, seq: int) -> int:
        """Load an older record into self.old and return its length, or -1 if it is gone or damaged."""
        at = self.sector_of(seq)
        return -1 if at < 0 else self.find(self.blocks[at], seq)

    def keeps(self, seq: int) -> int:
        """How many sectors will be erased before the one with this record; -1 if it is gone.

        BOOT pages and bad slots take room too, so this cannot be told from sequence numbers.
        """
        at = self.sector_of(seq)
        return -1 if at < 0 else (at - self.spare) % len(self.blocks)

    def ready(self) -> bool:
        """Will append() find blank slots for a record of any length without an erase?"""
        return self.clean or self.slot + PARTS <= SLOTS

    def idle(self) -> bool:
        """Erase the spare sector if that is due. An erase stops everything for 45 ms, at worst 400."""
        if self.clean or self.at < 0 or self.slot < _AHEAD or self._worn >= len(self.blocks) or self.lost:
            return False
        self._offer()
        self._clear()
        return True

    def erase(self, block: int) -> bool:
        """Erase a sector; True if it is blank now."""
        for _ in range(2):
            try:
                self.flash.ioctl(_ERASE, block)
                for slot in range(SLOTS):
                    self.flash.readblocks(block, self.seen, slot * PAGE)
                    if self.seen != self.blank:
                        break
                else:
                    return True
            except OSError:
                pass
        return False

    def turn(self) -> None:
        """Open the spare sector. It is erased first: a sector that reads as blank may be half erased."""
        while not self.clean:
            if self._worn >= len(self.blocks):
                raise self._fault
            self._clear()
        self.clean = False
        self.at = self.spare
        self.slot = 0
        self.gen += 1
        self.spare = (self.at + 1) % len(self.blocks)

    def _offer(self) -> None:
        """Let on_erase file the records of the spare sector."""
        if self.first[self.spare] and self.on_erase:
            self.on_erase(self.blocks[self.spare])

    def _clear(self) -> None:
        """Erase the spare sector; if that fails, the sector after it becomes the spare."""
        block = self.blocks[self.spare]
        self.first[self.spare] = 0
        if self.erase(block):
            self._worn = 0
            self.clean = True
            return
        self._worn += 1
        self.spare = (self.spare + 1) % len(self.blocks)
        if self.spare == self.at:
            self.spare = (self.spare + 1) % len(self.blocks)

    def _put(self, kind: int, seq: int, length: int) -> None:
        """After a bad slot try the next slot, then the next sector; then give up."""
        parts = pages_for(length)
        if self.slot + parts > SLOTS:
            self.turn()
        if not self._try_twice(kind, seq, length, parts):
            self.turn()
            if not self._try_twice(kind, seq, length, parts):
                raise self._fault
        if not self.first[self.at]:
            self.first[self.at] = seq

    def _try_twice(self, kind: int, seq: int, length: int, parts: int) -> bool:
        for _ in range(2):
            if self.slot + parts <= SLOTS and self._write(kind, seq, length, parts):
                return True
        return False

    def _write(self, kind: int, seq: int, length: int, parts: int) -> bool:
        link = self._link
        for i in range(4):
            link[i] = self.tip[i]
        for part in range(parts):
            at = part * ROOM
            rest = length - at
            struct.pack_into(
                HEADER, self._page, 0, MAGIC, VERSION, kind, self.gen, seq, link, length, part, parts
            )
            seal(self._page, self.payload, at, rest if rest < ROOM else ROOM)
            for i in range(4):
                link[i] = self._page[CRC + i]
            sign(self._page, self.stamp)
            # The slot is used from here on, whatever happens: no slot is ever programmed twice.
            slot = self.slot
            self.slot += 1
            if not self._program(slot):
                return False
        for i in range(4):
            self.tip[i] = link[i]
        return True

    def _program(self, slot: int) -> bool:
        block = self.blocks[self.at]
        offset = slot * PAGE
        try:
            self.flash.readblocks(block, self.seen, offset)
            if self.seen != self.blank:
                return False
            self.flash.writeblocks(block, self._page, offset)
            self.flash.readblocks(block, self.seen, offset)
        except OSError:
            return False
        return self.seen == self._page

    def sector_of(self, seq: int) -> int:
        """The sector that holds this record, as an index into blocks; -1: none does."""
        if 0 < seq <= self.seq:
            count = len(self.blocks)
            for back in range(count):
                at = (self.at - back) % count
                if 0 < self.first[at] <= seq:
                    return at
        return -1

    def find(self, block: int, seq: int) -> int:
        """Load the last complete copy in slot order: a failed attempt comes before the one that succeeded."""
        size = -1
        joiner = self.joiner
        joiner.break_off()
        for slot in range(SLOTS):
            self.flash.readblocks(block, self.seen, slot * PAGE)
            if sequence(self.seen) != seq or self.judge() != GOOD:
                joiner.break_off()
                continue
            length = joiner.join(self.seen)
            if length >= 0:
                size = length
                self.old_kind = self.seen[AT_KIND] & ~BOOT
        return size

    def look(self, block: int, slot: int) -> int:
        """Read a slot into self.seen and judge() it."""
        self.flash.readblocks(block, self.seen, slot * PAGE)
        return self.judge()

    def judge(self) -> int:
        """Check the page in self.seen (pages.py). A good one loses the ring's id there."""
        state = check(self.seen, self.stamp)
        if state == GOOD and self.seen[AT_VERSION] == VERSION:
            sign(self.seen, self.stamp)
        return state
