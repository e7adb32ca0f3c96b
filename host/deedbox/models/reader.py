"""What every model of a reader has: its wires, the tags in its field, and what can be wrong with both.

Faults of a module, its wires and the air are attributes that a test sets; without them a reader is perfect.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection

from deedbox.models.iso14443 import ETU_NS, Frame, Tag, bit

ERR_PARITY, ERR_PROTOCOL = 0x02, 0x01  # what a receiver notices of a spoilt frame; bits of its error register


class ReaderModel:
    """One reader on an SPI bus. `transactions` counts how often it was selected, `bytes` its bytes there."""

    def __init__(self, floating: int = 0xFF) -> None:
        self.floating = floating  # the byte on MISO when nothing drives it
        self.now_ns = 0
        self.tags: list[Tag] = []
        self.transactions = 0
        self.bytes = 0
        self.frames = 0
        self.resets = 0
        self.air: list[tuple[int, str, Frame]] | None = None  # set to [] to keep a log
        # The clock of the bus, as its owner sets it. Above `miso_hz_max`, this share of the bytes has a wrong
        # bit when it arrives at the host: long, loose wires.
        self.spi_hz = 0
        self.miso_hz_max: int | None = None
        self.miso_rate = 1.0
        # Which tags get enough power from the field, and which share of a tag's answers the receiver hears at
        # a gain in dB.
        self.feeds: Callable[[Tag], bool] | None = None
        self.reception: Callable[[Tag, int], float] | None = None
        self._garble_rate = 0.0
        self._garble_kinds: tuple[str, ...] = ("parity",)
        self._rng = random.Random(1)
        self._wire_rng = random.Random(2)
        self._plugged = True
        self._rst = 1
        self._cs = 1

    # -- hands, wires and air

    def place(self, *tags: Tag) -> None:
        for tag in tags:
            if tag not in self.tags:
                self.tags.append(tag)
        self.power_tags()

    def remove(self, *tags: Tag) -> None:
        for tag in tags:
            if tag in self.tags:
                self.tags.remove(tag)
                tag.power(False, self.now_ns)

    def garble(self, rate: float, seed: int = 1, kinds: Collection[str] = ("parity",)) -> None:
        """Disturb this share of the exchanges from now on.

        Kinds: `parity` (one wrong bit, which the chip notices), `silent` (two wrong bits of a byte, so the
        parity is right), `short` (the end of the answer is missing), `lost` (the tags hear nothing).
        """
        unknown = set(kinds) - {"parity", "silent", "short", "lost"}
        if unknown:
            raise ValueError(f"unknown kind of garbling: {', '.join(sorted(unknown))}")
        self._garble_rate = rate
        self._garble_kinds = tuple(kinds)
        self._rng = random.Random(seed)

    def brownout(self) -> None:
        """Let the supply drop for a moment: the chip is reset, and the host does not notice."""
        self._reset()
        self._start_up()

    def unplug(self) -> None:
        """Pull out the wires of the module: no field, no answer, the bus floats."""
        self._plugged = False
        self._reset()

    def replug(self) -> None:
        self._plugged = True
        self._reset()
        self._start_up()

    def set_rst(self, level: int) -> None:
        """Set the reset pin: low is power-down, the rising edge is a reset."""
        level = 1 if level else 0
        if level == self._rst:
            return
        self._rst = level
        self._reset()
        if level:
            self._start_up()

    def irq_pin(self) -> int:
        """The level of pin IRQ, with the host's pull-up."""
        raise NotImplementedError

    # -- SPI

    def set_cs(self, level: int) -> None:
        level = 1 if level else 0
        if self._cs and not level:
            self.transactions += 1
            self._selected()
        elif level and not self._cs:
            self._deselected()
        self._cs = level

    def xfer(self, mosi: int) -> int:
        """Exchange one byte on the bus."""
        if self._cs:
            return self.floating
        self.bytes += 1
        if not self._plugged:
            return self.floating
        out = self._swap(mosi)
        if self.miso_hz_max is not None and self.spi_hz > self.miso_hz_max:
            if self._wire_rng.random() < self.miso_rate:
                out ^= 1 << self._wire_rng.randrange(8)
        return out

    # -- time

    def run_to(self, now_ns: int) -> None:
        """Do everything that is due up to this moment. Time never runs backwards."""
        raise NotImplementedError

    def next_event(self) -> int | None:
        """The time in ns when the chip will next do something by itself; None if it will not."""
        raise NotImplementedError

    # -- what a chip is

    def _reset(self) -> None:
        raise NotImplementedError

    def _start_up(self) -> None:
        """Its supply is back, or its reset pin has risen: it needs some time from now on."""
        raise NotImplementedError

    def _selected(self) -> None:
        """Chip select has fallen."""
        raise NotImplementedError

    def _deselected(self) -> None:
        """Chip select has risen."""

    def _swap(self, mosi: int) -> int:
        raise NotImplementedError

    def _field_on(self) -> bool:
        raise NotImplementedError

    def _gain_db(self) -> int:
        raise NotImplementedError

    # -- the field

    def _awake(self) -> bool:
        return self._plugged and bool(self._rst)

    def power_tags(self) -> None:
        on = self._field_on()
        for tag in self.tags:
            tag.power(on and (self.feeds is None or self.feeds(tag)), self.now_ns)

    def _answers(self, frame: Frame) -> list[Frame]:
        """What the receiver gets if this is sent now, of each tag that answers and is heard."""
        answers = []
        for tag in self.tags:
            answer = tag.hear(frame, self.now_ns)
            if answer is None:
                continue
            if self.reception is None or self._rng.random() < self.reception(tag, self._gain_db()):
                answers.append(answer)
        return answers

    def _next_fault(self) -> str:
        if not self._garble_rate or self._rng.random() >= self._garble_rate:
            return ""
        return self._garble_kinds[self._rng.randrange(len(self._garble_kinds))]

    def _spoil(self, frame: Frame, fault: str) -> tuple[Frame, int]:
        """The frame as it arrives after this fault, and the errors that the receiver notices."""
        if fault not in ("parity", "silent", "short"):
            return frame, 0
        data = bytearray(frame.data)
        at = self._rng.randrange(len(data))
        if fault == "parity":
            data[at] ^= 1 << self._rng.randrange(8)
            return Frame(bytes(data), frame.bits), ERR_PARITY
        if fault == "silent":
            first = self._rng.randrange(8)
            data[at] ^= 1 << first | 1 << (first + 1 + self._rng.randrange(7)) % 8
            return Frame(bytes(data), frame.bits), 0
        bits = max(1, self._rng.randrange(frame.bits))
        return Frame(bytes(data[: (bits + 7) // 8]), bits), ERR_PROTOCOL


def only_classic(tag: Tag) -> bool:
    """For ReaderModel.feeds: a module whose field is too weak for stickers, and enough for cards and fobs."""
    return tag.sak == 0x08


def best_at(best_db: int) -> Callable[[Tag, int], float]:
    """For ReaderModel.reception: at this gain every answer is heard; the farther from it, the fewer."""
    return lambda tag, db: max(0.0, 1.0 - abs(db - best_db) / 20)


def air_ns(bits: int) -> int:
    """The time of a frame: start bit, data, a parity bit after every whole byte, end of communication."""
    return (bits + (bits // 8 if bits > 7 else 0) + 2) * ETU_NS


def merge(answers: list[Frame]) -> tuple[Frame, int | None]:
    """The frame that the receiver sees if answers come together, and the first bit where they differ."""
    if len(answers) == 1:
        return answers[0], None
    longest = max(answer.bits for answer in answers)
    total = 0
    collision = None
    for index in range(longest):
        values = {bit(answer.data, index) for answer in answers if index < answer.bits}
        if len(values) == 2 and collision is None:
            collision = index
        if 1 in values:
            total |= 1 << index
    delay_ns = max(answer.delay_ns for answer in answers)
    return Frame(total.to_bytes((longest + 7) // 8, "little"), longest, delay_ns), collision
