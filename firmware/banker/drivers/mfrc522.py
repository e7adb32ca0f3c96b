"""MFRC522 contactless reader over SPI: registers, and one exchange with a tag split into halves.

An exchange is start(), then done() until it is true (or wait()), then fetch(); if nobody answered, idle().
It needs four writes and one read: a write goes to one register only, but a read may name another register
with every byte. Sections are those of NXP's data sheet, revision 3.9.
"""

from __future__ import annotations

from banker.drivers import codes
from banker.drivers.types import SPI, Buffer, Burst, Pin, Sleep
from micropython import const

_COMMAND = const(0x01)  # 9.3.1.2
_COM_IEN = const(0x02)  # 9.3.1.3
_DIV_IEN = const(0x03)  # 9.3.1.4
_COM_IRQ = const(0x04)  # 9.3.1.5
_ERROR = const(0x06)  # 9.3.1.7
_FIFO_DATA = const(0x09)  # 9.3.1.10
_FIFO_LEVEL = const(0x0A)  # 9.3.1.11
_BIT_FRAMING = const(0x0D)  # 9.3.1.14
_COLL = const(0x0E)  # 9.3.1.15
_MODE = const(0x11)  # 9.3.2.2
_TX_MODE = const(0x12)  # 9.3.2.3
_RX_MODE = const(0x13)  # 9.3.2.4
_TX_CONTROL = const(0x14)  # 9.3.2.5
_TX_ASK = const(0x15)  # 9.3.2.6
_RF_CFG = const(0x26)  # 9.3.3.6
_T_MODE = const(0x2A)  # 9.3.3.10
_T_PRESCALER = const(0x2B)
_T_RELOAD_H = const(0x2C)  # 9.3.3.11
_T_RELOAD_L = const(0x2D)
_VERSION = const(0x37)  # 9.3.4.8

_IDLE = const(0x00)  # 10.3
_TRANSCEIVE = const(0x0C)
_SOFT_RESET = const(0x0F)
_POWER_DOWN = const(0x10)  # of CommandReg: still starting

_READ = const(0x80)
_RX_IRQ = const(0x20)
_TIMER_IRQ = const(0x01)
_COLL_ERROR = const(0x08)
_BAD_ERRORS = const(0x13)  # BufferOvfl, ParityErr, ProtocolErr; CRC is checked in software
_FLUSH = const(0x80)
_START_SEND = const(0x80)
_SEVEN_BITS = const(0x07)
_ANTENNA = const(0x03)  # Tx1RFEn, Tx2RFEn
_T_AUTO = const(0x80)
_TICK_US = const(25)  # with prescaler 0xA9: (2 * 169 + 1) / 13.56 MHz (8.5)

_LOOK_US = const(20)  # between looks at the IRQ pin
_ASK_US = const(60)  # between looks over SPI, which take longer
# How often a reader that starts is asked; the pauses grow by 100 us. A crystal may need 50 ms.
_LOOKS = const(32)  # 53 ms
_LOOKS_STARTED = const(6)  # 2 ms: it has had its time
_TRIES = const(4)  # RST is pulled at the first of so many


# Bytes of a burst() that came back: a void one, then
GOT_IRQ = const(1)  # ComIrqReg
GOT_ERROR = const(2)  # ErrorReg
GOT_LEVEL = const(3)  # FIFOLevelReg
GOT_ANSWER = const(4)  # the answer begins here


def frame(*data: int) -> bytearray:
    """A frame as start() takes it: the FIFO's address in front."""
    return bytearray((_FIFO_DATA << 1,) + data)


def burst(length: int) -> Burst:
    """Buffers for an answer of this length: what fetch() sends, and what comes back (GOT_*)."""
    ask = bytearray(GOT_ANSWER + length)
    ask[0] = _READ | _COM_IRQ << 1
    ask[1] = _READ | _ERROR << 1
    ask[2] = _READ | _FIFO_LEVEL << 1
    for i in range(3, 3 + length):
        ask[i] = _READ | _FIFO_DATA << 1
    return ask, bytearray(GOT_ANSWER + length)  # the last byte sent is 0 (8.1.2.1)


