"""Names for the shapes that annotations use. The build leaves them out, so they cost nothing on the box."""

from __future__ import annotations

from typing import Any, Protocol

from banker.drivers.types import ADC, I2C, PWM, SPI, Buffer, MakeI2C, Pin

About = dict[str, Any]  # how a game begins: edition, names, rules, seed, tokens by seat
Identity = tuple[int, int]  # of a game: records.identity()
Link = tuple[int, int, int]  # of a step: parent, redo, depth (core/history.py)
ReaderWires = tuple[SPI, Pin, Pin | None, Pin | None]  # bus, chip select, reset, IRQ
Finding = tuple[int, int, tuple[Any, ...]]  # part, sentence, facts (self_check.py)
Signature = tuple[int, int, int, int, int]  # kind, item, copy, set, flags (tags/signature.py)


class Flash(Protocol):
    """A block device of MicroPython, such as rp2.Flash."""

    def readblocks(self, __block: int, __into: Any, __offset: int = 0) -> Any: ...

    def writeblocks(self, __block: int, __data: Buffer, __offset: int = 0) -> Any: ...

    def ioctl(self, __request: int, __argument: int) -> Any: ...


class Hardware(Protocol):
    """Buses and pins, as boards/pico.py makes them."""

    @property
    def reader(self) -> ReaderWires: ...

    @property
    def i2c(self) -> I2C: ...

    @property
    def make_i2c(self) -> MakeI2C: ...

    @property
    def rows(self) -> tuple[Pin, ...]: ...

    @property
    def columns(self) -> tuple[Pin, ...]: ...

    @property
    def buzzer(self) -> tuple[PWM, PWM]: ...

    @property
    def flash(self) -> Flash: ...

    @property
    def display_rst(self) -> Pin: ...

    @property
    def supply(self) -> ADC | None: ...

    @property
    def vbus(self) -> Pin | None: ...

    @property
    def led(self) -> Pin | None: ...

    @property
    def reset_cause(self) -> int: ...
