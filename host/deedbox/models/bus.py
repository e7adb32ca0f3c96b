"""Buses and pins that are called like MicroPython's and lead to the models; every call takes time.

A call takes as long as in MicroPython on a Pico, so a driver polls as often as it would there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from deedbox.models.buzzer import FIRST, OTHER, BuzzerModel
from deedbox.models.keypad import SIZE, KeypadModel
from deedbox.models.reader import ReaderModel
from deedbox.models.ssd1306 import SSD1306Model

Buffer = bytes | bytearray | memoryview
EIO = 5
ETIMEDOUT = 110
_DUTY_LOW = {FIRST: 0, OTHER: 65_535}  # at which a leg of the buzzer is low


class Timed(Protocol):
    def run_to(self, now_ns: int) -> None: ...


class Clock:
    """The time of a test rig; models that need the time are attached to it."""

    def __init__(self, *models: Timed) -> None:
        self.now_ns = 0
        self._models = list(models)

    def attach(self, model: Timed) -> None:
        self._models.append(model)
        model.run_to(self.now_ns)

    def advance(self, ns: int) -> None:
        self.now_ns += ns
        for model in self._models:
            model.run_to(self.now_ns)

    def sleep_us(self, us: int) -> None:
        self.advance(us * 1_000)

    def sleep_ms(self, ms: int) -> None:
        self.advance(ms * 1_000_000)

    def ticks_ms(self) -> int:
        return self.now_ns // 1_000_000


class SPIBus:
    """machine.SPI with a reader on it."""

    def __init__(
        self, model: ReaderModel, clock: Clock, baudrate: int = 4_000_000, call_ns: int = 18_000
    ) -> None:
        self._model = model
        self._clock = clock
        self._call_ns = call_ns
        self.init(baudrate=baudrate)

    def init(self, *, baudrate: int) -> None:
        self._byte_ns = 8_000_000_000 // baudrate
        self._model.spi_hz = baudrate

    def write(self, data: Buffer) -> None:
        self._clock.advance(self._call_ns + len(data) * self._byte_ns)
        for value in data:
            self._model.xfer(value)

    def readinto(self, into: bytearray | memoryview, write: int = 0) -> None:
        self.write_readinto(bytes([write]) * len(into), into)

    def write_readinto(self, data: Buffer, into: bytearray | memoryview) -> None:
        if len(data) != len(into):
            raise ValueError("buffers must be the same length")
        self._clock.advance(self._call_ns + len(data) * self._byte_ns)
        for i, value in enumerate(data):
            into[i] = self._model.xfer(value)


class ModelPin:
    """machine.Pin: a call without an argument reads the level, a call with one writes it."""

    def __init__(
        self,
        clock: Clock,
        write: Callable[[int], None] | None = None,
        read: Callable[[], int] | None = None,
        call_ns: int = 1_500,
    ) -> None:
        self._clock = clock
        self._write = write
        self._read = read
        self._call_ns = call_ns
        self._level = 1

    def __call__(self, level: int | None = None) -> int | None:
        self._clock.advance(self._call_ns)
        if level is None:
            return self._read() if self._read else self._level
        self._level = 1 if level else 0
        if self._write:
            self._write(self._level)
        return None

    value = __call__

    def on(self) -> None:
        self(1)

    def off(self) -> None:
        self(0)


class I2CBus:
    """machine.I2C with displays on it. If it is `stuck`, a line is low and calls time out, until free()."""

    def __init__(
        self,
        clock: Clock,
        *models: SSD1306Model,
        baudrate: int = 400_000,
        call_ns: int = 30_000,
        timeout_us: int = 50_000,
    ) -> None:
        self.stuck = False
        self._timeout_ns = timeout_us * 1_000
        self._clock = clock
        self._models = models
        for model in models:
            clock.attach(model)
        self._byte_ns = 9_000_000_000 // baudrate
        self._call_ns = call_ns

    def free(self) -> I2CBus:
        """The bus as a board makes it again: nine clocks have let a display go on that held a line."""
        self.stuck = False
        return self

    def writeto(self, address: int, data: Buffer, stop: bool = True) -> int:
        del stop  # the models take whole transactions
        raw = bytes(data)
        if self.stuck:
            self._clock.advance(self._timeout_ns)
            raise OSError(ETIMEDOUT)
        self._clock.advance(self._call_ns + self._byte_ns * (1 + len(raw)))
        for model in self._models:
            if model.address == address and model.write(raw):
                return 1 + len(raw)
        raise OSError(EIO)

    def writevto(self, address: int, vector: Iterable[Buffer], stop: bool = True) -> int:
        return self.writeto(address, b"".join(bytes(part) for part in vector), stop)


class ModelPWM:
    """machine.PWM with a leg of a buzzer on it. `slice_hz` holds the frequency of both, as in the chip."""

    def __init__(self, model: BuzzerModel, clock: Clock, leg: int, slice_hz: list[int]) -> None:
        self._model = model
        self._clock = clock
        self._leg = leg
        self._slice_hz = slice_hz
        self._duty_u16 = _DUTY_LOW[leg]

    def freq(self, hz: int) -> None:
        if hz < 8:
            raise ValueError("freq too small")  # the text of the RP2040 port
        self._slice_hz[0] = hz
        self.duty_u16(self._duty_u16)

    def duty_u16(self, duty: int) -> None:
        self._duty_u16 = duty
        self._model.set(self._clock.now_ns, self._slice_hz[0], duty, self._leg)


def buzzer_pwms(model: BuzzerModel, clock: Clock) -> tuple[ModelPWM, ModelPWM]:
    """The two legs of a buzzer; the PWM of the second one is inverted."""
    slice_hz = [0]
    return ModelPWM(model, clock, FIRST, slice_hz), ModelPWM(model, clock, OTHER, slice_hz)


def keypad_pins(model: KeypadModel, clock: Clock) -> tuple[list[ModelPin], list[ModelPin]]:
    """Row pins (open drain: a row at 1 floats) and column pins (pull-up) of a keypad."""
    rows: list[int | None] = [None] * SIZE

    def driver(row: int) -> Callable[[int], None]:
        def drive(level: int) -> None:
            rows[row] = None if level else 0

        return drive

    def reader(column: int) -> Callable[[], int]:
        return lambda: model.columns(rows)[column]

    return (
        [ModelPin(clock, write=driver(row)) for row in range(SIZE)],
        [ModelPin(clock, read=reader(column)) for column in range(SIZE)],
    )


def reader_pins(model: ReaderModel, clock: Clock) -> Sequence[ModelPin]:
    """Chip select, reset and IRQ of a reader, in this order."""
    return (
        ModelPin(clock, write=model.set_cs),
        ModelPin(clock, write=model.set_rst),
        ModelPin(clock, read=model.irq_pin),
    )
