"""The emulated chip as a target. It has its own time, which is much slower than real time.

Commands that only ask get a new chip, which is thrown away. `deploy` and `play` use a chip whose flash stays
in a file, beside those of the twin; it is the same file for both emulators (devices.CHIPS).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from deedbox.build import firmware
from deedbox.extras import MissingExtraError, need_extra
from deedbox.files import write_file

if TYPE_CHECKING:
    from deedbox.chip import Chip
    from deedbox.chip.live import LiveChip
    from deedbox.link import Session

_ANSWER_S = 30.0
_PREPARE_S = 60.0
_GAME = "newgame.json"  # the game that a box begins at power-on
_HELD = "5"  # any key
_HELD_MS = 10_000  # the box looks for it within the first second


class ChipTransport:
    """The link through the chip's USB. Emulated time passes only while somebody waits."""

    name = "chip"

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._position = len(chip.output)

    def write(self, data: bytes) -> None:
        self._chip.write(data)

    def read(self, timeout_s: float) -> bytes:
        try:
            self._chip.run_until(lambda: len(self._chip.output) > self._position, timeout_s * 1000)
        except TimeoutError:
            return b""
        data = bytes(self._chip.output[self._position :])
        self._position += len(data)
        return data

    def now_s(self) -> float:
        return self._chip.now_ns / 1e9

    def close(self) -> None:
        pass  # the transport ends with its chip


@contextmanager
def start_session(kind: str) -> Iterator[Session]:
    """A session with a new box that has this firmware."""
    from deedbox.link import Session
    from deedbox.tagging.tag_map import TagSet

    with make_chip(
        {**firmware.compile_files(firmware.PICO_MARCH), "tags.bin": TagSet().file()}, kind
    ) as chip:
        session = Session(ChipTransport(chip), timeout_s=_ANSWER_S)
        session.hello()
        yield session


def make_chip(files: Mapping[str, bytes], kind: str) -> Chip:
    """A box with these files, switched off. A twin prepares its flash, since the chip would take minutes."""
    make = load_emulator(kind)
    try:
        from deedbox.models.flash import FlashModel
        from deedbox.twin import Twin
    except ImportError:
        return make(files=files)
    with Twin(files={path: data for path, data in files.items() if path != _GAME}) as twin:
        twin.wait_for(any, _PREPARE_S)
        twin.power_cut()
        image = firmware.update_image(
            twin.flash.image(), files, ()
        )  # adds the game, which begins on the chip
    return make(flash=FlashModel(firmware.FILESYSTEM_SIZE, image))


def load_emulator(kind: str, image: Path | None = None) -> type[Chip]:
    """The class for one of devices.CHIPS; NoDeviceError tells what is missing."""
    from deedbox.devices import NoDeviceError

    try:
        need_extra("chip")
    except MissingExtraError as error:
        raise NoDeviceError(str(error)) from None
    from deedbox.chip import CHIPS, find_image

    find_image(image)
    chip = CHIPS[kind]
    reason = chip.missing_parts()
    if reason:
        raise NoDeviceError(reason)
    return chip


class OwnChip:
    """The flash file of the user's own chip, locked until close()."""

    def __init__(self, *, blank: bool) -> None:
        """With `blank` a new flash is that of an empty Pico. Without it the flash gets this firmware."""
        from deedbox.devices import NoDeviceError

        try:
            from deedbox.twin.flash_lock import InUseError, lock_flash
        except ImportError:
            raise NoDeviceError("the chip needs Linux or macOS here; take a real one") from None
        from deedbox.models.flash import FlashModel
        from deedbox.play import flash_files

        path = flash_files.flash_path_of(flash_files.CHIP)
        try:
            self._lock = lock_flash(path)
        except InUseError:
            raise NoDeviceError("the chip is running already; end that first") from None
        if blank and not path.exists():
            write_file(path, firmware.make_image({}))
        elif not path.exists():
            flash_files.make_flash(path, table={"edition": "classic", "rules": {}}, march=firmware.PICO_MARCH)
        elif not blank:
            flash_files.renew_firmware(path, firmware.PICO_MARCH)
        self.flash = FlashModel(firmware.FILESYSTEM_SIZE, path)

    def close(self) -> None:
        self.flash.close()
        self._lock.close()


@contextmanager
def run_own_chip(kind: str, image: Path | None = None) -> Iterator[tuple[str, LiveChip]]:
    """The user's own chip and a port that mpremote can open, until the end of the `with` block."""
    make = load_emulator(kind, image)
    own = OwnChip(blank=True)
    from deedbox.chip.live import LiveChip
    from deedbox.twin.terminal import Terminal

    terminal = Terminal()
    chip = make(flash=own.flash, image=image)
    position = 0  # in the chip's output

    def pump() -> None:
        nonlocal position
        data = terminal.read()
        if data and chip.running:
            chip.write(data)
        terminal.write(bytes(chip.output[position:]))
        position = len(chip.output)

    # A key is held at power-on, as anybody may do who has a box at hand: the way to the prompt is open.
    chip.press(_HELD)
    live = LiveChip(chip, pump)
    live.start()
    live.do(lambda: chip.later(_HELD_MS, lambda: chip.release(_HELD)))
    try:
        yield terminal.path, live
    finally:
        live.close()
        terminal.close()
        own.close()
