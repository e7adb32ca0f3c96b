"""Connects a Box to the pins of the emulated RP2040 and passes bytes and levels between them."""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple

from deedbox.models.box import VBUS_GPIO, VSYS_GPIO, Box

_PWM_FUNCTION = 4  # RP2040 datasheet, 2.19.2
_CSR_ENABLE, _CSR_B_INVERTED = 1, 1 << 3  # 4.5.3, CHn_CSR
_SETTLE_NS = 20_000  # freq() and duty_u16() write several registers, so the tone is read this much later
_VSYS_CHANNEL = 3
_TX_EMPTY = 1 << 4  # 4.3.17, IC_RAW_INTR_STAT


def output_pins(pins: ModuleType) -> tuple[int, ...]:
    """The outputs that a model listens to, without the rows of the keypad."""
    return pins.READER_CS, pins.READER_RST, pins.DISPLAY_RST


class PwmSlice(NamedTuple):
    """The registers of the buzzer's PWM slice (4.5.3), and whether each leg is connected to it."""

    csr: int
    div: int
    cc: int
    top: int
    clock_hz: float
    uses_pwm: tuple[bool, bool]

    def play(self, box: Box) -> None:
        steps = self.top + 1
        hertz = round(self.clock_hz / ((self.div / 16 or 256) * steps))
        legs = ((box.pins.BUZZER_A, 0), (box.pins.BUZZER_B, 65535))
        for (pin, low), uses_pwm in zip(legs, self.uses_pwm, strict=True):
            duty = low
            if self.csr & _CSR_ENABLE and uses_pwm:
                compare = self.cc >> (16 if pin & 1 else 0) & 0xFFFF
                duty = min(compare * 65535 // steps, 65535)
                if pin == box.pins.BUZZER_B and not self.csr & _CSR_B_INVERTED:
                    duty = 65535 - duty
            box.tone(pin, hertz, duty)


class Wiring:
    """Listens on the pins as long as the chip is on."""

    def __init__(self, box: Box, mcu: Any, clock: Any, *, display_time: bool = True) -> None:
        from rp2040py.gpio_pin import GPIOPinState

        self.box = box
        self._mcu = mcu
        self._clock = clock
        self._low = GPIOPinState.LOW
        pins = box.pins
        for pin in output_pins(pins):
            mcu.gpio[pin].add_listener(self._drives(pin))
        mcu.gpio[pins.LED].add_listener(self._drives(pins.LED, then_supply=True))
        for pin in pins.KEY_ROWS:
            mcu.gpio[pin].add_listener(self._drives(pin, then_columns=True))
        self._columns = [1] * len(pins.KEY_COLUMNS)

        self._spi = mcu.spi[pins.SPI_BUS]
        self._spi.on_transmit = self._on_spi
        self._spi_done = clock.create_alarm(self._on_spi_done)
        self._miso = 0
        self._reader_event = clock.create_alarm(self._look_at_reader)
        self._irq: int | None = None
        self._look_at_reader()

        self._i2c = mcu.i2c[pins.I2C_BUS]
        self._i2c.on_connect = self._on_i2c_connect
        self._i2c.on_write_byte = self._on_i2c_write
        self._i2c.on_read_byte = lambda ack: self._i2c.complete_read(0)
        self._i2c.on_stop = self._on_i2c_stop
        self._i2c_done = clock.create_alarm(lambda: self._i2c.complete_write(True))
        self._i2c_address = 0
        self._i2c_data: bytearray | None = None
        self._display_time = display_time

        self._slice = mcu.pwm.channels[pins.BUZZER_A >> 1 & 7]  # the slice of both legs
        self._write_pwm = self._slice.write_register
        self._slice.write_register = self._on_pwm
        self._pwm_settled = clock.create_alarm(self._on_pwm_settled)

        self._look_at_supply()

    def now(self) -> None:
        """Set the models to the chip's time, before anything acts on them."""
        self.box.run_to(int(self._clock.nanos))

    def refresh(self) -> None:
        """Set the pins to the new levels, after people pressed a key or moved a tag."""
        self._look_at_columns()
        self._look_at_reader()
        self._look_at_supply()

    # -- pins --

    def _drives(self, pin: int, then_columns: bool = False, then_supply: bool = False) -> Any:
        def on_change(new: Any, old: Any) -> None:
            self.now()
            self.box.drive(pin, 0 if new == self._low else 1)
            if then_columns:
                self._look_at_columns()
            if then_supply:
                self._look_at_supply()

        return on_change

    def _look_at_columns(self) -> None:
        levels = self.box.columns()
        if levels == self._columns:
            return
        self._columns = levels
        for pin, level in zip(self.box.pins.KEY_COLUMNS, levels, strict=True):
            if level:
                self._mcu.gpio[pin].release_input()
            else:
                self._mcu.gpio[pin].set_input_value(False)

    def _look_at_supply(self) -> None:
        self._mcu.adc.channel_values[_VSYS_CHANNEL] = self.box.analog(VSYS_GPIO) >> 4
        self._mcu.gpio[VBUS_GPIO].set_input_value(bool(self.box.levels() >> VBUS_GPIO & 1))

    # -- reader --

    def _on_spi(self, byte: int) -> None:
        self.now()
        hertz = self._spi.clock_frequency
        self.box.reader.spi_hz = int(hertz)
        self._miso = self.box.reader.xfer(byte)
        self._spi_done.schedule(self._spi.data_bits * 1e9 / hertz if hertz else 1000)

    def _on_spi_done(self) -> None:
        self._spi.complete_transmit(self._miso)
        self._look_at_reader()

    def _look_at_reader(self) -> None:
        self.now()
        level = self.box.reader.irq_pin()
        if level != self._irq:
            self._irq = level
            self._mcu.gpio[self.box.pins.READER_IRQ].set_input_value(bool(level))
        event = self.box.reader.next_event()
        if event is not None:
            self._reader_event.schedule(max(event - self._clock.nanos, 0))

    # -- display --

    def _on_i2c_connect(self, address: int, mode: int) -> None:
        is_there = self.box.i2c_read(address, 0) is not None
        self._i2c_address = address
        self._i2c_data = bytearray() if is_there else None
        self._i2c.complete_connect(is_there)
        if not is_there:
            # The abort has emptied the FIFO. The SDK waits for this flag, which rp2040py does not set.
            self._i2c._set_interrupts(_TX_EMPTY)

    def _on_i2c_write(self, byte: int) -> None:
        if self._i2c_data is not None:
            self._i2c_data.append(byte)
        if self._display_time:  # eight bits and the acknowledge
            cycles = 9 * (self._i2c.scl_low_period + self._i2c.scl_high_period)
            self._i2c_done.schedule(cycles * 1e9 / self._mcu.clk_sys)
        else:
            self._i2c.complete_write(True)

    def _on_i2c_stop(self) -> None:
        if self._i2c_data:
            self.now()
            self.box.i2c_write(self._i2c_address, bytes(self._i2c_data))
        self._i2c_data = None
        self._i2c.complete_stop()

    # -- buzzer --

    def _on_pwm(self, offset: int, value: int) -> None:
        self._write_pwm(offset, value)
        self._pwm_settled.schedule(_SETTLE_NS)

    def _on_pwm_settled(self) -> None:
        pins, gpio = self.box.pins, self._mcu.gpio
        part = self._slice
        uses_pwm = [gpio[pin].function_select == _PWM_FUNCTION for pin in (pins.BUZZER_A, pins.BUZZER_B)]
        self.now()
        PwmSlice(part.csr, part.div, part.cc, part.top, self._mcu.clk_sys, (uses_pwm[0], uses_pwm[1])).play(
            self.box
        )
