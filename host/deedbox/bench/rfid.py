"""Counts bus transactions and heap of a read, taps that are noticed, and what becomes of weak tags.

The same for both kinds of reader; the MFRC522 also without its IRQ pin. reader_faults.py has the bad parts.
"""

from __future__ import annotations

from typing import NamedTuple

from deedbox.bench import HIGHER, LOWER, Aim, Measurement, NotMeasurableError, reader_faults
from deedbox.bench.reader_faults import Model, started
from deedbox.bench.reader_field import DEVICE, IRQ, POLL_MS, POLLED, Field, kind_of
from deedbox.build.unixport import UnixPort
from deedbox.models.iso14443 import Tag
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.pn532 import PN532Model

FIELDS = {
    "empty_poll": b"",
    "uid4": bytes.fromhex("deadbe01"),
    "uid7": bytes.fromhex("04a1b2c3d4e5f6"),
}
READS = 3  # the most expensive read is reported, because the first one may differ
# The name before that of a row: the model, how it says that it is ready, and the most transactions.
_LIMITS: dict[str, tuple[Model, str, dict[str, int]]] = {
    "rfid": (MFRC522Model, IRQ, {"empty_poll": 8, "uid4": 20, "uid7": 32}),
    "rfid.polled": (MFRC522Model, POLLED, {"empty_poll": 60, "uid4": 130, "uid7": 230}),
    "rfid.pn532": (PN532Model, IRQ, {"empty_poll": 6, "uid4": 6, "uid7": 6}),
}
_READERS: dict[str, Model] = {"rfid": MFRC522Model, "rfid.pn532": PN532Model}
# Between two taps. A look of a PN532 takes three steps, so it is later to know that a tag is gone.
_GAPS_MS = {"rfid": 100, "rfid.pn532": 300}
_TAG = 1  # banker.drivers.codes.TAG
# The most popular drivers for the Pico (danjperron, cefn, vtt-info), with the same model of the chip.
_OTHERS = {
    "empty_poll": ("2013, 2013, 2013", "128944, 64208, 128944 B"),
    "uid4": ("105, 106, 103", ""),
    "uid7": ("188, wrong UID, wrong UID", ""),
}
TAP_MS = 50
TAPS = 100  # each begins at another moment between two polls
GARBLE_RATE = 0.2
HOLD_S = 60
_TAP, _GONE = 1, 2  # banker.drivers.taps
AIMS = [
    Aim(f"{prefix}.{field}.{what}", unit, limit, LOWER)
    for prefix, (_, _, limits) in _LIMITS.items()
    for field in FIELDS
    for what, unit, limit in (("transactions", "1", limits[field]), ("bytes_allocated", "B", 0))
]
for _prefix in _READERS:
    AIMS += [
        Aim(f"{_prefix}.taps_50ms_noticed", "%", 100, HIGHER),
        Aim(f"{_prefix}.garbled.false_taps_per_minute", "1/min", 0, LOWER),
        Aim(f"{_prefix}.garbled.false_removals_per_minute", "1/min", 0, LOWER),
        *reader_faults.aims(_prefix),
    ]


class Conversation(NamedTuple):
    transactions: int  # of the most expensive read
    recording: bytes


def measure(target: str) -> dict[str, Measurement]:
    rows = {}
    with UnixPort("banker/drivers/", machine_code=True) as port:
        for prefix, (model, mode, _) in _LIMITS.items():
            kind = kind_of(model())
            for field, uid in FIELDS.items():
                talk = record_reads(port, mode, uid, model)
                name = f"{prefix}.{field}"
                others, garbage = _OTHERS[field] if kind == "mfrc522" else ("", "")
                rows[f"{name}.transactions"] = Measurement(
                    talk.transactions,
                    f"counted: wake, select, halt; the driver in MicroPython, {mode}, model chip"
                    + (f"; danjperron, cefn, vtt-info: {others}" if others else ""),
                )
                rows[f"{name}.bytes_allocated"] = Measurement(
                    count_allocations(port, mode, talk.recording, kind),
                    "counted: heap taken by the same read in MicroPython, from a recorded bus"
                    + (f"; danjperron, cefn, vtt-info: {garbage}" if garbage else ""),
                )
        for prefix, model in _READERS.items():
            rows |= count_taps(port, prefix, model)
            rows |= reader_faults.measure(port, prefix, model)
    return rows


def count_taps(port: UnixPort, prefix: str, model: Model) -> dict[str, Measurement]:
    """How many taps are noticed, and false events while a tag stays there; with the IRQ pin."""
    successes = 0
    with started(port, model()) as field:
        for n in range(TAPS):
            field.poll_for(POLL_MS + n % POLL_MS)  # each tap begins at another moment
            tag = Tag(bytes((0x10, 0x20, 0x30, n)))
            field.model.place(tag)
            events = field.poll_for(TAP_MS)
            field.model.remove(tag)
            successes += (events + field.poll_for(_GAPS_MS[prefix])).count(_TAP) == 1
    with started(port, model()) as noisy_field:
        noisy_field.model.garble(GARBLE_RATE, seed=1)
        noisy_field.model.place(Tag(FIELDS["uid7"]))
        events = noisy_field.poll_for(HOLD_S * 1000)
    if _TAP not in events:
        raise NotMeasurableError("the driver did not notice the tag")
    how = f"counted: a tag stays for {HOLD_S} s, {GARBLE_RATE:.0%} of the frames garbled, a look every 20 ms"
    return {
        f"{prefix}.taps_50ms_noticed": Measurement(
            100 * successes / TAPS,
            f"counted: {TAPS} taps of {TAP_MS} ms, {_GAPS_MS[prefix]} ms or more between them, a look every "
            f"{POLL_MS} ms; the usual loop with the most used driver notices 34 % of taps of 100 ms",
        ),
        f"{prefix}.garbled.false_taps_per_minute": Measurement(events.count(_TAP) - 1, how),
        f"{prefix}.garbled.false_removals_per_minute": Measurement(
            events.count(_GONE), how + ("; with a single WUPA for a miss: 116" if prefix == "rfid" else "")
        ),
    }


def record_reads(port: UnixPort, mode: str, uid: bytes, model: Model = MFRC522Model) -> Conversation:
    """Let the driver read this tag READS times, in the model's time, and record its bytes on the bus."""
    most = 0
    with Field(port, model(start_up_ns=0), mode) as field:
        field.ask("init")
        if uid:
            field.model.place(Tag(uid))
        for _ in range(READS):
            field.clock.sleep_ms(20)
            before = field.model.transactions
            _check_uid(field.ask("read"), uid)
            most = max(most, field.model.transactions - before)
        return Conversation(most, bytes(field.recording))


def _check_uid(answer: list[str], uid: bytes) -> None:
    if uid and answer != [str(_TAG), uid.hex()]:
        raise NotMeasurableError(f"the driver read {' '.join(answer[1:]) or 'nothing'}, not {uid.hex()}")


def count_allocations(port: UnixPort, mode: str, recording: bytes, kind: str = "mfrc522") -> int:
    """The bytes of heap that the most expensive read takes."""
    return int(port.run(DEVICE / "replay.py", f"{mode} {kind}\n{recording.hex()}\n{READS}\n", heap="1M"))
