"""One box without hardware: the chip models wired to the pins of boards/pico.py.

Both runners use it. The twin passes whole transactions to it, the emulated chip single bytes and levels.
Nothing here reads a clock: the owner sets the time, in nanoseconds.
"""

from __future__ import annotations

from collections.abc import Callable

from deedbox.build import firmware
from deedbox.models.buzzer import FIRST, OTHER, BuzzerModel
from deedbox.models.iso14443 import Tag
from deedbox.models.keypad import KeypadModel
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.pn532 import PN532Model
from deedbox.models.reader import ReaderModel
from deedbox.models.ssd1306 import SSD1306Model

DISPLAY_ADDRESS = 0x3C
SUPPLY_MV = 5000
READERS: dict[str, Callable[[], ReaderModel]] = {"mfrc522": MFRC522Model, "pn532": PN532Model}
# Wired on the Pico's circuit board (Pico datasheet, 2.1; Pico W datasheet, 2.1).
VSYS_GPIO = 29  # a third of the supply voltage; on a Pico W only while GATE_GPIO is high
VBUS_GPIO = 24  # high while USB gives power
GATE_GPIO = 25  # of a Pico W; the LED of a Pico

# How the supply can be measured: as on a Pico, on a Pico W, or not at all (copies without the divider).
DIVIDED, GATED, FLOATING = "divided", "gated", "floating"
# What a pin reads that measures nothing, as if it were a third of this voltage: MicroPython's issue 10406.
GATED_MV = 92
FLOATING_MV = 600


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
        measures: str = DIVIDED,
    ) -> None:
        self.pins = firmware.load_pins()
        self.now_ns = 0
        self.supply_mv = SUPPLY_MV
        self.reader: ReaderModel = READERS[reader]() if isinstance(reader, str) else reader
        self.usb = True  # power comes from USB, not from a battery
        self._measures = measures
        self._gate = 0
        self.led = 0  # of the Pico; that of a Pico W is behind its radio
        self.flashes: list[int] = []  # when it went on, in nanoseconds
        self.display = display or SSD1306Model(display_address)
        self.keypad = keypad or KeypadModel()
        self.buzzer = BuzzerModel()
        self._rows: list[int | None] = [None] * len(self.pins.KEY_ROWS)
        self._i2c_clocks = 0  # how many clocks the display still needs to let go of SDA
        self._i2c_lines = {self.pins.I2C_SDA: 1, self.pins.I2C_SCL: 1}
        self._i2c_held = False

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

    def hold_i2c(self, clocks: int = 9) -> None:
        """The display was cut off within a byte: it holds SDA low until so many clocks and a STOP."""
        self._i2c_clocks = clocks
        self._i2c_held = True

    # -- the Pico --

    def run_to(self, now_ns: int) -> None:
        self.now_ns = now_ns
        self.reader.run_to(now_ns)
        self.display.run_to(now_ns)

    def power_cycle(self) -> None:
        """Switch the power off and on: chips lose their state; tags on the reader and pressed keys stay."""
        self.release_pins()
        self.reader.brownout()
        self.display.power_cycle()
        self._i2c_held = False

    def release_pins(self) -> None:
        """Reset the processor: it drives no pin, the buzzer is silent, the chips keep their power."""
        self.reader.set_cs(1)
        self.reader.set_rst(1)
        self._rows = [None] * len(self._rows)
        self._gate = 0
        self.led = 0
        self.buzzer.silence(self.now_ns)

    def drive(self, pin: int, level: int) -> None:
        """Set an output pin of the Pico to this level; an open-drain pin at 1 floats."""
        if pin == self.pins.READER_CS:
            self.reader.set_cs(level)
        elif pin == self.pins.READER_RST:
            self.reader.set_rst(level)
        elif pin == self.pins.DISPLAY_RST:
            self.display.set_rst(level)
        elif pin == GATE_GPIO:
            self._gate = level
            self._light(level)
        elif pin in self._i2c_lines:
            self._drive_i2c(pin, level)
        elif pin in self.pins.KEY_ROWS:
            self._rows[self.pins.KEY_ROWS.index(pin)] = None if level else 0

    def _light(self, level: int) -> None:
        if self._measures == GATED:
            return
        if level > self.led:
            self.flashes.append(self.now_ns)
        self.led = level

    def _drive_i2c(self, pin: int, level: int) -> None:
        """A line of the bus, driven as a pin while I2C is off."""
        rises = level > self._i2c_lines[pin]
        self._i2c_lines[pin] = level
        if rises and pin == self.pins.I2C_SCL:
            self._i2c_clocks = max(self._i2c_clocks - 1, 0)
        elif rises and self._i2c_lines[self.pins.I2C_SCL] and not self._i2c_clocks:
            self._i2c_held = False  # SDA rises while SCL is high: STOP

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
        if not self.usb or self._measures != DIVIDED:
            mask &= ~(1 << VBUS_GPIO)  # elsewhere it is wired to the radio, or to nothing, and pulled down
        return mask

    def spi(self, data: bytes) -> bytes:
        exchange = self.reader.xfer
        return bytes([exchange(byte) for byte in data])

    def i2c_write(self, address: int, data: bytes) -> bool:
        """Write to a chip; true if a chip with this address is there and accepted the bytes.

        TimeoutError if a line is held low.
        """
        if self._i2c_held:
            raise TimeoutError
        return address == self.display.address and self.display.write(data)

    def i2c_read(self, address: int, count: int) -> bytes | None:
        is_there = address == self.display.address and self.display.answers()
        return bytes(count) if is_there else None

    def tone(self, pin: int, hertz: int, duty: int) -> None:
        if pin == self.pins.BUZZER_A:
            self.buzzer.set(self.now_ns, hertz, duty, FIRST)
        elif pin == self.pins.BUZZER_B:
            self.buzzer.set(self.now_ns, hertz, duty, OTHER)

    def analog(self, pin: int) -> int:
        """A reading of 16 bits as from ADC.read_u16(); 65535 is 3.3 V."""
        if pin not in (3, VSYS_GPIO):
            return 0
        mv = self.supply_mv
        if self._measures == FLOATING:
            mv = FLOATING_MV
        elif self._measures == GATED and not self._gate:
            mv = GATED_MV
        return min(mv * 65535 // (3 * 3300), 65535)
