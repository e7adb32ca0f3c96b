"""NTAG213, 215 and 216 stickers on an MFRC522: read and write pages of user memory. Loaded on use.

The tag is selected by its UID for each operation, so the state in which the last one left it does not matter.
Sections are those of NXP's data sheet NTAG213/215/216, revision 3.2.
Only user memory is ever written: a wrong bit in a lock byte, AUTHLIM or CFGLCK (8.5.2, 8.5.3, 8.5.7) can
never be taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banker.drivers.codes import DEAD, GARBLED, NONE, REFUSED, TAG
from banker.drivers.crca import crc_a
from banker.drivers.iso14443a import TagReader
from banker.drivers.mfrc522 import GOT_ANSWER, GOT_ERROR, GOT_LEVEL, burst, frame
from banker.drivers.types import Buffer, Burst
from micropython import const

PAGE = const(4)  # bytes
FIRST_USER_PAGE = const(4)
_LAST_USER_PAGE = {0x0F: 39, 0x11: 129, 0x13: 225}  # by the storage size of GET_VERSION (10.1)

_GET_VERSION = const(0x60)  # 10.1
_VENDOR = const(1)  # its fields
_PRODUCT = const(2)
_STORAGE = const(6)
_NXP = const(0x04)  # clones say so too
_NTAG = const(0x04)
_FAST_READ = const(0x3A)  # 10.3
_WRITE = const(0xA2)  # 10.4
_ACK = const(0x0A)  # 9.3; every other answer of four bits is a NAK
_FOUR_BITS = const(4)
_ERRORS = const(0x1B)  # ErrorReg: anything wrong with the bits themselves
_CONTROL = const(0x0C)  # of the reader: RxLastBits (MFRC522 9.3.1.13)

# The longest time before a tag answers (9.1, table 18).
_READ_US = const(5000)
_WRITE_US = const(10000)
_TRIES = const(3)
_PAGES_MAX = const(14)  # 56 bytes and their CRC: the reader's FIFO holds 64


class NTAG:
    """The reader's timeout is restored after each call. Results are those of codes.py."""

    def __init__(self, reader: TagReader, uid: Buffer, uid_len: int) -> None:
        self._reader = reader
        self._chip = reader.chip
        self._uid = bytes(uid[:uid_len])
        self.last_page = 0  # of user memory; 0 before version(), and for chips that are no NTAG21x
        self.version_bytes = bytearray(8)
        self._answer = burst(1)

    def version(self) -> int:
        """GET_VERSION: which chip is it? TAG, and last_page set, if it is an NTAG21x."""
        result = self._try(self._version, _READ_US, None, 0, 0)
        self.last_page = 0
        if result == TAG:
            version = self.version_bytes
            if version[_VENDOR] == _NXP and version[_PRODUCT] == _NTAG:
                self.last_page = _LAST_USER_PAGE.get(version[_STORAGE], 0)
            if not self.last_page:
                return REFUSED
        return result

    def read(self, first_page: int, into: bytearray) -> int:
        """Read pages from this one on, as many as fit `into` (4 bytes each, 14 pages at most)."""
        pages = len(into) // PAGE
        if not 0 < pages <= _PAGES_MAX or len(into) % PAGE:
            raise ValueError("whole pages")
        return self._try(self._read, _READ_US, into, first_page, pages)

    def write(self, first_page: int, data: Buffer) -> int:
        """Write user pages from this one on and compare them: TAG means that all are written.

        A tag that is lifted too soon has some old pages and some new ones. The data must show that itself.
        """
        pages = len(data) // PAGE
        if not 0 < pages <= _PAGES_MAX or len(data) % PAGE:
            raise ValueError("whole pages")
        if not self.last_page:
            result = self.version()
            if result != TAG:
                return result
        if first_page < FIRST_USER_PAGE or first_page + pages - 1 > self.last_page:
            return REFUSED
        result = self._try(self._write, _WRITE_US, data, first_page, pages)
        if result != TAG:
            return result
        back = bytearray(len(data))
        result = self.read(first_page, back)
        if result == TAG and back != bytes(data):
            return GARBLED
        return result

    # -- one operation: wake, select, do it, halt. It is tried again after a NAK too: a NAK has no CRC, and
    # the most common one means that the tag could not read the command.

    def _try(
        self,
        operation: Callable[[Any, int, int], int],
        timeout_us: int,
        data: Buffer | None,
        first_page: int,
        pages: int,
    ) -> int:
        reader = self._reader
        chip = self._chip
        usual_us = chip.timeout_us
        result = NONE
        for _ in range(_TRIES):
            result = self._select()
            if result == TAG:
                chip.set_timeout(timeout_us)
                result = operation(data, first_page, pages)
                chip.set_timeout(usual_us)
                if result == TAG:
                    reader.halt()
            if result == TAG or result == DEAD:
                break
        return result

    def _select(self) -> int:
        reader = self._reader
        result = reader.wake()
        if result == NONE:  # after a broken exchange a tag misses the first wake()
            result = reader.wake()
        if result == TAG or result == GARBLED:
            result = reader.reselect(self._uid, len(self._uid))
        return result

    def _version(self, data: None, first_page: int, pages: int) -> int:
        answer = burst(10)
        result = self._ask(frame(_GET_VERSION, 0, 0), answer)
        if result == TAG:
            for i in range(8):
                self.version_bytes[i] = answer[1][GOT_ANSWER + i]
        return result

    def _read(self, into: bytearray, first_page: int, pages: int) -> int:
        answer = burst(pages * PAGE + 2)
        result = self._ask(frame(_FAST_READ, first_page, first_page + pages - 1, 0, 0), answer)
        if result == TAG:
            for i in range(pages * PAGE):
                into[i] = answer[1][GOT_ANSWER + i]
        return result

    def _write(self, data: Buffer, first_page: int, pages: int) -> int:
        command = frame(_WRITE, 0, 0, 0, 0, 0, 0, 0)
        for page in range(pages):
            command[2] = first_page + page
            for i in range(PAGE):
                command[3 + i] = data[page * PAGE + i]
            result = self._ask(command, self._answer)
            if result != TAG:
                return result
        return TAG

    def _ask(self, command: bytearray, answer: Burst) -> int:
        """Send with its CRC; an answer of one byte must be an ACK, a longer one must have a correct CRC."""
        chip = self._chip
        end = len(command) - 2
        crc = crc_a(command, 1, end)
        command[end] = crc & 0xFF
        command[end + 1] = crc >> 8
        got = answer[1]
        length = len(got) - GOT_ANSWER
        # Nine bits a byte and both ends, of 9.44 us each, and the pause; an ACK has only four bits.
        bits = 9 * (end + 1) + 2 + (9 * length + 2 if length > 1 else 6)
        chip.start(command)
        chip.wait(bits * 944 // 100 + 46)
        result = chip.fetch(answer)
        if result == NONE:
            chip.idle()
        if (result == TAG or result == GARBLED) and got[GOT_LEVEL] == 1 and not got[GOT_ERROR] & _ERRORS:
            if chip.read(_CONTROL) & 7 == _FOUR_BITS:
                return TAG if length == 1 and got[GOT_ANSWER] & 0x0F == _ACK else REFUSED
        if result == TAG and (length == 1 or crc_a(got, GOT_ANSWER, GOT_ANSWER + length)):
            return GARBLED
        return result
