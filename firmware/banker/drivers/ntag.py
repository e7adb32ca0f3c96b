"""NTAG213, 215 and 216 stickers: read and write pages of user memory, on any reader. Loaded on use.

The tag is selected by its UID for each operation, so the state in which the last one left it does not matter.
Sections are those of NXP's data sheet NTAG213/215/216, revision 3.2.
Only user memory is ever written: a wrong bit in a lock byte, AUTHLIM or CFGLCK (8.5.2, 8.5.3, 8.5.7) can
never be taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from banker.drivers.codes import DEAD, GARBLED, NONE, REFUSED, TAG
from banker.drivers.types import Buffer, Reader
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

# The longest time before a tag answers (9.1, table 18).
_READ_US = const(5000)
_WRITE_US = const(10000)
_TRIES = const(3)
_PAGES_MAX = const(14)  # 56 bytes and their CRC: the FIFO of an MFRC522 holds 64


class NTAG:
    """Results are those of codes.py."""

    def __init__(self, reader: Reader, uid: Buffer, uid_len: int) -> None:
        self._raw = reader.raw()
        self._uid = bytes(uid[:uid_len])
        self.last_page = 0  # of user memory; 0 before version(), and for chips that are no NTAG21x
        self.version_bytes = bytearray(8)

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

    # -- one operation: select, do it, halt. It is tried again after a NAK too: a NAK has no CRC, and the most
    # common one means that the tag could not read the command.

    def _try(
        self,
        operation: Callable[[Any, int, int], int],
        timeout_us: int,
        data: Buffer | None,
        first_page: int,
        pages: int,
    ) -> int:
        raw = self._raw
        result = NONE
        for _ in range(_TRIES):
            result = raw.select(self._uid, timeout_us)
            if result == TAG:
                result = operation(data, first_page, pages)
            if result == TAG or result == DEAD:
                break
        raw.end()
        return result

    def _version(self, data: None, first_page: int, pages: int) -> int:
        return self._raw.ask(bytes((_GET_VERSION,)), self.version_bytes)

    def _read(self, into: bytearray, first_page: int, pages: int) -> int:
        return self._raw.ask(bytes((_FAST_READ, first_page, first_page + pages - 1)), into)

    def _write(self, data: Buffer, first_page: int, pages: int) -> int:
        for page in range(pages):
            content = bytes(data[page * PAGE : (page + 1) * PAGE])
            result = self._raw.ask(bytes((_WRITE, first_page + page)) + content, bytearray())
            if result != TAG:
                return result
        return TAG
