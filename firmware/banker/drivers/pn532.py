"""PN532 contactless reader over SPI, in place of an MFRC522: frames, commands, setting.

The chip sends the least significant bit first, the Pico's SPI the most significant one, so every byte is
turned here. Sections are those of NXP's user manual UM0701-02, revision 2.
"""

from __future__ import annotations

from banker.drivers import codes
from banker.drivers.types import SPI, Burst, Pin, Sleep
from micropython import const

# First byte of a transaction (6.2.5), turned.
_WRITE = const(0x80)
_STATUS = const(0x40)
_READ = const(0xC0)
_READY = const(0x80)  # of the status byte, turned

_SET_PARAMETERS = const(0x12)  # 7.2.9
_SAM_CONFIGURATION = const(0x14)  # 7.2.10
_RF_CONFIGURATION = const(0x32)  # 7.3.1, and its items
_FIELD = const(0x01)
_TIMES = const(0x02)
_RETRIES = const(0x05)
_ANALOG = const(0x0A)
_FROM_HOST = const(0xD4)
_TO_HOST = const(0xD5)

_AT_CODE = const(7)  # of a command in its frame()
_HEAD = const(6)  # in a transaction the data comes after its first byte, 00 00 FF and two lengths
_CODE = const(1)  # in the data of an answer, after D5
_LISTING = const(33)  # data of the longest answer: two targets with UIDs of ten bytes

_WAKE_US = const(2000)  # chip select low for so long: it leaves its low battery mode
_LONGER_US = const(1000)
_WAKES = const(9)  # of a chip that starts, each longer than the last: 54 ms
_WAKES_STARTED = const(1)  # it has had its time
_TRIES = const(4)  # RST is pulled at the first of so many
_RESET_US = const(100)
_STEP_US = const(100)
_ACK_US = const(5000)
ANSWER_US = const(200000)
# A garbled try makes the tag miss the next one, so there are many; a tag that comes meanwhile is found.
_LIST_TRIES = const(15)
_ATR_TIME = const(0x0B)  # as after a reset
REQUEST_TIME = const(0x05)  # 1.6 ms
WRITE_TIME = const(0x08)  # 12.8 ms; a sticker may take 10 to write a page

_NIBBLES = b"\x00\x08\x04\x0c\x02\x0a\x06\x0e\x01\x09\x05\x0d\x03\x0b\x07\x0f"


def turn(data: bytearray, first: int, end: int) -> int:
    """Turn the bits of these bytes; returns their sum after that."""
    nibbles = _NIBBLES
    total = 0
    while first < end:
        value = data[first]
        value = nibbles[value & 15] << 4 | nibbles[value >> 4]
        data[first] = value
        total += value
        first += 1
    return total


def frame(*data: int) -> bytearray:
    """A command as the chip takes it, with its lengths and checks (6.2.1.1), turned."""
    length = len(data) + 1
    check = -(_FROM_HOST + sum(data)) & 0xFF
    whole = bytearray((0, 0, 0, 0xFF, length, -length & 0xFF, _FROM_HOST) + data + (check, 0))
    turn(whole, 1, len(whole))
    whole[0] = _WRITE
    return whole


def burst(length: int) -> Burst:
    """Buffers for an answer with so many bytes of data: what fetch() sends, and what comes back."""
    ask = bytearray(_HEAD + length + 2)  # the check and the last 00
    ask[0] = _READ
    return ask, bytearray(len(ask))


