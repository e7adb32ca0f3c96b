"""The user's own twin as a target: the box that `deedbox play` shows, switched on for one command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

_HELD = "5"  # any key
_BOOT_S = 60.0


@contextmanager
def own_twin(held: bool = False) -> Iterator[str]:
    """The port of the twin, which runs until the end of the `with` block. Its flash file stays.

    `held`: a key is held at power-on, so that the way to the prompt is open.
    """
    from deedbox.devices import NoDeviceError

    try:
        from deedbox.twin import Twin
        from deedbox.twin.flash_lock import InUseError, lock_flash
    except ImportError:
        raise NoDeviceError("the twin needs Linux or macOS; take a serial port") from None
    from deedbox.build import firmware
    from deedbox.play import flash_files
    from deedbox.tagging.tag_map import TagSet

    flash = flash_files.flash_path_of(flash_files.newest_twin() or flash_files.OWN)
    try:
        lock = lock_flash(flash)
    except InUseError as used:
        where = f" at {used}" if str(used) else ""
        raise NoDeviceError(f"the twin is running already{where}; end that first") from None
    with lock:
        files = None
        if not flash.exists():
            files = {**firmware.compile_files(), "tags.bin": TagSet().file()}
        twin = Twin(flash, files=files)
        if held:
            twin.press(_HELD)
        with twin:
            if held:
                twin.wait_for(any, _BOOT_S)
                twin.release(_HELD)
            yield twin.serial.path
