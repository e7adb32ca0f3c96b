"""A NOR flash like the W25Q16JV: it programs pages and erases sectors, and its power can fail meanwhile.

A test can cut the power within one page program or one sector erase, as it can happen on the chip.
"""

import os
import random
from pathlib import Path

PAGE = 256
SECTOR = 4096
MODES = ("before", "after", "torn-prefix", "torn-random", "torn-worst", "garbage")


class PowerCutError(Exception):
    """The power failed during an operation. The flash does nothing until `power_on`."""


class FlashModel:
    """`programs` and `erases` count finished operations; `ops` is their sum and the index for `cut_at`."""

    def __init__(
        self, size: int = 2 * 1024 * 1024, data: bytes | str | os.PathLike[str] | None = None
    ) -> None:
        """`data` is the first content, or the path of a file that every operation updates."""
        if size <= 0 or size % SECTOR:
            raise ValueError("the size is a multiple of 4096")
        self.size = size
        self.programs = 0
        self.erases = 0
        self.reprograms = 0  # how often a page was programmed that was not blank
        self.lost_bits = 0  # how often a program wrote a 1 over a 0, which stays 0
        self.erases_of = [0] * (size // SECTOR)
        self.dead = False
        self._cut: tuple[int, str, random.Random] | None = None
        self._file: int | None = None
        self._data = bytearray(b"\xff" * size)
        if isinstance(data, (bytes, bytearray)):
            self._load(bytes(data))
        elif data is not None:
            self._open(Path(data))

    @property
    def ops(self) -> int:
        return self.programs + self.erases

    def read(self, addr: int, n: int) -> bytes:
        self._check(addr, n)
        self._alive()
        return bytes(self._data[addr : addr + n])

    def program(self, addr: int, data: bytes) -> None:
        """Program at most 256 bytes within one page. Bits can only change from 1 to 0."""
        self._check(addr, len(data))
        if addr // PAGE != (addr + len(data) - 1) // PAGE:
            raise ValueError("a program stays within one page")
        self._alive()
        old = bytes(self._data[addr : addr + len(data)])
        new = bytes(o & d for o, d in zip(old, data, strict=True))
        page = addr - addr % PAGE
        if self._data.count(0xFF, page, page + PAGE) != PAGE:
            self.reprograms += 1
        if new != bytes(data):
            self.lost_bits += 1
        cut = self._cut_now()
        if cut:
            if cut[0] == "garbage":  # the whole page is damaged, not only the bytes of this program
                addr, old = page, bytes(self._data[page : page + PAGE])
            self._put(addr, torn_program(old, new, *cut))
            self._die()
        self._put(addr, new)
        self.programs += 1

    def erase(self, addr: int) -> None:
        """Erase the sector of 4096 bytes that begins at addr."""
        self._check(addr, SECTOR)
        if addr % SECTOR:
            raise ValueError("an erase begins at a sector")
        self._alive()
        cut = self._cut_now()
        if cut:
            self._put(addr, torn_erase(bytes(self._data[addr : addr + SECTOR]), *cut))
            self._die()
        self._put(addr, b"\xff" * SECTOR)
        self.erases_of[addr // SECTOR] += 1
        self.erases += 1

    def cut_at(self, op_index: int, mode: str = "before", seed: int = 1) -> None:
        """Let the power fail in operation op_index (counted like `ops`); the mode decides what is left."""
        if mode not in MODES:
            raise ValueError(f"unknown mode: {mode}")
        self._cut = (op_index, mode, random.Random(seed))

    def rot(self, addr: int, n: int, bits: int = 3, seed: int = 1) -> None:
        """Let some bits within these bytes read the other way round: their cells have lost their charge."""
        self._check(addr, n)
        dice = random.Random(seed)
        data = bytearray(self._data[addr : addr + n])
        for place in dice.sample(range(8 * n), bits):
            data[place // 8] ^= 1 << place % 8
        self._put(addr, bytes(data))

    def power_on(self) -> None:
        """Switch the power on again. A cut happens only once."""
        if self.dead:
            self._cut = None
        self.dead = False

    def image(self) -> bytes:
        """The whole content, with or without power."""
        return bytes(self._data)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _check(self, addr: int, n: int) -> None:
        if addr < 0 or n <= 0 or addr + n > self.size:
            raise ValueError("outside of the flash")

    def _alive(self) -> None:
        if self.dead:
            raise PowerCutError("no supply")

    def _cut_now(self) -> tuple[str, random.Random] | None:
        return self._cut[1:] if self._cut and self._cut[0] == self.ops else None

    def _die(self) -> None:
        self.dead = True
        raise PowerCutError(f"cut in operation {self.ops}")

    def _load(self, image: bytes) -> None:
        if len(image) > self.size:
            raise ValueError("the image is larger than the flash")
        self._data[: len(image)] = image

    def _open(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        image = path.read_bytes()
        self._load(image)
        if len(image) < self.size:
            os.lseek(self._file, len(image), os.SEEK_SET)
            os.write(self._file, bytes(self._data[len(image) :]))

    def _put(self, addr: int, data: bytes) -> None:
        self._data[addr : addr + len(data)] = data
        if self._file is not None:  # unbuffered, so the file is complete even if this process is killed
            os.lseek(self._file, addr, os.SEEK_SET)
            os.write(self._file, data)


def torn_program(old: bytes, new: bytes, mode: str, rng: random.Random) -> bytes:
    """The content after a program that was cut; `new` is the content after a complete one."""
    if mode == "before":
        return old
    if mode == "after":
        return new
    if mode == "garbage":
        return bytes(o & rng.randrange(256) for o in old)
    # The tear is within the bytes that change. A random place in the page would mostly miss a short record.
    changes = [i for i in range(len(old)) if old[i] != new[i]]
    if not changes:
        return new
    at = changes[0] + 1 + rng.randrange(max(1, changes[-1] - changes[0]))
    if mode == "torn-prefix":
        return new[:at] + old[at:]
    if mode == "torn-worst":  # later bytes were programmed, earlier ones were not
        return old[:at] + new[at:]
    return bytes(o & (n | rng.randrange(256)) for o, n in zip(old, new, strict=True))


def torn_erase(old: bytes, mode: str, rng: random.Random) -> bytes:
    """The content after an erase that was cut."""
    if mode == "before":
        return old
    if mode == "after":
        return b"\xff" * len(old)
    if mode == "garbage":
        return rng.randbytes(len(old))
    if mode == "torn-prefix":
        at = 1 + rng.randrange(len(old) - 1)
        return b"\xff" * at + old[at:]
    if mode == "torn-worst":  # NOR flash programs everything to 0 before it erases
        return bytes(len(old))
    return bytes(o | rng.randrange(256) for o in old)
