"""Counts bus transactions and heap of a read, with the IRQ pin and without, and how many taps are noticed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from deedbox.bench import HIGHER, LOWER, Aim, Measurement, NotMeasurableError
from deedbox.build.unixport import UnixPort
from deedbox.models.bus import Clock, SPIBus, reader_pins
from deedbox.models.iso14443 import Tag
from deedbox.models.mfrc522 import MFRC522Model

DEVICE = Path(__file__).with_name("device")
FIELDS = {
    "empty_poll": b"",
    "uid4": bytes.fromhex("deadbe01"),
    "uid7": bytes.fromhex("04a1b2c3d4e5f6"),
}
READS = 3  # the most expensive read is reported, because the first one may differ
_LIMITS = {"empty_poll": (8, 60), "uid4": (20, 130), "uid7": (32, 230)}
_TAG = 1  # banker.drivers.mfrc522.TAG
# The most popular drivers for the Pico (danjperron, cefn, vtt-info), with the same model of the chip.
_OTHERS = {
    "empty_poll": ("2013, 2013, 2013", "128944, 64208, 128944 B"),
    "uid4": ("105, 106, 103", ""),
    "uid7": ("188, wrong UID, wrong UID", ""),
}
POLL_MS = 20
TAP_MS = 50
TAPS = 100  # each begins at another moment between two polls
GARBLE_RATE = 0.2
HOLD_S = 60
_TAP, _GONE = 1, 2  # banker.drivers.taps
AIMS = [
    Aim(f"{prefix}.{field}.{what}", unit, limit, LOWER)
    for prefix, column in (("rfid", 0), ("rfid.polled", 1))
    for field in FIELDS
    for what, unit, limit in (("transactions", "1", _LIMITS[field][column]), ("bytes_allocated", "B", 0))
] + [
    Aim("rfid.taps_50ms_noticed", "%", 100, HIGHER),
    Aim("rfid.garbled.false_taps_per_minute", "1/min", 0, LOWER),
    Aim("rfid.garbled.false_removals_per_minute", "1/min", 0, LOWER),
]


class Conversation(NamedTuple):
    transactions: int  # of the most expensive read
    recording: bytes


def measure(target: str) -> dict[str, Measurement]:
    rows = {}
    with UnixPort("banker/drivers/", machine_code=True) as port:
        for prefix, mode in (("rfid", "irq"), ("rfid.polled", "polled")):
            for field, uid in FIELDS.items():
                talk = record_reads(port, mode, uid)
                name = f"{prefix}.{field}"
                others, garbage = _OTHERS[field]
                rows[f"{name}.transactions"] = Measurement(
                    talk.transactions,
                    f"counted: wake, select, halt; the driver in MicroPython, {mode}, model chip; "
                    f"danjperron, cefn, vtt-info: {others}",
                )
                rows[f"{name}.bytes_allocated"] = Measurement(
                    count_allocations(port, mode, talk.recording),
                    "counted: heap taken by the same read in MicroPython, from a recorded bus"
                    + (f"; danjperron, cefn, vtt-info: {garbage}" if garbage else ""),
                )
        rows |= count_taps(port)
    return rows


def count_taps(port: UnixPort) -> dict[str, Measurement]:
    """How many taps are noticed, and false events while a tag stays there; with the IRQ pin."""
    field = Field(port)
    successes = 0
    for n in range(TAPS):
        field.poll_for(POLL_MS + n % POLL_MS)  # each tap begins at another moment
        tag = Tag(bytes((0x10, 0x20, 0x30, n)))
        field.model.place(tag)
        events = field.poll_for(TAP_MS)
        field.model.remove(tag)
        successes += (events + field.poll_for(100)).count(_TAP) == 1
    field.end()
    noisy_field = Field(port)
    noisy_field.model.garble(GARBLE_RATE, seed=1)
    noisy_field.model.place(Tag(FIELDS["uid7"]))
    events = noisy_field.poll_for(HOLD_S * 1000)
    noisy_field.end()
    if _TAP not in events:
        raise NotMeasurableError("the driver did not notice the tag")
    how = f"counted: a tag stays for {HOLD_S} s, {GARBLE_RATE:.0%} of the frames garbled, a look every 20 ms"
    return {
        "rfid.taps_50ms_noticed": Measurement(
            100 * successes / TAPS,
            f"counted: {TAPS} taps of {TAP_MS} ms, a look every {POLL_MS} ms; the usual loop with the most "
            "used driver notices 34 % of taps of 100 ms",
        ),
        "rfid.garbled.false_taps_per_minute": Measurement(events.count(_TAP) - 1, how),
        "rfid.garbled.false_removals_per_minute": Measurement(
            events.count(_GONE), how + "; with a single WUPA for a miss: 116"
        ),
    }


class Field:
    """The field of a model reader, which the real drivers poll in MicroPython, in the model's time."""

    def __init__(self, port: UnixPort) -> None:
        self.model = MFRC522Model(start_up_ns=0)
        self._clock = Clock(self.model)
        self._process = port.start(DEVICE / "reader.py", heap="1M")
        self._spi = SPIBus(self.model, self._clock)
        cs, rst, irq = reader_pins(self.model, self._clock)
        self._pins: dict[str, Callable[[int], object]] = {
            "c": cs,
            "r": rst,
            "s": self._clock.sleep_us,
        }
        self._irq = irq
        self._answer("irq")
        self._serve()

    def poll_for(self, ms: int) -> list[int]:
        """Poll every POLL_MS for exactly so long; returns the events."""
        end_ms = self._clock.ticks_ms() + ms
        events = []
        while (rest_ms := end_ms - self._clock.ticks_ms()) > 0:
            due_ms = POLL_MS - self._clock.ticks_ms() % POLL_MS
            self._clock.sleep_ms(min(due_ms, rest_ms))
            if due_ms <= rest_ms:
                self._answer(self._clock.ticks_ms())
                event = self._serve()
                if event:
                    events.append(event)
        return events

    def end(self) -> None:
        self._process.kill()
        self._process.wait()

    def _answer(self, text: object) -> None:
        assert self._process.stdin is not None
        print(text, file=self._process.stdin, flush=True)

    def _serve(self) -> int:
        """Serve bus and pins until the script asks for the time; returns the event before that, or 0."""
        assert self._process.stdout is not None
        event = 0
        line = ""
        for line in self._process.stdout:
            kind, _, rest = line.rstrip("\n").partition(" ")
            if kind == "x":
                data = bytes.fromhex(rest)
                into = bytearray(len(data))
                self._spi.write_readinto(data, into)
                self._answer(into.hex())
            elif kind == "w":
                self._spi.write(bytes.fromhex(rest))
            elif kind in self._pins:
                self._pins[kind](int(rest))
            elif kind == "i":
                self._answer(self._irq())
            elif kind == "=":
                event = int(rest)
            elif kind == "?":
                return event
        raise NotMeasurableError(f"the driver stopped: {line.strip()}")


