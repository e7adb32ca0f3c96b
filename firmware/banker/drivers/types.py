"""What a driver expects of its bus and pins. For annotations only: the build leaves this out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

Buffer = bytes | bytearray | memoryview
Sleep = Callable[[int], Any]  # waits so many microseconds or milliseconds
Burst = tuple[bytearray, bytearray]  # what is sent and what comes back (mfrc522.burst)


class Pin(Protocol):
    """pin() reads, pin(0) and pin(1) write."""

    def __call__(self, __value: Any = ...) -> Any: ...


class SPI(Protocol):
    def write(self, __data: Buffer) -> Any: ...

    def write_readinto(self, __data: Buffer, __into: Any) -> Any: ...

    def init(self, *, baudrate: int) -> Any: ...


class Raw(Protocol):
    """Commands to one tag, whatever the reader (mfrc522raw.py, pn532raw.py)."""

    def select(self, __uid: Buffer, __timeout_us: int) -> int: ...

    def ask(self, __command: bytes, __into: bytearray) -> int: ...

    def end(self) -> None: ...


class ReaderChip(Protocol):
    """What the app sets and checks of a reader (mfrc522.py, pn532.py)."""

    kind: int
    irq: Pin | None
    khz: int

    def init(self) -> bool: ...

    def check(self) -> tuple[int, ...]: ...

    def field(self, on: bool) -> None: ...

    def set_speed(self, khz: int) -> None: ...

    def set_gain(self, db: int) -> None: ...


class Reader(Protocol):
    """What taps need of a reader (iso14443a.py, pn532.py). Results are those of codes.py."""

    uid: bytearray
    uid_len: int
    sak: int

    @property
    def chip(self) -> ReaderChip: ...

    def look(self) -> int: ...

    def wake(self) -> int: ...

    def again(self) -> int: ...

    def request(self) -> int: ...

    def select(self) -> int: ...

    def reselect(self, uid: Buffer, uid_len: int) -> int: ...

    def halt(self) -> None: ...

    def read(self) -> int: ...

    def raw(self) -> Raw: ...


class I2C(Protocol):
    def writeto(self, __address: int, __data: Buffer) -> Any: ...

    def readfrom(self, __address: int, __count: int) -> bytes: ...


MakeI2C = Callable[[], I2C]


class Clock(Protocol):
    """The part of MicroPython's `time` that a driver needs."""

    def ticks_ms(self) -> int: ...

    def sleep_us(self, __us: int) -> Any: ...


class PWM(Protocol):
    def freq(self, __hz: int) -> Any: ...

    def duty_u16(self, __duty: int) -> Any: ...


class ADC(Protocol):
    def read_u16(self) -> int: ...
