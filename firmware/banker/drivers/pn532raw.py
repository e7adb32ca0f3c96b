"""Commands to one tag on a PN532: the chip selects it by its UID, adds and checks the CRC. Loaded on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.drivers.codes import DEAD, GARBLED, NONE, REFUSED, TAG
from banker.drivers.pn532 import ANSWER_US, REQUEST_TIME, WRITE_TIME, burst, frame
from banker.drivers.types import Buffer
from micropython import const

if TYPE_CHECKING:
    from banker.drivers.pn532 import PN532

_LIST = const(0x4A)  # 7.3.5
_EXCHANGE = const(0x40)  # InDataExchange (7.3.8): it knows the ACK after a write
_THROUGH = const(0x42)  # InCommunicateThru (7.3.9): as it is, for commands that the chip does not know
_WRITE = const(0xA2)  # of a tag
_CASCADE_TAG = const(0x88)

_AT_COUNT = const(2)  # in the data of an answer
_AT_STATUS = const(2)
_AT_ANSWER = const(3)
_TIME_OUT = const(0x01)  # status (7.1)
_BAD_BITS = (0x03, 0x04, 0x05, 0x06)  # parity, bit count, framing, collision; a NAK counts as a wrong CRC

_ASK_US = const(100000)


class PN532Raw:
    """After select() as many ask() as wanted, then end()."""

    def __init__(self, chip: PN532) -> None:
        self._chip = chip

    def select(self, uid: Buffer, timeout_us: int) -> int:
        """Select this tag, from a field that was off; how long a tag may take is the chip's own matter."""
        self._chip.field(False)
        self._chip.set_time(WRITE_TIME)
        wanted = []
        for i in range(0, len(uid) - 4, 3):
            wanted += [_CASCADE_TAG] + list(uid[i : i + 3])
        wanted += list(uid[len(uid) - 4 :])
        at, got = self._command(ANSWER_US, _LIST, 1, 0, *wanted)
        if not got:
            return DEAD
        if not at:
            return GARBLED
        return TAG if got[at + _AT_COUNT] else NONE

    def _command(self, most_us: int, code: int, *data: int, length: int = 24) -> tuple[int, bytearray]:
        """(place of the answer's data, 0 if it is not whole; what came); nothing came: the chip is dead."""
        chip = self._chip
        answer = burst(length)
        if not chip.start(frame(code, *data)) or not chip.wait(most_us):
            return 0, bytearray()
        return chip.fetch(answer), answer[1]

    def ask(self, command: bytes, into: bytearray) -> int:
        """Send a command; its answer has as many bytes as `into`. If that is empty, an ACK is wanted."""
        head = (_EXCHANGE, 1) if command[0] == _WRITE else (_THROUGH,)
        at, got = self._command(_ASK_US, *head, *command, length=_AT_ANSWER + len(into))
        if not got:
            return DEAD
        if not at:
            return GARBLED
        status = got[at + _AT_STATUS] & 0x3F
        if status == _TIME_OUT:
            return NONE
        if status:
            return GARBLED if status in _BAD_BITS and into else REFUSED
        for i in range(len(into)):
            into[i] = got[at + _AT_ANSWER + i]
        return TAG

    def end(self) -> None:
        self._chip.set_time(REQUEST_TIME)
        self._chip.field(False)
