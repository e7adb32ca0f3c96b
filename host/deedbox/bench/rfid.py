"""What a read of the field costs on the bus and on the heap, with the IRQ pin and without."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from deedbox.models.bus import Clock, SPIBus, reader_pins
from deedbox.models.iso14443 import Tag
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.unixport import UnixPort

from . import LOWER, Aim, Measured, NotHere

DEVICE = Path(__file__).with_name("device")
FIELDS = {
    "empty_poll": b"",
    "uid4": bytes.fromhex("deadbe01"),
    "uid7": bytes.fromhex("04a1b2c3d4e5f6"),
}
READS = 3  # the first may be special: every one counts, the dearest is told
_LIMITS = {"empty_poll": (8, 60), "uid4": (20, 130), "uid7": (32, 230)}
_TAG = 1  # banker.drivers.mfrc522.TAG
AIMS = [
    Aim(f"{prefix}.{field}.{what}", unit, limit, LOWER)
    for prefix, polled in (("rfid", 0), ("rfid.polled", 1))
    for field in FIELDS
    for what, unit, limit in (("transactions", "1", _LIMITS[field][polled]), ("bytes_allocated", "B", 0))
]


class Conversation(NamedTuple):
    transactions: int  # of the dearest read
    recording: bytes


def measure(target: str) -> dict[str, Measured]:
    found = {}
    with UnixPort("banker/drivers/", machine_code=True) as port:
        for prefix, mode in (("rfid", "irq"), ("rfid.polled", "polled")):
            for field, uid in FIELDS.items():
                talk = converse(port, mode, uid)
                name = f"{prefix}.{field}"
                found[f"{name}.transactions"] = Measured(
                    talk.transactions,
                    f"counted: wake, select, halt; the driver in MicroPython, {mode}, model chip",
                )
                found[f"{name}.bytes_allocated"] = Measured(
                    allocated(port, mode, talk.recording),
                    "counted: heap taken by the same read in MicroPython, from a recorded bus",
                )
    return found


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
        raise NotHere(f"the driver stopped: {line.strip()}")
    return Conversation(max(counts), bytes(recording))


def _check(answer: str, uid: bytes) -> None:
    result, _, read = answer.partition(" ")
    if uid and (int(result) != _TAG or read != uid.hex()):
        raise NotHere(f"the driver read {read or 'nothing'}, not {uid.hex()}")


def allocated(port: UnixPort, mode: str, recording: bytes) -> int:
    return int(port.run(DEVICE / "replay.py", f"{mode}\n{recording.hex()}\n{READS}\n", heap="1M"))
