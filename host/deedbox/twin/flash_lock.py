"""One twin at a time on a flash file: two would write over each other."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import TextIO


class InUse(Exception):
    """Somebody else has the file; the text is what they left as a note."""


def hold(flash: Path, note: str = "") -> TextIO:
    """Hold a flash file until the returned file is closed, or this process ends, however it ends."""
    lock = open(flash.with_suffix(".lock"), "a+", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        said = lock.read()
        lock.close()
        raise InUse(said) from None
    lock.truncate(0)
    lock.write(note)
    lock.flush()
    return lock