class MFRC522:
    """`sleep_us` waits; `rst` and `irq` are optional pins (IRQ with a pull-up). Call init() before use."""

    kind = codes.KIND_MFRC522

    def __init__(
        self,
        spi: SPI,
        cs: Pin,
        sleep_us: Sleep,
        rst: Pin | None = None,
        irq: Pin | None = None,
        timeout_us: int = 1000,
        gain: int = codes.GAIN_38_DB,
    ) -> None:
        self._spi = spi
        self._cs = cs
        self._sleep_us = sleep_us
        self._rst = rst
        self.irq = irq
        self.timeout_us = timeout_us
        self.gain = gain
        self.khz = codes.SPI_KHZ  # clock of the bus
        self.tries = 0  # of init() since it last succeeded; 0: the next one waits its whole time
        self._out = bytearray(2)
        self._in = bytearray(2)
        self._clear = bytes((_COM_IRQ << 1, 0x7F))
        self._transceive = bytes((_COMMAND << 1, _TRANSCEIVE))
        self._stop = bytes((_COMMAND << 1, _IDLE))
        self._flush = bytes((_FIFO_LEVEL << 1, _FLUSH))
        self._send = bytes((_BIT_FRAMING << 1, _START_SEND))
        self._send_short = bytes((_BIT_FRAMING << 1, _START_SEND | _SEVEN_BITS))
        self._look = bytes((_READ | _COM_IRQ << 1, 0))
        cs(1)

    # -- registers

    def put(self, data: Buffer) -> None:
        """One transaction: a register's address, shifted, and bytes for it."""
        self._cs(0)
        self._spi.write(data)
        self._cs(1)

    def write(self, register: int, value: int) -> None:
        out = self._out
        out[0] = register << 1
        out[1] = value
        self.put(out)

    def read(self, register: int) -> int:
        out = self._out
        out[0] = _READ | register << 1
        out[1] = 0
        self._cs(0)
        self._spi.write_readinto(out, self._in)
        self._cs(1)
        return self._in[1]

    # -- setting

    def init(self) -> bool:
        """Reset and set up, field on; False if no reader answers. Tags then need 5 ms before a request.

        A reader that is slow to start would never come up if every try reset it, so most do not.
        """
        looks = _LOOKS_STARTED
        if self.tries % _TRIES == 0:
            looks = _LOOKS
            if self._rst is not None:
                self._rst(0)
                self._sleep_us(2)  # at least 100 ns (8.8.1)
                self._rst(1)
        self.tries += 1
        if not self._awake(looks):
            return False
        self.write(_COMMAND, _SOFT_RESET)
        if not self._awake(_LOOKS):
            return False
        for register, value in (
            (_TX_MODE, 0x00),  # 106 kBd, no CRC by the chip
            (_RX_MODE, 0x00),
            (_T_MODE, _T_AUTO),  # from the end of sending to the fifth bit of an answer
            (_T_PRESCALER, 0xA9),
            (_TX_ASK, 0x40),  # Force100ASK: type A
            (_MODE, 0x3D),  # CRC preset 6363
            (_RF_CFG, self.gain << 4 | 0x08),
            (_COLL, 0x00),  # bits after a collision read as 0
            (_COM_IEN, 0x80 | _RX_IRQ | _TIMER_IRQ),  # IRQ pin active low
            (_DIV_IEN, 0x80),  # and driven both ways
        ):
            self.write(register, value)
        self.set_timeout(self.timeout_us)
        self.field(True)
        if not self.alive():
            return False
        self.tries = 0
        return True

    def _awake(self, looks: int) -> bool:
        """Wait for the oscillator (8.8.2): a sleeping or missing reader reads as 00 or FF."""
        pause_us = 0
        for _ in range(looks):
            version = self.read(_VERSION)
            if version not in (0x00, 0xFF) and not self.read(_COMMAND) & _POWER_DOWN:
                if self.read(_VERSION) == version:
                    return True
            pause_us += 100
            self._sleep_us(pause_us)
        return False

    def set_speed(self, khz: int) -> None:
        """The clock of the bus. Long or loose wires need a slow one."""
        self.khz = khz
        self._spi.init(baudrate=khz * 1000)

    def set_timeout(self, us: int) -> None:
        """How long tags may take before they begin to answer."""
        ticks = us // _TICK_US - 1
        self.timeout_us = us
        self.write(_T_RELOAD_H, ticks >> 8)
        self.write(_T_RELOAD_L, ticks & 0xFF)

    def set_gain(self, db: int) -> None:
        """33 to 48 dB: more gain reads from farther away, but also receives more noise."""
        self.gain = min(max((db - 13) // 5, codes.GAIN_MIN), codes.GAIN_MAX)
        self.write(_RF_CFG, self.gain << 4 | 0x08)

    def field(self, on: bool) -> None:
        """Off saves about 70 mA. After on, tags need 5 ms before they can answer."""
        self.write(_TX_CONTROL, 0x80 | (_ANTENNA if on else 0))

    def alive(self) -> bool:
        """Does it still have its setting? After a dip of the supply it does not."""
        return self.read(_T_MODE) == _T_AUTO and self.read(_TX_CONTROL) == 0x80 | _ANTENNA

    def check(self) -> tuple[int, ...]:
        """Test the reader and set it up again; the codes of mfrc522check, () if all is well."""
        from banker.drivers import mfrc522check

        findings = mfrc522check.check(self, self._sleep_us)
        if codes.IRQ_SILENT in findings or codes.IRQ_STUCK in findings:
            self.irq = None  # done() then asks over SPI
        return findings

    # -- one exchange

    def start(self, data: bytearray, short: bool = False) -> None:
        """Send a frame() as it is; `short` sends only 7 bits of its one byte."""
        cs = self._cs
        spi = self._spi
        cs(0)
        spi.write(self._clear)
        cs(1)
        cs(0)
        spi.write(data)
        cs(1)
        cs(0)
        spi.write(self._transceive)  # each time: this ends a receiver that is still waiting
        cs(1)
        cs(0)
        spi.write(self._send_short if short else self._send)
        cs(1)

    def done(self) -> bool:
        """Has the answer come, or the timer run out?"""
        if self.irq is not None:
            return not self.irq()
        self._cs(0)
        self._spi.write_readinto(self._look, self._in)
        self._cs(1)
        return self._in[1] & (_RX_IRQ | _TIMER_IRQ) != 0

    def wait(self, air_us: int) -> None:
        """Until done(), with a limit. During `air_us`, the time of frame and answer, it does not look."""
        sleep_us = self._sleep_us
        pause_us = _ASK_US if self.irq is None else _LOOK_US
        looks = 4 + self.timeout_us // pause_us
        sleep_us(air_us)
        while looks and not self.done():
            sleep_us(pause_us)
            looks -= 1

    def idle(self) -> None:
        """Stop the receiver and empty the FIFO: bytes of a slow tag or of noise would go out with the next
        frame."""
        self.put(self._stop)
        self.put(self._flush)

    def tell(self, data: bytearray, us: int) -> None:
        """Send a frame() to which nobody answers, and wait so long."""
        self.put(data)
        self.put(self._transceive)
        self.put(self._send)
        self._sleep_us(us)
        self.idle()

    def fetch(self, buffers: Burst) -> int:
        """Read an answer into a burst(); the result is one of the codes above."""
        ask, got = buffers
        self._cs(0)
        self._spi.write_readinto(ask, got)
        self._cs(1)
        irq = got[GOT_IRQ]
        if irq & 0x80:  # reads 0 on every chip (9.3.1.5), so nothing drives the line
            return codes.DEAD
        if not irq & _RX_IRQ:
            return codes.NONE if irq & _TIMER_IRQ else codes.DEAD
        length = len(got) - GOT_ANSWER
        level = got[GOT_LEVEL]
        if level > length:  # the rest would go out with the next frame
            self.put(self._flush)
        if got[GOT_ERROR] & _COLL_ERROR:
            return codes.COLLISION
        if got[GOT_ERROR] & _BAD_ERRORS or level != length:
            return codes.GARBLED
        return codes.TAG
