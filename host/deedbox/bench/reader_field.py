"""The field of a model reader. The real drivers use it in MicroPython (device/reader.py), in model time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Self

from deedbox.bench import NotMeasurableError
from deedbox.build.unixport import UnixPort
from deedbox.models.bus import Clock, SPIBus, reader_pins
from deedbox.models.pn532 import PN532Model
from deedbox.models.reader import ReaderModel

DEVICE = Path(__file__).with_name("device")
POLL_MS = 20
# What device/reader.py takes first: how the chip says that it is ready.
IRQ, POLLED = "irq", "polled"


def kind_of(model: ReaderModel) -> str:
    """The reader as device/reader.py and device/replay.py name it."""
    return "pn532" if isinstance(model, PN532Model) else "mfrc522"


class Field:
    """Use it in a with statement: a process of MicroPython runs meanwhile."""

    def __init__(self, port: UnixPort, model: ReaderModel, mode: str = IRQ) -> None:
        self.model = model
        self.clock = Clock(model)
        self.recording = bytearray()  # for device/replay.py: a length, bytes sent, bytes received
        self._process = port.start(DEVICE / "reader.py", heap="1M")
        self._spi = SPIBus(model, self.clock)
        cs, rst, irq = reader_pins(model, self.clock)
        self._outputs: dict[str, Callable[[int], object]] = {
            "c": cs,
            "r": rst,
            "s": self.clock.sleep_us,
            "b": lambda hertz: self._spi.init(baudrate=hertz),
        }
        self._irq = irq
        self._tell(f"{mode} {kind_of(model)}")
        self._serve()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.wait()

    def ask(self, order: object) -> list[str]:
        """Give an order to the script; returns the words of its answer."""
        self._tell(order)
        return self._serve()

    def step(self) -> int:
        """One step of Taps, now; returns its event."""
        return int(self.ask(self.clock.ticks_ms())[0])

    def poll_for(self, ms: int) -> list[int]:
        """Poll every POLL_MS for exactly so long; returns the events."""
        end_ms = self.clock.ticks_ms() + ms
        events = []
        while (rest_ms := end_ms - self.clock.ticks_ms()) > 0:
            due_ms = POLL_MS - self.clock.ticks_ms() % POLL_MS
            self.clock.sleep_ms(min(due_ms, rest_ms))
            if due_ms <= rest_ms and (event := self.step()):
                events.append(event)
        return events

    def _tell(self, text: object) -> None:
        assert self._process.stdin is not None
        print(text, file=self._process.stdin, flush=True)

    def _serve(self) -> list[str]:
        """Serve bus and pins until the script asks for an order; returns its answer to the one before."""
        assert self._process.stdout is not None
        answer: list[str] = []
        line = ""
        for line in self._process.stdout:
            kind, _, rest = line.rstrip("\n").partition(" ")
            if kind in ("x", "w"):
                data = bytes.fromhex(rest)
                into = bytearray(len(data))
                if kind == "x":
                    self._spi.write_readinto(data, into)
                    self._tell(into.hex())
                else:
                    self._spi.write(data)
                self.recording += bytes([len(data)]) + data + into
            elif kind in self._outputs:
                self._outputs[kind](int(rest))
            elif kind == "i":
                self._tell(self._irq())
            elif kind == "=":
                answer = rest.split()
            elif kind == "?":
                return answer
        raise NotMeasurableError(f"the driver stopped: {line.strip()}")
