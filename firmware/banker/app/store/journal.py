"""The journal: a ring of flash sectors to which records are appended, one page each.

A record is confirmed when append() returns: programmed, read back, equal. Whatever moment the power is
cut, recover() finds the last confirmed record or the one that was being confirmed, and says the same at
every later boot. What a payload means is not known here. The rules behind each line: DESIGN, 'Journal'.

The caller masks Ctrl-C around append() and calls idle() only while nobody waits and the supply is good.
"""

import struct
from array import array

from banker.app.pages import (
    BOOT,
    CRC,
    GOOD,
    HEADER,
    MAGIC,
    PAGE,
    PARTS,
    ROOM,
    ROOM_MAX,
    SLOTS,
    VERSION,
    Joiner,
    check,
    seal,
    sequence,
)

_ERASE = 6  # MP_BLOCKDEV_IOCTL_BLOCK_ERASE
_AHEAD = 8  # slots used before the next sector is erased: history is kept as long as it costs nothing


class StorageFault(Exception):
    """Nothing was confirmed: no slot could be programmed, or the ring belongs to another firmware."""


class Journal:
    def __init__(self, flash, blocks):
        if not 3 <= len(blocks) <= 16:
            raise ValueError("a ring has 3 to 16 sectors")
        self.flash = flash
        self.blocks = array("H", blocks)
        # Called with the block of a sector that holds records, before it is erased; not within append(),
        # which allocates nothing: who wants every sector calls idle() before, unless ready().
        self.on_erase = None
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
        self.torn = False  # power-on found a record that never became whole
        self.clean = False  # the spare was erased, and seen blank, since power-on
        self.first = array("I", [0] * len(blocks))  # first record in each sector; 0: none
        self.seen = bytearray(PAGE)
        self.blank = b"\xff" * PAGE
        self.joiner = Joiner(self.old)
        self._worn = 0
        self._page = bytearray(PAGE)
        self._chunks = [self.payload[at : at + ROOM] for at in range(0, ROOM_MAX, ROOM)]
        self._link = bytearray(4)
        self._fault = StorageFault("no slot could be programmed")  # made now: append() allocates nothing

    def recover(self, above=0) -> int:
        """At boot: load the newest record and return its length, or -1 if there is none.

        The record is repeated before anyone sees it, so that no later boot can find another one. Given
        a generation, a sector above that is opened for it.
        """
        from banker.app.recovery import scan  # needed once, so that the caller may drop it again

        length = scan(self)
        if length < 0:
            self.turn()
        else:
            if above:
                self.gen = above
                self.slot = SLOTS
            if self.slot + ((length + ROOM - 1) // ROOM or 1) > SLOTS:
                self._offer()
            self._put(BOOT | self.kind, self.seq, length)
        return length

    def append(self, kind: int, length: int) -> int:
        """Confirm self.payload[:length] as the next record and return its sequence number."""
        if not 0 <= kind < BOOT or not 0 <= length <= ROOM_MAX:
            raise ValueError("kind or length")
        if self.at < 0:
            raise self._fault
        self._put(kind, self.seq + 1, length)
        self.seq += 1
        self.kind = kind
        return self.seq

    def read(self, seq: int) -> int:
        """Load an older record into self.old and return its length, or -1 if it is gone or damaged."""
        at = self._sector_of(seq)
        return -1 if at < 0 else self.find(self.blocks[at], seq)

    def keeps(self, seq: int) -> int:
        """How many sectors will be erased before the one with this record; -1 if it is gone.

        Boot pages and bad slots take room, too, so numbers of records say nothing about this.
        """
        at = self._sector_of(seq)
        return -1 if at < 0 else (at - self.spare) % len(self.blocks)

    def ready(self) -> bool:
        """Will append() find blank slots for a record of any length without an erase?"""
        return self.clean or self.slot + PARTS <= SLOTS

    def idle(self) -> bool:
        """Erase ahead if that is due. Everything stops for 45 ms, at worst 400."""
        if self.clean or self.at < 0 or self.slot < _AHEAD or self._worn >= len(self.blocks):
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
        """Open the next sector, erased since power-on: one that only looks blank may be half erased."""
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
        """Somebody may want to keep what the spare sector holds."""
        if self.first[self.spare] and self.on_erase:
            self.on_erase(self.blocks[self.spare])

    def _clear(self) -> None:
        """Erase the spare sector; if it cannot be erased, the one after it is the spare."""
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

    def _put(self, kind, seq, length):
        """A bad slot sends the record to the next slot, then to the next sector; then it is a fault."""
        parts = (length + ROOM - 1) // ROOM or 1
        if self.slot + parts > SLOTS:
            self.turn()
        if not self._try_twice(kind, seq, length, parts):
            self.turn()
            if not self._try_twice(kind, seq, length, parts):
                raise self._fault
        if not self.first[self.at]:
            self.first[self.at] = seq

    def _try_twice(self, kind, seq, length, parts):
        for _ in range(2):
            if self.slot + parts <= SLOTS and self._write(kind, seq, length, parts):
                return True
        return False

    def _write(self, kind, seq, length, parts):
        link = self._link
        for i in range(4):
            link[i] = self.tip[i]
        for part in range(parts):
            rest = length - part * ROOM
            struct.pack_into(
                HEADER, self._page, 0, MAGIC, VERSION, kind, self.gen, seq, link, length, part, parts
            )
            seal(self._page, self._chunks[part], rest if rest < ROOM else ROOM)
            # Used from here on, whatever happens: no slot is ever programmed twice.
            slot = self.slot
            self.slot += 1
            if not self._program(slot):
                return False
            for i in range(4):
                link[i] = self._page[CRC + i]
        for i in range(4):
            self.tip[i] = link[i]
        return True

    def _program(self, slot):
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

    def _sector_of(self, seq):
        if 0 < seq <= self.seq:
            count = len(self.blocks)
            for back in range(count):
                at = (self.at - back) % count
                if 0 < self.first[at] <= seq:
                    return at
        return -1

    def find(self, block, seq):
        """The last whole copy in slot order: an attempt that was given up stands before its successor."""
        found = -1
        joiner = self.joiner
        joiner.break_off()
        for slot in range(SLOTS):
            self.flash.readblocks(block, self.seen, slot * PAGE)
            if sequence(self.seen) != seq or check(self.seen) != GOOD:
                joiner.break_off()
                continue
            length = joiner.join(self.seen)
            if length >= 0:
                found = length
                self.old_kind = self.seen[3] & ~BOOT
        return found
