"""A flash with the Pico's geometry that counts, cuts and tears. Runs in MicroPython and in CPython.

One page program or one sector erase is atomic: the chip does one of them at a time.
The contents after the supply fails inside one of them:

BEFORE   nothing happened                        AFTER    it was done
PREFIX   the first bytes changed, not the rest   SUFFIX   the last bytes changed; an erase: all zero
RANDOM   any of the bits changed                 GARBAGE  the whole page or sector is noise
WEAK     done by the look of it, but a few of the changed bits read differently each time
FAINT    a program too short to be seen: reads blank, but if the page is programmed again, those cells
         read well only until the next power-on
"""

PAGE = 256
SECTOR = 4096
BLOCKS = 352  # the size of littlefs on a Pico

BEFORE, AFTER, PREFIX, SUFFIX, RANDOM, GARBAGE, WEAK, FAINT = range(8)
MODES = ("before", "after", "prefix", "suffix", "random", "garbage", "weak", "faint")

PROGRAM, ERASE = 0, 1


class PowerCut(Exception):
    pass


class Dice:
    """Numbers that are the same in both interpreters (xorshift32)."""

    def __init__(self, seed):
        self._x = (seed * 0x9E3779B1 + 1) & 0xFFFFFFFF or 1

    def below(self, limit):
        x = self._x
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._x = x
        return x % limit

    def bytes(self, count):
        return bytes([self.below(256) for _ in range(count)])


def _blank():
    return bytearray(b"\xff" * SECTOR)


def _and(a, b):
    return bytes([x & y for x, y in zip(a, b)])


