"""The twin of this user as a target: the box that `deedbox play` shows, switched on for one command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_twin() -> Iterator[str]:
    """Its port, as long as this lasts. It keeps its flash from one time to the next."""
    from . import NoDevice

    try:
        from deedbox.twin import Twin
        from deedbox.twin.alone import InUse, hold
    except ImportError:
        raise NoDevice("the twin needs Linux or macOS; take a serial port") from None
    from deedbox import firmware
    from deedbox.play import flashes
    from deedbox.tags import TagSet

    flash = flashes.path_of(flashes.newest() or flashes.OWN)
    try:
        lock = hold(flash)
    except InUse as used:
        where = f" at {used}" if str(used) else ""
        raise NoDevice(f"the twin is running already{where}; end that first") from None
    with lock:
        files = None
        if not flash.exists():
            files = {**firmware.compiled(), "tags.bin": TagSet().file()}
        with Twin(flash, files=files) as twin:
            yield twin.serial.path
