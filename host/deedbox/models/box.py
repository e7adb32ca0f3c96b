"""One box without hardware: the chip models wired to the pins of boards/pico.py.

Both runners use it. The twin passes whole transactions to it, the emulated chip single bytes and levels.
Nothing here reads a clock: the owner sets the time, in nanoseconds.
"""

from __future__ import annotations

from collections.abc import Callable

from deedbox.build import firmware
from deedbox.models.buzzer import BuzzerModel
from deedbox.models.iso14443 import Tag
from deedbox.models.keypad import KeypadModel
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.pn532 import PN532Model
from deedbox.models.reader import ReaderModel
from deedbox.models.ssd1306 import SSD1306Model

DISPLAY_ADDRESS = 0x3C
SUPPLY_MV = 5000
READERS: dict[str, Callable[[], ReaderModel]] = {"mfrc522": MFRC522Model, "pn532": PN532Model}
VSYS_GPIO = 29  # the Pico's circuit board connects a third of the supply voltage to it


class Box:
    """Reader, display, keypad and buzzer of one box, and what people do with them.

    `reader` is a model, or the name of one of READERS.
    """

    def __init__(
        self,
        *,
        reader: ReaderModel | str = "mfrc522",
        display_address: int = DISPLAY_ADDRESS,
        display: SSD1306Model | None = None,
        keypad: KeypadModel | None = None,
    ) -> None:
        self.pins = firmware.board()
        self.now_ns = 0
        self.supply_mv = SUPPLY_MV
        self.reader: ReaderModel = READERS[reader]() if isinstance(reader, str) else reader
        self.display = display or SSD1306Model(display_address)
        self.keypad = keypad or KeypadModel()
        self.buzzer = BuzzerModel()
        self._rows: list[int | None] = [None] * len(self.pins.KEY_ROWS)

    # -- the hands --

    def tap(self, *tags: Tag) -> None:
        """Put tags on the reader; they stay there until lift()."""
        self.reader.place(*tags)

    def lift(self, *tags: Tag) -> None:
        """Take these tags away, or all tags if none are named."""
        self.reader.remove(*(tags or tuple(self.reader.tags)))

    def press(self, key: str) -> None:
        self.keypad.press(key)

    def release(self, key: str) -> None:
        self.keypad.release(key)

    def picture(self) -> bytes:
        """The visible picture: 128 x 64 pixels in the order of the display's memory."""
        return self.display.visible()

    # -- the Pico --

    def run_to(self, now_ns: int) -> None:
        self.now_ns = now_ns
        self.reader.run_to(now_ns)

    def power_cycle(self) -> None:
        """Switch the power off and on: chips lose their state; tags on the reader and pressed keys stay."""
        self.release_pins()
        self.reader.brownout()
        self.display.power_cycle()

    def release_pins(self) -> None:
        """Reset the processor: it drives no pin, the buzzer is silent, the chips keep their power."""
        self.reader.set_cs(1)
        self.reader.set_rst(1)
        self._rows = [None] * len(self._rows)
        self.buzzer.set(self.now_ns, 0, 0)

    def drive(self, pin: int, level: int) -> None:
        """Set an output pin of the Pico to this level; an open-drain pin at 1 floats."""
        if pin == self.pins.READER_CS:
            self.reader.set_cs(level)
        elif pin == self.pins.READER_RST:
            self.reader.set_rst(level)
        elif pin == self.pins.DISPLAY_RST:
            self.display.set_rst(level)
        elif pin in self.pins.KEY_ROWS:
            self._rows[self.pins.KEY_ROWS.index(pin)] = None if level else 0

    def columns(self) -> list[int]:
        return self.keypad.columns(self._rows)

    def levels(self) -> int:
        """The levels of all input pins, one bit each; a pin that nothing drives is pulled up."""
        mask = 0x3FFFFFFF
        if self.keypad.down:
            for pin, level in zip(self.pins.KEY_COLUMNS, self.columns(), strict=True):
                if not level:
                    mask &= ~(1 << pin)
        if not self.reader.irq_pin():
            mask &= ~(1 << self.pins.READER_IRQ)
        return mask

    def spi(self, data: bytes) -> bytes:
        exchange = self.reader.xfer
        return bytes([exchange(byte) for byte in data])

    def i2c_write(self, address: int, data: bytes) -> bool:
        """Write to a chip; true if a chip with this address is there and accepted the bytes."""
        return address == self.display.address and self.display.write(data)

    def i2c_read(self, address: int, count: int) -> bytes | None:
        is_there = address == self.display.address and self.display.present
        return bytes(count) if is_there else None

    def tone(self, pin: int, hertz: int, duty: int) -> None:
        if pin == self.pins.BUZZER:
            self.buzzer.set(self.now_ns, hertz, duty)

    def analog(self, pin: int) -> int:
        """A reading of 16 bits as from ADC.read_u16(); 65535 is 3.3 V."""
        if pin in (3, VSYS_GPIO):
            return min(self.supply_mv * 65535 // (3 * 3300), 65535)
        return 0
