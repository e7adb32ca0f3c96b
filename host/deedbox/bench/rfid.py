"""What a read of the field costs on bus and heap, with the IRQ pin and without; and what becomes a tap."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from deedbox.bench import HIGHER, LOWER, Aim, Measured, NotMeasurableError
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
READS = 3  # the first may be special: every one counts, the most expensive is reported
_LIMITS = {"empty_poll": (8, 60), "uid4": (20, 130), "uid7": (32, 230)}
_TAG = 1  # banker.drivers.mfrc522.TAG
# The drivers most used on the Pico (danjperron, cefn, vtt-info), counted against the same model of the chip.
_OTHERS = {
    "empty_poll": ("2013, 2013, 2013", "128944, 64208, 128944 B"),
    "uid4": ("105, 106, 103", ""),
    "uid7": ("188, wrong UID, wrong UID", ""),
}
POLL_MS = 20
TAP_MS = 50
TAPS = 100  # each begins at another moment between two looks
GARBLED = 0.2
HELD_S = 60
_TAP, _GONE = 1, 2  # banker.drivers.taps
AIMS = [
    Aim(f"{prefix}.{field}.{what}", unit, limit, LOWER)
    for prefix, polled in (("rfid", 0), ("rfid.polled", 1))
    for field in FIELDS
    for what, unit, limit in (("transactions", "1", _LIMITS[field][polled]), ("bytes_allocated", "B", 0))
] + [
    Aim("rfid.taps_50ms_noticed", "%", 100, HIGHER),
    Aim("rfid.garbled.false_taps_per_minute", "1/min", 0, LOWER),
    Aim("rfid.garbled.false_removals_per_minute", "1/min", 0, LOWER),
]


class Conversation(NamedTuple):
    transactions: int  # of the most expensive read
    recording: bytes


def measure(target: str) -> dict[str, Measured]:
    found = {}
    with UnixPort("banker/drivers/", machine_code=True) as port:
        for prefix, mode in (("rfid", "irq"), ("rfid.polled", "polled")):
            for field, uid in FIELDS.items():
                talk = converse(port, mode, uid)
                name = f"{prefix}.{field}"
                others, garbage = _OTHERS[field]
                found[f"{name}.transactions"] = Measured(
                    talk.transactions,
                    f"counted: wake, select, halt; the driver in MicroPython, {mode}, model chip; "
                    f"danjperron, cefn, vtt-info: {others}",
                )
                found[f"{name}.bytes_allocated"] = Measured(
                    allocated(port, mode, talk.recording),
                    "counted: heap taken by the same read in MicroPython, from a recorded bus"
                    + (f"; danjperron, cefn, vtt-info: {garbage}" if garbage else ""),
                )
        found |= tapping(port)
    return found


def tapping(port: UnixPort) -> dict[str, Measured]:
    """What becomes of taps and of a tag that lies there, with the IRQ pin, looked at every POLL_MS."""
    field = Field(port)
    noticed = 0
    for n in range(TAPS):
        field.looks(POLL_MS + n % POLL_MS)  # the moment wanders
        tag = Tag(bytes((0x10, 0x20, 0x30, n)))
        field.model.place(tag)
        events = field.looks(TAP_MS)
        field.model.remove(tag)
        noticed += (events + field.looks(100)).count(_TAP) == 1
    field.end()
    lying = Field(port)
    lying.model.garble(GARBLED, seed=1)
    lying.model.place(Tag(FIELDS["uid7"]))
    events = lying.looks(HELD_S * 1000)
    lying.end()
    if _TAP not in events:
        raise NotMeasurableError("the driver did not notice the tag")
    how = f"counted: a tag lies there for {HELD_S} s, {GARBLED:.0%} of the frames garbled, looks every 20 ms"
    return {
        "rfid.taps_50ms_noticed": Measured(
            100 * noticed / TAPS,
            f"counted: {TAPS} taps of {TAP_MS} ms, a look every {POLL_MS} ms; the usual loop with the most "
            "used driver notices 34 % of taps of 100 ms",
        ),
        "rfid.garbled.false_taps_per_minute": Measured(events.count(_TAP) - 1, how),
        "rfid.garbled.false_removals_per_minute": Measured(
            events.count(_GONE), how + "; with a single WUPA for a miss: 116"
        ),
    }


class Field:
    """A reader's field under the real drivers in MicroPython, in the model's time."""

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

    def looks(self, ms: int) -> list[int]:
        """Look every POLL_MS for so long, to the millisecond; the events."""
        end_ms = self._clock.ticks_ms() + ms
        found = []
        while (left_ms := end_ms - self._clock.ticks_ms()) > 0:
            due_ms = POLL_MS - self._clock.ticks_ms() % POLL_MS
            self._clock.sleep_ms(min(due_ms, left_ms))
            if due_ms <= left_ms:
                self._answer(self._clock.ticks_ms())
                event = self._serve()
                if event:
                    found.append(event)
        return found

    def end(self) -> None:
        self._process.kill()
        self._process.wait()

    def _answer(self, text: object) -> None:
        assert self._process.stdin is not None
        print(text, file=self._process.stdin, flush=True)

    def _serve(self) -> int:
        """Serve bus and pins until the script asks for the time; the event it told before that."""
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


def converse(port: UnixPort, mode: str, uid: bytes) -> Conversation:
    """READS reads with this tag in the field, bus and pins served here, in the model's time."""
    model = MFRC522Model(start_up_ns=0)
    clock = Clock(model)
    spi = SPIBus(model, clock)
    cs, rst, irq = reader_pins(model, clock)
    recording = bytearray()
    counts: list[int] = []
    begun = 0
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
                begun = model.transactions
                answer("read" if len(counts) < READS else "end")
            elif kind == "=":
                counts.append(model.transactions - begun)
                _check(rest, uid)
    finally:
        process.kill()
        process.wait()
    if len(counts) != READS:
        raise NotMeasurableError(f"the driver stopped: {line.strip()}")
    return Conversation(max(counts), bytes(recording))


def _check(answer: str, uid: bytes) -> None:
    result, _, read = answer.partition(" ")
    if uid and (int(result) != _TAG or read != uid.hex()):
        raise NotMeasurableError(f"the driver read {read or 'nothing'}, not {uid.hex()}")


def allocated(port: UnixPort, mode: str, recording: bytes) -> int:
    return int(port.run(DEVICE / "replay.py", f"{mode}\n{recording.hex()}\n{READS}\n", heap="1M"))
