"""Sends files to the emulated chip over our link, while the game runs, and with mpremote's file copy.

mpremote runs in this process on the chip's serial port. Emulated time passes only while it waits for the
chip, so both figures are the time of the box alone.
"""

from __future__ import annotations

import json
import random
import string
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from deedbox import editions
from deedbox.bench import Measurement
from deedbox.devices.chip import ChipTransport
from deedbox.editions import compiler
from deedbox.link import Session

if TYPE_CHECKING:
    from deedbox.bench.chipbox import ChipBox
    from deedbox.chip import Chip

_ANSWER_S = 30.0
_LARGE = 12_000
_OTHERS = ("dog-lovers", "spider-man", "star-wars-ep1")


class ChipSerial:
    """The methods of a serial port that mpremote uses; emulated time passes only while it waits."""

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._position = len(chip.output)

    def write(self, data: bytes) -> int:
        self._chip.write(data)
        return len(data)

    def inWaiting(self) -> int:  # noqa: N802 pyserial's name
        return len(self._chip.output) - self._position

    def read(self, count: int = 1) -> bytes:
        self._chip.run_until(lambda: self.inWaiting() >= count, 10_000, "an answer to mpremote")
        self._position += count
        return bytes(self._chip.output[self._position - count : self._position])


def _another(name: str) -> bytes:
    """This edition with another word for its money."""
    edition = editions.load_edition(name)
    return compiler.compile_edition(replace(edition, currency={**edition.currency, "name": "marbles"}))


def sync_by_link(box: ChipBox) -> dict[str, Measurement]:
    """Send editions, then one large file, in both ways; afterwards the box is at its prompt."""
    chip = box.chip
    # Files that differ from those on the box; the large one is a fixture, since no board is as long.
    boards = {f"editions/{name}.bin": _another(name) for name in _OTHERS}
    letters = "".join(random.Random(1).choices(string.ascii_letters, k=_LARGE - len('{"x": ""}')))
    large = {"fixtures/large.json": json.dumps({"x": letters}).encode()}
    session = Session(ChipTransport(chip), timeout_s=_ANSWER_S)
    session.put("fixtures/first.json", b"{}")  # loads the modules for sending
    ours = [_ours_s(session, chip, files) for files in (boards, large)]
    box.open_prompt()
    theirs = _mpremote_s(chip, (boards, large))
    rows = {}
    for files, our_s, their_s, name in zip((boards, large), ours, theirs, ("boards", "large"), strict=True):
        size = sum(map(len, files.values()))
        how = f"emulated: {size} bytes in {len(files)} files, beside the game, checked on flash; "
        how += f"mpremote at the prompt {size / their_s / 1024:.1f} KB/s; flash and stdin allow 45"
        rows[f"chip.sync_{name}_kb_per_s"] = Measurement(round(size / our_s / 1024, 1), how)
        rows[f"chip.sync_{name}_speedup_over_mpremote"] = Measurement(round(their_s / our_s, 2), how)
    return rows


def _ours_s(session: Session, chip: Chip, files: Mapping[str, bytes]) -> float:
    began_ns = chip.now_ns
    for path, data in files.items():
        session.put(path, data)
    return (chip.now_ns - began_ns) / 1e9


def _mpremote_s(chip: Chip, sets: Sequence[Mapping[str, bytes]]) -> list[float]:
    from mpremote.transport_serial import SerialTransport

    transport: Any = SerialTransport.__new__(SerialTransport)
    transport.serial = ChipSerial(chip)
    transport.device_name = "chip"
    transport.in_raw_repl = transport.mounted = False
    transport.use_raw_paste = transport.is_pty = True
    transport.enter_raw_repl(soft_reset=False, timeout_overall=600)
    transport.exec("import os\nos.mkdir('/copies')")
    times = []
    for files in sets:
        began_ns = chip.now_ns
        for path, data in files.items():
            transport.fs_writefile(f"/copies/{path.partition('/')[2]}", data)
        times.append((chip.now_ns - began_ns) / 1e9)
    transport.exit_raw_repl()
    return times
