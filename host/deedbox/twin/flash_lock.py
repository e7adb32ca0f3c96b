"""A lock for a flash file, so that two twins never write to the same one."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import TextIO


class InUseError(Exception):
    """Another process uses the file; the text is the note of that process."""


def lock_flash(flash: Path, note: str = "") -> TextIO:
    """Lock a flash file until the returned file is closed or this process ends, however it ends."""
    lock = open(flash.with_suffix(".lock"), "a+", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        other_note = lock.read()
        lock.close()
        raise InUseError(other_note) from None
    lock.truncate(0)
    lock.write(note)
    lock.flush()
    return lock
