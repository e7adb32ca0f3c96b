"""Records what the reader's driver and the model say to each other, for tests/micropython.

`python tests/drivers/record_reader.py` writes tests/micropython/reader_recording.py again.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "tests" / "micropython" / "reader_recording.py"
UID4 = b"\xde\xad\xbe\x01"
UID7 = bytes.fromhex("04a1b2c3d4e5f6")


class RecordingSPI:
    def __init__(self, spi) -> None:
        self._spi = spi
        self.recording = bytearray()

    def write(self, data) -> None:
        self._spi.write(data)
        self.recording += bytes([len(data)]) + data + bytes(len(data))

    def write_readinto(self, data, into) -> None:
        self._spi.write_readinto(data, into)
        self.recording += bytes([len(data)]) + data + into


def record(with_irq: bool, uid: bytes | None, steps: int, **setting) -> bytes:
    """init(), then so many steps of Taps, 20 ms apart, with this tag in the field."""
    from banker.drivers.iso14443a import TagReader
    from banker.drivers.mfrc522 import MFRC522
    from banker.drivers.taps import Taps
    from deedbox.models.bus import Clock, SPIBus, reader_pins
    from deedbox.models.iso14443 import Tag
    from deedbox.models.mfrc522 import MFRC522Model

    model = MFRC522Model(start_up_ns=0)
    if uid:
        model.place(Tag(uid))
    clock = Clock(model)
    cs, rst, irq = reader_pins(model, clock)
    spi = RecordingSPI(SPIBus(model, clock))
    chip = MFRC522(spi, cs, clock.sleep_us, rst, irq if with_irq else None)
    taps = Taps(TagReader(chip), **setting)
    assert chip.init()
    for step in range(steps):
        clock.sleep_ms(20)
        taps.step((step + 1) * 20)
    return bytes(spi.recording)


def recordings() -> dict[str, bytes]:
    return {
        "EMPTY_IRQ": record(True, None, 4),
        "EMPTY_POLLED": record(False, None, 2),
        "ASLEEP_IRQ": record(True, None, 20, idle_after_ms=60),
        "UID4_IRQ": record(True, UID4, 2),
        "UID7_IRQ": record(True, UID7, 2),
        "UID7_POLLED": record(False, UID7, 1),
    }


def source() -> str:
    """The module's text: hexadecimal lines in the form that MicroPython and the formatter accept."""
    lines = ['"""Conversations with the reader, made by tests/drivers/record_reader.py."""', ""]
    for name, data in recordings().items():
        lines.append(f"{name} = bytes.fromhex(")
        digits = data.hex()
        lines += [f'    "{digits[i : i + 96]}"' for i in range(0, len(digits), 96)]
        lines += [")", ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / folder) for folder in ("tests/cpython", "firmware", "host")]
    TARGET.write_text(source())
