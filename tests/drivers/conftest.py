"""A rig: one reader model, its bus and pins, and the drivers on top of them."""

import pytest

from banker.drivers.iso14443a import TagReader
from banker.drivers.mfrc522 import MFRC522
from banker.drivers.pn532 import PN532
from banker.drivers.pn532tags import PN532Reader
from banker.drivers.taps import NOTHING, Taps
from deedbox.models.bus import Clock, SPIBus, reader_pins
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.pn532 import PN532Model
from deedbox.models.reader import ReaderModel


class Rig:
    def __init__(self, with_irq: bool, model: ReaderModel | None = None, **setting) -> None:
        self.model = model or MFRC522Model()
        self.clock = Clock(self.model)
        cs, rst, irq = reader_pins(self.model, self.clock)
        spi = SPIBus(self.model, self.clock)
        is_pn532 = isinstance(self.model, PN532Model)
        chip, tags = (PN532, PN532Reader) if is_pn532 else (MFRC522, TagReader)
        self.steps = 3 if is_pn532 else 1  # a look of a PN532: field off, begin, end
        self.chip = chip(spi, cs, self.clock.sleep_us, rst, irq if with_irq else None)
        self.tags = tags(self.chip)
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
        for _ in range(times * self.steps):
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


@pytest.fixture(
    params=[(MFRC522Model, True), (MFRC522Model, False), (PN532Model, True), (PN532Model, False)],
    ids=["irq", "polled", "pn532-irq", "pn532-polled"],
)
def any_rig(request) -> Rig:
    """Whichever reader."""
    model, with_irq = request.param
    return Rig(with_irq, model()).start()


@pytest.fixture
def make_rig():
    return Rig
