"""NTAG213, 215 and 216 stickers on an MFRC522: read and write pages of user memory. Loaded when wanted.

The tag is named by its UID and selected anew for each operation, so a caller need not know in which state
the last one left it. Sections are those of NXP's data sheet NTAG213/215/216, revision 3.2.
Only user memory is ever written: a glitch in a lock byte, AUTHLIM or CFGLCK (8.5.2, 8.5.3, 8.5.7) would
last as long as the tag.
"""

from banker.drivers.crca import crc_a
from banker.drivers.mfrc522 import DEAD, GARBLED, NONE, TAG, burst, frame
from micropython import const

REFUSED = const(5)  # beside the codes of mfrc522: the tag said no (NAK), or the page is not for writing

PAGE = const(4)  # bytes
FIRST_USER_PAGE = const(4)
_LAST_USER_PAGE = {0x0F: 39, 0x11: 129, 0x13: 225}  # by the storage size of GET_VERSION (10.1)

_GET_VERSION = const(0x60)  # 10.1
_FAST_READ = const(0x3A)  # 10.3
_WRITE = const(0xA2)  # 10.4
_ACK = const(0x0A)  # 9.3; every other answer of four bits is a NAK
_FOUR_BITS = const(4)
_ERRORS = const(0x1B)  # ErrorReg: anything wrong with the bits themselves
_CONTROL = const(0x0C)  # of the reader: RxLastBits (MFRC522 9.3.1.13)

# The longest a tag may think before it answers (9.1, table 18).
_READ_US = const(5000)
_WRITE_US = const(10000)
_TRIES = const(3)
_PAGES_MAX = const(14)  # 56 bytes and their CRC: the reader's FIFO holds 64


class NTAG:
    """`reader` is a TagReader; its timeout is put back after each call. Results: mfrc522's, and REFUSED."""

    def __init__(self, reader, uid, uid_len: int):
        self._reader = reader
        self._chip = reader.chip
        self._uid = bytes(uid[:uid_len])
        self.last_page = 0  # of user memory; 0 until version() has told, and for chips that are no NTAG21x
        self.version_bytes = bytearray(8)
        self._answer = burst(1)

    def version(self) -> int:
        """GET_VERSION: which chip is it? TAG, and last_page set, if it is one of ours."""
        result = self._try(self._version, _READ_US, None, 0, 0)
        self.last_page = 0
        if result == TAG:
            told = self.version_bytes
            if told[1] == 0x04 and told[2] == 0x04:  # NXP or what calls itself so; NTAG
                self.last_page = _LAST_USER_PAGE.get(told[6], 0)
            if not self.last_page:
                return REFUSED
        return result

    def read(self, first_page: int, into) -> int:
        """Pages from this one on, as many as `into` has room for (4 bytes each, 14 pages at most)."""
        pages = len(into) // PAGE
        if not 0 < pages <= _PAGES_MAX or len(into) % PAGE:
            raise ValueError("whole pages")
        return self._try(self._read, _READ_US, into, first_page, pages)

    def write(self, first_page: int, data) -> int:
        """User pages from this one on, then read back and compared: TAG means that they stand there.

        A tag lifted in between keeps some pages old and some new; what is written must show that itself.
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

    # -- one operation: wake, select, do it, halt. Again after a NAK too: it has no check of its own, and the
    # most common one means that the tag could not read the command.

    def _try(self, operation, timeout_us: int, data, first_page: int, pages: int) -> int:
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
        if result == NONE:  # a tag left in mid-exchange is mute once
            result = reader.wake()
        if result == TAG or result == GARBLED:
            result = reader.reselect(self._uid, len(self._uid))
        return result

    def _version(self, data, first_page: int, pages: int) -> int:
        answer = burst(10)
        result = self._ask(frame(_GET_VERSION, 0, 0), answer)
        if result == TAG:
            for i in range(8):
                self.version_bytes[i] = answer[1][4 + i]
        return result

    def _read(self, into, first_page: int, pages: int) -> int:
        answer = burst(pages * PAGE + 2)
        result = self._ask(frame(_FAST_READ, first_page, first_page + pages - 1, 0, 0), answer)
        if result == TAG:
            for i in range(pages * PAGE):
                into[i] = answer[1][4 + i]
        return result

    def _write(self, data, first_page: int, pages: int) -> int:
        command = frame(_WRITE, 0, 0, 0, 0, 0, 0, 0)
        for page in range(pages):
            command[2] = first_page + page
            for i in range(PAGE):
                command[3 + i] = data[page * PAGE + i]
            result = self._ask(command, self._answer)
            if result != TAG:
                return result
        return TAG

    def _ask(self, command: bytearray, answer: tuple) -> int:
        """Send with its CRC; an answer of one byte must be an ACK, a longer one must have a sound CRC."""
        chip = self._chip
        end = len(command) - 2
        crc = crc_a(command, 1, end)
        command[end] = crc & 0xFF
        command[end + 1] = crc >> 8
        length = len(answer[1]) - 4
        # Nine bits a byte and both ends, of 9.44 us each, and the pause; an ACK is short.
        bits = 9 * (end + 1) + 2 + (9 * length + 2 if length > 1 else 6)
        chip.start(command)
        chip.wait(bits * 944 // 100 + 46)
        result = chip.fetch(answer)
        if result == NONE:
            chip.idle()
        got = answer[1]
        if (result == TAG or result == GARBLED) and got[3] == 1 and not got[2] & _ERRORS:
            if chip.read(_CONTROL) & 7 == _FOUR_BITS:
                return TAG if length == 1 and got[4] & 0x0F == _ACK else REFUSED
        if result == TAG and (length == 1 or crc_a(got, 4, 4 + length)):
            return GARBLED
        return result