def record_reads(port: UnixPort, mode: str, uid: bytes) -> Conversation:
    """Let the driver read this tag READS times, in the model's time, and record its bytes on the bus."""
    model = MFRC522Model(start_up_ns=0)
    clock = Clock(model)
    spi = SPIBus(model, clock)
    cs, rst, irq = reader_pins(model, clock)
    recording = bytearray()
    counts: list[int] = []
    start = 0
    process = port.start(DEVICE / "reader.py", heap="1M")
    assert process.stdin is not None and process.stdout is not None

    def answer(text: object) -> None:
        print(text, file=process.stdin, flush=True)

    try:
        answer(mode)
        line = ""
        for line in process.stdout:
            kind, _, rest = line.rstrip("\n").partition(" ")
            if kind in ("x", "w"):
                data = bytes.fromhex(rest)
                into = bytearray(len(data))
                if kind == "x":
                    spi.write_readinto(data, into)
                    answer(into.hex())
                else:
                    spi.write(data)
                recording += bytes([len(data)]) + data + into
            elif kind == "c":
                cs(int(rest))
            elif kind == "r":
                rst(int(rest))
            elif kind == "s":
                clock.sleep_us(int(rest))
            elif kind == "i":
                answer(irq())
            elif kind == "?":
                if not model.tags and uid:
                    model.place(Tag(uid))
                clock.sleep_ms(20)
                start = model.transactions
                answer("read" if len(counts) < READS else "end")
            elif kind == "=":
                counts.append(model.transactions - start)
                _check_uid(rest, uid)
    finally:
        process.kill()
        process.wait()
    if len(counts) != READS:
        raise NotMeasurableError(f"the driver stopped: {line.strip()}")
    return Conversation(max(counts), bytes(recording))


def _check_uid(answer: str, uid: bytes) -> None:
    result, _, digits = answer.partition(" ")
    if uid and (int(result) != _TAG or digits != uid.hex()):
        raise NotMeasurableError(f"the driver read {digits or 'nothing'}, not {uid.hex()}")


def count_allocations(port: UnixPort, mode: str, recording: bytes) -> int:
    """The bytes of heap that the most expensive read takes."""
    return int(port.run(DEVICE / "replay.py", f"{mode}\n{recording.hex()}\n{READS}\n", heap="1M"))
