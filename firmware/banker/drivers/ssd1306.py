"""Displays with SSD1306, SH1106 or SSD1309, 128x64, over I2C: sends the 8-pixel pages that changed, no more.

A copy of what the display shows is here in the form in which it is sent, each page with its address in front.
So a page is compared, copied and sent without allocating, and takes one I2C transaction.

Sellers mislabel displays, so one setting serves the three controllers, and each of them lights up after any
power-on. They differ in the column at which the glass begins: set_columns(). Sections are those of Solomon
Systech's data sheet of the SSD1306, revision 1.1. A display that does not answer costs a transaction for each
of its two addresses, and no call but init() waits.
"""

from __future__ import annotations

from banker.drivers.types import I2C, Clock, MakeI2C, Pin
from micropython import const

WIDTH = const(128)
HEIGHT = const(64)
_PAGES = const(8)

_ONE_COMMAND = const(0x80)  # control byte: one command follows, then another control byte (8.1.5.2)
_COMMANDS = const(0x00)  # commands to the end
_DATA = const(0x40)  # data to the end

_COLUMN_LOW = const(0x00)  # 10.1.1, with the lower half of the column
_COLUMN_HIGH = const(0x10)  # 10.1.2
_PAGE = const(0xB0)  # 10.1.13, with the page
_CONTRAST = const(0x81)  # 10.1.7
_NORMAL = const(0xA6)  # 10.1.10; 0xA7 is inverse
_OFF = const(0xAE)  # 10.1.12; 0xAF is on
_SEGMENTS = const(0xA0)  # 10.1.8; 0xA1 from the other side
_ROWS = const(0xC0)  # 10.1.14; 0xC8 from the other side

# Contrast by brightness: steps of about the same size to the eye.
_BRIGHTNESS = b"\x01\x28\x7f\xff"
BRIGHTNESS_MAX = const(3)

_HEAD = const(7)  # three commands that set the address, and the control byte of the data
_AT_COLUMN_LOW = const(3)  # in the head
_AT_COLUMN_HIGH = const(5)
_STRIDE = const(135)  # _HEAD + WIDTH
_ALL_STALE = const(0xFF)

# Sellers' modules of 2.42 inch want far more than the 3 us of the controller (8.9).
_LOW_MS = const(20)
_START_MS = const(100)
_TICKS = const(0x3FFFFFFF)  # ticks_ms() wraps
_ETIMEDOUT = const(110)
_FIRST_MOST = const(4)


class _Slicer:
    """_Slicer()[:] is a slice object: MicroPython makes slices by syntax only."""

    def __getitem__(self, key: slice) -> slice:
        return key