class FaultFlash:
    """rp2.Flash() as the journal and littlefs see it. Sectors never touched are blank, or the parent's."""

    def __init__(self, blocks=BLOCKS, parent=None, seed=1):
        self.blocks = blocks
        self.parent = parent  # copy on write: a parent is not written to while its children live
        self.dice = Dice(seed)
        self.log = None  # a list: every operation goes into it
        self.cut_at = -1  # the operation at which the supply dies, counted in self.operations
        self.cut_mode = BEFORE
        self.broken = None  # called with (block, offset, data): returns what the chip really programs
        self.programs = self.erases = self.operations = 0
        self.overwrites = 0  # programs of a page that was not blank
        self.remains = None  # after the cut: the medium as it is found at the next power-on
        self._sectors = {}
        self._weak = {}  # (block, offset) -> mask of bits that read as they like
        self._faint = {}  # (block, offset) -> mask of bits that were half programmed
        self._slow = {}  # what becomes weak at the next power-on
        if parent is not None:
            self._weak = dict(parent._weak)
            self._faint = dict(parent._faint)
            self._slow = dict(parent._slow)

    def fork(self, seed=1):
        """A cheap copy: only blocks that change are copied."""
        return FaultFlash(self.blocks, self, seed)

    def copy(self, seed=1):
        """A full copy, independent of this flash."""
        copy = self.fork(seed)
        while copy.parent is not None:
            for block, data in copy.parent._sectors.items():
                if block not in copy._sectors:
                    copy._sectors[block] = bytearray(data)
            copy.parent = copy.parent.parent
        return copy

    def sector(self, block):
        flash = self
        while flash is not None:
            data = flash._sectors.get(block)
            if data is not None:
                return data
            flash = flash.parent
        return None

    def _own(self, block):
        data = self._sectors.get(block)
        if data is None:
            data = self.sector(block)
            data = self._sectors[block] = _blank() if data is None else bytearray(data)
        return data

    def power_on(self):
        self._weak.update(self._slow)
        self._slow.clear()

    # The extended block interface.

    def readblocks(self, block, buf, offset=0):
        at = block * SECTOR + offset
        offset_done = 0
        while offset_done < len(buf):
            number, start = divmod(at + offset_done, SECTOR)
            size = min(len(buf) - offset_done, SECTOR - start)
            data = self.sector(number)
            if size == len(buf):
                buf[:] = b"\xff" * size if data is None else data[start : start + size]
            else:
                buf[offset_done : offset_done + size] = (
                    b"\xff" * size if data is None else data[start : start + size]
                )
            offset_done += size
        if self._weak:
            self._flicker(at, buf)

    def _flicker(self, at, buf):
        for (block, offset), mask in self._weak.items():
            start = block * SECTOR + offset
            for i in range(max(at, start), min(at + len(buf), start + len(mask))):
                bits = mask[i - start]
                if bits:
                    buf[i - at] = (buf[i - at] & ~bits & 0xFF) | (self.dice.below(256) & bits)

    def writeblocks(self, block, buf, offset=None):
        if offset is None:
            for number in range(block, block + len(buf) // SECTOR):
                self.erase(number)
            offset = 0
        at = block * SECTOR + offset
        if at % PAGE or len(buf) % PAGE:
            raise ValueError("not whole pages")
        for start in range(0, len(buf), PAGE):
            number, within = divmod(at + start, SECTOR)
            self.program(number, within, bytes(buf[start : start + PAGE]))

    def ioctl(self, request, argument):
        if request == 4:
            return self.blocks
        if request == 5:
            return SECTOR
        if request == 6:
            self.erase(argument)
        return 0

    # The two operations.

    def program(self, block, offset, data):
        self._cut_if_due(PROGRAM, block, offset, data)
        if self.log is not None:
            self.log.append((PROGRAM, block, offset, data))
        self.programs += 1
        self.operations += 1
        if self.broken:
            data = self.broken(block, offset, data)
        self.do(PROGRAM, block, offset, data)

    def erase(self, block):
        self._cut_if_due(ERASE, block, 0, None)
        if self.log is not None:
            self.log.append((ERASE, block, 0, None))
        self.erases += 1
        self.operations += 1
        self.do(ERASE, block, 0, None)

    def _cut_if_due(self, what, block, offset, data):
        if self.operations == self.cut_at:
            # The contents are copied, so code that still writes after the cut changes nothing.
            self.remains = self.copy(self.operations)
            self.remains.tear(what, block, offset, data, self.cut_mode)
            self.cut_at = -1
            raise PowerCut("operation %d" % self.operations)

    def do(self, what, block, offset, data):
        """The operation as the chip does it: a program can only clear bits."""
        if what == ERASE:
            self._sectors[block] = _blank()
            for cells in (self._weak, self._faint, self._slow):
                for key in [key for key in cells if key[0] == block]:
                    del cells[key]
            return
        sector = self._own(block)
        old = sector[offset : offset + PAGE]
        if old != b"\xff" * PAGE:
            self.overwrites += 1
            data = _and(old, data)
        sector[offset : offset + PAGE] = data
        mask = self._faint.pop((block, offset), None)
        if mask:
            # Cells that the cut half programmed and that the new data leaves erased are neither one nor zero.
            self._slow[(block, offset)] = _and(mask, data)

    def tear(self, what, block, offset, data, mode):
        """What the operation leaves if the supply dies inside it."""
        if mode == BEFORE:
            return
        size = PAGE if what == PROGRAM else SECTOR
        sector = self._own(block)
        old = bytes(sector[offset : offset + size])
        new = _and(old, data) if what == PROGRAM else b"\xff" * size
        key = (block, offset)
        if mode == FAINT:
            if what == PROGRAM:
                self._faint[key] = bytes([o & ~n & 0xFF for o, n in zip(old, new)])
            return
        if mode in (AFTER, WEAK):
            self.do(what, block, offset, data)
            if mode == WEAK:
                self._weak[key] = self._weaken(old, new)
            return
        sector[offset : offset + size] = self._torn(what, old, new, mode)

    def _torn(self, what, old, new, mode):
        size = len(old)
        if mode == GARBAGE:
            noise = self.dice.bytes(size)
            return _and(old, noise) if what == PROGRAM else noise
        if mode == RANDOM:
            noise = self.dice.bytes(size)
            return bytes([(o & x) | (n & ~x & 0xFF) for o, n, x in zip(old, new, noise)])
        if mode == SUFFIX and what == ERASE:
            return bytes(size)  # the chip programs a sector to zero before it erases it
        changed = [i for i in range(size) if old[i] != new[i]]
        cut = changed[self.dice.below(len(changed))] if changed else 0
        if mode == PREFIX:
            return new[:cut] + old[cut:]
        return old[:cut] + new[cut:]

    def _weaken(self, old, new):
        mask = bytearray(len(old))
        changed = [i for i in range(len(old)) if old[i] != new[i]]
        for _ in range(1 + self.dice.below(3)):
            if changed:
                i = changed[self.dice.below(len(changed))]
                bits = old[i] ^ new[i]
                mask[i] |= bits & -bits if self.dice.below(2) else bits
        return bytes(mask)
