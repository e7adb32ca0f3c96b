"""A lock for a flash file, so that two twins never write to the same one, and a note where that twin is.

The note is in the lock file, and counts only while the lock is held. It names the twin's terminal, which
another program may have got since then if the lock is free.
"""

from __future__ import annotations

import fcntl
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

_ENDING = ".lock"


@dataclass(frozen=True)
class Note:
    page: str = ""  # the address of the page that shows the box
    port: str = ""  # its serial port; "" while it starts
    board: str = ""  # the number of its Pico


class InUseError(Exception):
    """Another process uses the file; `note` is the note of that process."""

    def __init__(self, note: Note) -> None:
        super().__init__(note.page)
        self.note = note


def lock_flash(flash: Path, page: str = "") -> TextIO:
    """Lock a flash file until the returned file is closed or this process ends, however it ends."""
    lock = open(flash.with_suffix(_ENDING), "a+", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        note = _read_note(lock)
        lock.close()
        raise InUseError(note) from None
    write_note(lock, Note(page))
    return lock


def write_note(lock: TextIO, note: Note) -> None:
    """Say in a lock where its twin is."""
    lock.seek(0)
    lock.truncate(0)
    lock.write(json.dumps(asdict(note)))
    lock.flush()


def add_port(lock: TextIO, port: str, board: str) -> None:
    """Add the port to the note of a lock, as soon as the twin has one."""
    write_note(lock, Note(_read_note(lock).page, port, board))


def locked_notes(folder: Path) -> dict[str, Note]:
    """The notes of all locked flash files of a folder, by the name of the file."""
    notes = {}
    for path in sorted(folder.glob(f"*{_ENDING}")):
        with open(path, encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                notes[path.stem] = _read_note(lock)
    return notes


def _read_note(lock: TextIO) -> Note:
    lock.seek(0)
    try:
        return Note(**json.loads(lock.read()))
    except (ValueError, TypeError):
        return Note()  # it is just being written, or another version wrote it
