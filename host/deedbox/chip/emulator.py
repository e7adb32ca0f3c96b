"""What an emulated RP2040 does for its Chip (runner.py), whichever program emulates it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from deedbox.models.box import Box
from deedbox.models.flash import FlashModel


class ChipError(Exception):
    """The emulator is missing or has another version, the chip is off, or its program failed."""


class Parts(NamedTuple):
    """What the emulated chip is made of, and where its output goes."""

    image: Path
    box: Box
    flash: FlashModel
    display_time: bool
    on_output: Callable[[bytes | bytearray], None]


class Emulator(Protocol):
    """One RP2040, from power-on to power-off. Its time goes on from that of the box."""

    connected: bool  # the USB serial port is there
    lost: bool  # the supply was cut in an operation of the flash

    @property
    def now_ns(self) -> int: ...

    @property
    def cycles(self) -> int:
        """The cycles of the core, without those in which it slept."""
        ...

    @property
    def flash_busy_ns(self) -> int: ...

    def run(self, ns: float) -> None:
        """Run for so long, or until the supply is lost."""
        ...

    def later(self, ns: float, act: Callable[[], None]) -> None: ...

    def with_hands(self, act: Callable[[], None]) -> None:
        """Do something to the models, then set the pins to their new levels."""
        ...

    def write(self, data: bytes) -> None:
        """Send to the serial port. Bytes for which the chip has no room yet wait."""
        ...

    def close(self) -> None: ...
