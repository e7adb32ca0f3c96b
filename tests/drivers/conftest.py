"""A rig: one reader model, its bus and pins, and the drivers on top of them."""

import pytest

from banker.drivers.iso14443a import TagReader
from banker.drivers.mfrc522 import MFRC522
from banker.drivers.taps import NOTHING, Taps
from deedbox.models.bus import Clock, SPIBus, reader_pins
from deedbox.models.mfrc522 import MFRC522Model


class Rig:
    def __init__(self, with_irq: bool, model: MFRC522Model | None = None, **setting) -> None:
        self.model = model or MFRC522Model()
        self.clock = Clock(self.model)
        cs, rst, irq = reader_pins(self.model, self.clock)
        spi = SPIBus(self.model, self.clock)
        self.chip = MFRC522(spi, cs, self.clock.sleep_us, rst, irq if with_irq else None)
        self.tags = TagReader(self.chip)
        self.taps = Taps(self.tags, **setting)

    def start(self) -> "Rig":
        assert self.chip.init()
        self.clock.sleep_ms(5)
        return self

    def transactions(self, action) -> int:
        before = self.model.transactions
        action()
        return self.model.transactions - before

    def step(self, times: int = 1) -> list[int]:
        """Poll as often as Taps wants; returns the events other than NOTHING."""
        events = []
        for _ in range(times):
            event = self.taps.step(self.clock.ticks_ms())
            if event != NOTHING:
                events.append(event)
            self.clock.sleep_ms(self.taps.pause_ms)
        return events

    def run(self, ms: int) -> list[int]:
        """The same for this many milliseconds."""
        end_ms = self.clock.ticks_ms() + ms
        events = []
        while self.clock.ticks_ms() < end_ms:
            events += self.step()
        return events

    def uid(self) -> bytes:
        return bytes(self.tags.uid[: self.tags.uid_len])

    def tapped(self) -> bytes:
        return bytes(self.taps.uid[: self.taps.uid_len])


@pytest.fixture(params=[True, False], ids=["irq", "polled"])
def rig(request) -> Rig:
    return Rig(request.param).start()


@pytest.fixture
def make_rig():
    return Rig
