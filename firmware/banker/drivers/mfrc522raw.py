"""Commands to one tag on an MFRC522: select it by its UID, send, check CRC or ACK. Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.drivers.codes import GARBLED, NONE, REFUSED, TAG
from banker.drivers.crca import crc_a
from banker.drivers.mfrc522 import GOT_ANSWER, GOT_ERROR, GOT_LEVEL, burst, frame
from banker.drivers.types import Buffer
from micropython import const

if TYPE_CHECKING:
    from banker.drivers.iso14443a import TagReader

_ACK = const(0x0A)  # every other answer of four bits is a NAK
_FOUR_BITS = const(4)
_ERRORS = const(0x1B)  # ErrorReg: anything wrong with the bits themselves
_CONTROL = const(0x0C)  # RxLastBits (9.3.1.13)


class MFRC522Raw:
    """After select() as many ask() as wanted, then end(): the usual time-out comes back."""

    def __init__(self, reader: TagReader) -> None:
        self._reader = reader
        self._chip = reader.chip
        self._usual_us = self._chip.timeout_us

    def select(self, uid: Buffer, timeout_us: int) -> int:
        """Wake and select this tag; its commands may take so long until it answers."""
        reader = self._reader
        result = reader.wake()
        if result == NONE:  # after a broken exchange a tag misses the first wake()
            result = reader.wake()
        if result == TAG or result == GARBLED:
            result = reader.reselect(uid, len(uid))
        if result == TAG:
            self._chip.set_timeout(timeout_us)
        return result

    def ask(self, command: bytes, into: bytearray) -> int:
        """Send a command; its answer has as many bytes as `into`. If that is empty, an ACK is wanted."""
        chip = self._chip
        end = len(command) + 1
        data = frame(*command, 0, 0)
        crc = crc_a(data, 1, end)
        data[end] = crc & 0xFF
        data[end + 1] = crc >> 8
        length = len(into) + 2 if into else 1
        answer = burst(length)
        got = answer[1]
        # Nine bits a byte and both ends, of 9.44 us each, and the pause; an ACK has only four bits.
        bits = 9 * (end + 1) + 2 + (9 * length + 2 if length > 1 else 6)
        chip.start(data)
        chip.wait(bits * 944 // 100 + 46)
        result = chip.fetch(answer)
        if result == NONE:
            chip.idle()
        if (result == TAG or result == GARBLED) and got[GOT_LEVEL] == 1 and not got[GOT_ERROR] & _ERRORS:
            if chip.read(_CONTROL) & 7 == _FOUR_BITS:
                return TAG if length == 1 and got[GOT_ANSWER] & 0x0F == _ACK else REFUSED
        if result == TAG and (length == 1 or crc_a(got, GOT_ANSWER, GOT_ANSWER + length)):
            return GARBLED
        if result == TAG:
            for i in range(len(into)):
                into[i] = got[GOT_ANSWER + i]
        return result

    def end(self) -> None:
        self._chip.set_timeout(self._usual_us)
        self._reader.halt()
