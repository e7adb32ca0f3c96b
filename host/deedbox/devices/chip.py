"""The emulated chip as a target: a box of its own, made for one command. Its time is its own, too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deedbox.chip import Chip
    from deedbox.link import Session

_ANSWER_S = 30.0


class ChipTransport:
    """The link's bytes through the chip's USB; emulated time passes only while somebody waits."""

    name = "chip"

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._read = len(chip.output)

    def write(self, data: bytes) -> None:
        self._chip.write(data)

    def read(self, timeout_s: float) -> bytes:
        try:
            self._chip.run_until(lambda: len(self._chip.output) > self._read, timeout_s * 1000)
        except TimeoutError:
            return b""
        data = bytes(self._chip.output[self._read :])
        self._read += len(data)
        return data

    def now_s(self) -> float:
        return self._chip.now_ns / 1e9

    def close(self) -> None:
        pass  # it ends with its chip


@contextmanager
def started() -> Iterator[Session]:
    from deedbox import firmware
    from deedbox.chip import Chip
    from deedbox.link import Session
    from deedbox.tags import TagSet

    files = {**firmware.compiled(firmware.PICO_MARCH), "tags.bin": TagSet().file()}
    with Chip(files=files) as chip:
        session = Session(ChipTransport(chip), timeout_s=_ANSWER_S)
        session.hello()
        yield session