class SSD1306:
    """`buffer` holds 1024 bytes, byte = 8 pixels downwards, LSB on top (framebuf.MONO_VLSB): draw there."""

    _clock: Clock
    # Only commands that all three know, or that do nothing where they are unknown. What a reset sets already
    # is left out: the SSD1309's lock, the SH1106's converter.
    _SETTING = bytes(
        (
            0xD5, 0x80,  # 10.1.16 clock
            0xA8, 0x3F,  # 10.1.11 64 rows
            0xD3, 0x00,  # 10.1.15 no offset
            0x40,  # 10.1.6 start line 0
            0x8D, 0x14,  # charge pump on (application note); the others take 14 for a column
            0x20, 0x02,  # 10.1.3 page addressing; an SH1106 takes 02 for a column
            0xDA, 0x12,  # 10.1.18 rows wired alternately
            0xD9, 0x88,  # 10.1.17 pre-charge; in the SH1106 the halves are the other way round
            0xDB, 0x34,  # 10.1.19 VCOMH
            0xA4,  # 10.1.9 show the memory
            0x2E,  # 10.2.3 no scrolling
        )
    )  # fmt: skip

    def __init__(
        self,
        i2c: I2C,
        buffer: bytearray | None = None,
        address: int = 0x3C,
        turned: bool = False,
        contrast: int = 0x7F,
    ) -> None:
        self._i2c = i2c
        self._make_i2c: MakeI2C | None = None
        self._rst: Pin | None = None
        self._since_ms = 0  # when RST changed
        self._wait_ms = 0  # how long it has to stay so; _LOW_MS while it is low
        self.first_column = 0  # the column of its memory at the left edge of the glass
        self.spare_columns = 0  # columns of the controller that the glass does not have
        self.buffer = bytearray(WIDTH * _PAGES) if buffer is None else buffer
        self.address = address
        self.turned = turned
        self._contrast = contrast
        self._inverse = False
        self._on = True
        self.ready = False  # set up, and it has answered since
        self.held = False  # a line of the bus was low for too long when it was last set up or shown
        self.stale_pages = _ALL_STALE  # pages to send in any case, as bits
        self._all = _Slicer()[:]  # made once, because each one costs RAM
        shadow = memoryview(bytearray(_STRIDE * _PAGES))
        drawn = memoryview(self.buffer)
        rows = []
        for page in range(_PAGES):
            wire = shadow[page * _STRIDE : (page + 1) * _STRIDE]
            head = (
                _ONE_COMMAND, _PAGE | page,
                _ONE_COMMAND, _COLUMN_LOW,
                _ONE_COMMAND, _COLUMN_HIGH,
                _DATA,
            )  # fmt: skip
            wire[:_HEAD] = bytes(head)
            rows.append((wire, wire[_HEAD:], drawn[page * WIDTH : (page + 1) * WIDTH]))
        self._pages = tuple(rows)

    def connect(self, clock: Clock, rst: Pin | None = None, make_i2c: MakeI2C | None = None) -> None:
        """Give it a reset pin, whose pulse begins now, and a way to free a bus that is held low."""
        self._clock = clock
        self._rst = rst
        self._make_i2c = make_i2c
        self._pull_reset()

    def set_columns(self, first: int, spare: int) -> None:
        """Set where the glass begins: an SH1106 has four columns more than the glass."""
        if not 0 <= first <= _FIRST_MOST:
            raise ValueError("first_column")
        if (first, spare) != (self.first_column, self.spare_columns):
            self.first_column = first
            self.spare_columns = spare
            self._orient()

    def init(self) -> bool:
        """At power-on: wait until the reset is over, and set up; False if no display acknowledges."""
        while not self._reset_over():
            self._clock.sleep_us(self._wait_ms * 1000)
        return self._set_up()

    def _pull_reset(self) -> None:
        if self._rst:
            self._rst(0)
            self._since_ms = self._clock.ticks_ms()
            self._wait_ms = _LOW_MS

    def _reset_over(self) -> bool:
        """Go on with the reset pulse if it is time, without waiting; True if there is none."""
        if self._rst and self._wait_ms:
            now = self._clock.ticks_ms()
            if (now - self._since_ms) & _TICKS < self._wait_ms:
                return False
            self._since_ms = now
            if self._wait_ms == _LOW_MS:
                self._rst(1)
                self._wait_ms = _START_MS
                return False
            self._wait_ms = 0
        return True

    def _set_up(self) -> bool:
        """Send the setting and the whole picture, then switch it on."""
        self.held = False
        if not self._command(_OFF):
            self.address ^= 1  # a resistor on the module chooses 0x3C or 0x3D
            if self.held or not self._command(_OFF):
                self.address ^= 1
                self._pull_reset()
                return False
        self.ready = self._command(*self._SETTING) and self._orient()
        if not self.ready:
            return False
        self.set_contrast(self._contrast)
        self.invert(self._inverse)
        if not self.ready or self.show() < 0:
            return False
        return self._command(_OFF | (1 if self._on else 0))

    def show(self, pages_max: int = _PAGES) -> int:
        """Send at most so many changed pages, from the top; their number, or -1 if no display answers.

        A display that comes back is set up again by the next call, or after its reset pulse.
        """
        if not self.ready and not (self._reset_over() and self._set_up()):
            return -1
        sent = 0
        stale = self.stale_pages
        bit = 1
        for wire, shown, drawn in self._pages:
            if stale & bit or shown != drawn:
                if sent == pages_max:
                    break
                shown[self._all] = drawn
                try:
                    self._i2c.writeto(self.address, wire)
                except OSError as error:
                    self._lose(error)
                    return -1
                stale &= ~bit
                self.stale_pages = stale
                sent += 1
            bit <<= 1
        return sent

    def probe(self) -> bool:
        """Does a display acknowledge? It is written to, because not every bus can scan."""
        return self._command(0xE3)  # NOP

    def set_contrast(self, value: int) -> None:
        """0 to 255."""
        self._contrast = value
        self._command(_CONTRAST, value)

    def set_brightness(self, level: int) -> None:
        """0, which is dimmed, to BRIGHTNESS_MAX."""
        self.set_contrast(_BRIGHTNESS[level])

    def invert(self, inverse: bool) -> None:
        self._inverse = inverse
        self._command(_NORMAL | (1 if inverse else 0))

    def power(self, on: bool) -> None:
        """Off keeps the picture."""
        self._on = on
        self._command(_OFF | (1 if on else 0))

    def turn(self, turned: bool) -> None:
        """Turn the picture for the other side of the table; show() then sends everything."""
        self.turned = turned
        self._orient()

    def _orient(self) -> bool:
        self.stale_pages = _ALL_STALE  # the controller maps segments when data arrives
        # Turned, the spare columns of the right edge are at the left.
        first = self.spare_columns - self.first_column if self.turned else self.first_column
        for wire, _, _ in self._pages:
            wire[_AT_COLUMN_LOW] = _COLUMN_LOW | first & 0x0F
            wire[_AT_COLUMN_HIGH] = _COLUMN_HIGH | first >> 4
        if self.turned:
            return self._command(_SEGMENTS, _ROWS)
        return self._command(_SEGMENTS | 0x01, _ROWS | 0x08)

    def _command(self, *commands: int) -> bool:
        try:
            self._i2c.writeto(self.address, bytes((_COMMANDS,) + commands))
        except OSError as error:
            self._lose(error)
            return False
        return True

    def _lose(self, error: OSError) -> None:
        self.ready = False
        self.stale_pages = _ALL_STALE
        self.held = error.args[0] == _ETIMEDOUT
        if self.held and self._make_i2c:
            self._i2c = self._make_i2c()
