"""A Pico in BOOTSEL mode: its drive takes a UF2 file, then the Pico starts and its port appears.

The boot ROM shows a small drive with INFO_UF2.TXT on it. It takes the blocks of a UF2 file in any order,
ignores those for another chip, and starts the Pico when it has the last one; the drive is gone then, often
before the computer has closed the file.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from deedbox.deploy import uf2
from deedbox.devices import discovery

FILE_NAME = "deedbox.uf2"
GONE_S = 20.0  # the boot ROM restarts at once; a computer may write what it has buffered first
PORT_S = 30.0
_LOOK_S = 0.2
_PIECE = 64 * 1024
_IMAGES = {"RP2040": "RPI_PICO-*.uf2", "RP2350": "RPI_PICO2-*.uf2"}


class DriveError(Exception):
    """The Pico cannot be reached through its drive; one line that tells what to do."""


@dataclass(frozen=True)
class BootDrive:
    folder: Path
    chip: str  # RP2040 or RP2350

    @property
    def is_there(self) -> bool:
        return (self.folder / discovery.INFO_FILE).exists()


def choose_drive(folder: Path | None = None) -> BootDrive:
    """The drive in this folder, or the only one there is."""
    if folder is not None:
        return read_drive(folder)
    places = discovery.find_drives()
    if not places:
        raise DriveError(
            "no drive of a Pico in BOOTSEL mode is there: hold its BOOTSEL button while you plug it in with "
            "a cable that carries data; --drive names the drive if it is in an unusual place"
        )
    if len(places) > 1:
        raise DriveError(f"{len(places)} drives are there, name one: --drive {' or --drive '.join(places)}")
    if places[0].startswith("/dev/"):
        raise DriveError(
            f"a Pico in BOOTSEL mode is there, but its drive is not mounted: open it in the file manager, or "
            f"udisksctl mount -b {places[0]}"
        )
    return read_drive(Path(places[0]))


def read_drive(folder: Path) -> BootDrive:
    try:
        text = (folder / discovery.INFO_FILE).read_text(errors="replace")
    except OSError:
        raise DriveError(
            f"{folder} is no drive of a Pico in BOOTSEL mode: it has no {discovery.INFO_FILE}"
        ) from None
    chip = discovery.chip_of_drive(text)
    if chip is None:
        raise DriveError(f"{folder} is the drive of another board than a Raspberry Pi Pico")
    return BootDrive(folder, chip)


def check_image(drive: BootDrive, image: bytes, name: str) -> None:
    """DriveError if the image is for another chip than the drive's, whose boot ROM would ignore it."""
    chip = uf2.chip_of_image(image)
    if chip and chip != drive.chip:
        raise DriveError(
            f"{name} is for the {chip}, the Pico at {drive.folder} has an {drive.chip}: "
            f"take {_IMAGES[drive.chip]} from micropython.org"
        )
    if drive.chip != "RP2040":
        raise DriveError(
            f"the Pico at {drive.folder} is a Pico 2, which takes two steps: copy {name} onto that drive, "
            "then deedbox deploy installs Deedbox through its port"
        )


def copy_image(drive: BootDrive, data: bytes, progress: Callable[[int, int], None]) -> None:
    """Write the UF2 onto the drive and wait until the Pico has taken it and started."""
    size = 0
    try:
        with (drive.folder / FILE_NAME).open("wb", buffering=0) as file:
            while size < len(data):
                size += file.write(data[size : size + _PIECE])
                progress(size, len(data))
            os.fsync(file.fileno())
    except OSError as error:
        # The last block starts the Pico, so the drive may be gone before the computer has closed the file.
        if size < len(data) or drive.is_there:
            raise DriveError(_why_not_written(drive, error, size)) from None
    end_s = time.monotonic() + GONE_S
    while drive.is_there:
        if time.monotonic() > end_s:
            raise DriveError(
                f"the Pico has not taken the file: {drive.folder} is still there. Unplug it, hold BOOTSEL "
                "while you plug it in again, and repeat"
            )
        time.sleep(_LOOK_S)


def _why_not_written(drive: BootDrive, error: OSError, size: int) -> str:
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return f"{drive.folder} cannot be written ({error.strerror}): mount it for yourself, and repeat"
    if error.errno == errno.ENOSPC:
        return f"{drive.folder} is full after {size // 1024} KB: unplug the Pico, hold BOOTSEL, and repeat"
    if not drive.is_there:
        return f"{drive.folder} disappeared after {size // 1024} KB: was the cable pulled? Repeat"
    return f"{drive.folder} took no more after {size // 1024} KB ({error.strerror or error}): repeat"


def known_ports() -> frozenset[str]:
    return frozenset(device.port for device in discovery.find_usb())


def wait_for_port(before: Collection[str], timeout_s: float | None = None) -> str:
    """The port of the Pico that has just started: the one that was not there `before`."""
    end_s = time.monotonic() + (PORT_S if timeout_s is None else timeout_s)
    while True:
        ports = sorted(known_ports() - set(before))
        if ports:
            return ports[0]
        if time.monotonic() > end_s:
            raise DriveError(
                "the Pico has taken the file, but its port has not appeared: unplug it and plug it in again; "
                "`deedbox devices` lists it then"
            )
        time.sleep(_LOOK_S)