class PN532:
    """`sleep_us` waits; `rst` and `irq` are optional pins (IRQ with a pull-up). Call init() before use."""

    kind = codes.KIND_PN532

    def __init__(
        self, spi: SPI, cs: Pin, sleep_us: Sleep, rst: Pin | None = None, irq: Pin | None = None
    ) -> None:
        self._spi = spi
        self._cs = cs
        self.pause = sleep_us
        self._rst = rst
        self.irq = irq
        self.gain = codes.GAIN_38_DB
        self.khz = codes.SPI_KHZ  # clock of the bus
        self._tries = 0  # of init() since it last succeeded
        self.busy = 0  # the command whose answer was not fetched yet; 0: none
        self._field_off = frame(_RF_CONFIGURATION, _FIELD, 0)
        self._field_on = frame(_RF_CONFIGURATION, _FIELD, 1)
        self._ask_status = bytes((_STATUS, 0))
        self._status = bytearray(2)
        self._short = burst(2)  # an ACK, and the answer to a setting
        self.answer = burst(_LISTING)
        cs(1)

    # -- setting

    def init(self) -> bool:
        """Set up, field on; False if no reader answers. Only every fourth try in a row resets it."""
        wakes = _WAKES_STARTED
        if self._tries % _TRIES == 0:
            wakes = _WAKES
            if self._rst is not None:
                self._rst(0)
                self.pause(_RESET_US)
                self._rst(1)
        self._tries += 1
        self.busy = 0
        wake_us = _WAKE_US
        while True:
            self._cs(0)
            self.pause(wake_us)
            self._cs(1)
            if self.set(frame(_SAM_CONFIGURATION, 1, 0, 1)):  # normal mode, IRQ pin in use
                break
            wakes -= 1
            if not wakes:
                return False
            wake_us += _LONGER_US
        # No RATS, because phones are not wanted.
        if (
            self.set(frame(_SET_PARAMETERS, 0))
            and self.set_time(REQUEST_TIME)
            and self.set(frame(_RF_CONFIGURATION, _RETRIES, 0, 1, _LIST_TRIES))
            and self._send_gain()
            and self.set(self._field_on)
        ):
            self._tries = 0
            return True
        return False

    def set_speed(self, khz: int) -> None:
        """The clock of the bus. Long or loose wires need a slow one."""
        self.khz = khz
        self._spi.init(baudrate=khz * 1000)

    def set_time(self, code: int) -> bool:
        """How long a tag may take before it answers what passes through the chip; not for listings."""
        return self.set(frame(_RF_CONFIGURATION, _TIMES, 0, _ATR_TIME, code))

    def set_gain(self, db: int) -> None:
        """33 to 48 dB: more gain reads from farther away, but also receives more noise."""
        self.gain = min(max((db - 13) // 5, codes.GAIN_MIN), codes.GAIN_MAX)
        self._send_gain()

    def _send_gain(self) -> bool:
        # CIU_RFCfg has the gain; the other ten are the chip's own settings for type A.
        analog = (0xF4, 0x3F, 0x11, 0x4D, 0x85, 0x61, 0x6F, 0x26, 0x62, 0x87)
        return self.set(frame(_RF_CONFIGURATION, _ANALOG, self.gain << 4 | 0x09, *analog))

    def field(self, on: bool) -> None:
        """After on, tags need 5 ms before they can answer."""
        self.set(self._field_on if on else self._field_off)

    def check(self) -> tuple[int, ...]:
        """Test the reader and set it up again; findings as in codes.py, () if all is well."""
        from banker.drivers import pn532check

        findings = pn532check.check(self)
        if codes.IRQ_SILENT in findings or codes.IRQ_STUCK in findings:
            self.irq = None  # the status byte then says when it is ready
        return findings

    # -- commands

    def start(self, command: bytearray) -> bool:
        """Send a frame(); has the chip acknowledged it?"""
        if self.busy and self.wait(ANSWER_US):  # what was asked before ends first; nobody wants its answer
            self.fetch(self.answer)
        code = command[_AT_CODE]
        self.busy = _NIBBLES[code & 15] << 4 | _NIBBLES[code >> 4]
        self._cs(0)
        self._spi.write(command)
        self._cs(1)
        if self.wait(_ACK_US):
            ask, ack = self._short
            self._cs(0)
            self._spi.write_readinto(ask, ack)
            self._cs(1)
            # 00 00 FF 00 FF 00, the same turned; the first of them may be missing.
            at = 3 if ack[3] == 0xFF else 2
            if ack[at] == 0xFF and ack[at - 1] == ack[at + 1] == 0 and ack[at + 2] == 0xFF:
                return True
        self.busy = 0
        return False

    def ready(self) -> bool:
        """The status byte: is there something to read?"""
        self._cs(0)
        self._spi.write_readinto(self._ask_status, self._status)
        self._cs(1)
        return self._status[1] & _READY != 0

    def wait(self, most_us: int) -> bool:
        """Until there is something to read, with a limit. The IRQ wire may have come off."""
        irq = self.irq
        while irq() if irq is not None else not self.ready():
            if most_us <= 0:
                return irq is not None and self.ready()
            self.pause(_STEP_US)
            most_us -= _STEP_US
        return True

    def fetch(self, buffers: Burst) -> int:
        """Read the answer to the last command: the place of its data, or 0 if it is not whole."""
        ask, got = buffers
        code = self.busy + 1
        self.busy = 0
        self._cs(0)
        self._spi.write_readinto(ask, got)
        self._cs(1)
        at = _HEAD if got[3] == 0xFF else _HEAD - 1  # the preamble may be missing
        turn(got, at - 2, at)
        length = got[at - 2]
        end = at + length + 1
        if got[at - 3] != 0xFF or (length + got[at - 1]) & 0xFF or length < 2 or end > len(got):
            return 0
        if turn(got, at, end) & 0xFF or got[at] != _TO_HOST or got[at + _CODE] != code:
            return 0
        return at

    def set(self, command: bytearray) -> bool:
        """A whole command whose answer has no data; was it done?"""
        return self.start(command) and self.wait(ANSWER_US) and self.fetch(self._short) != 0
