"""Compares the firmware's files with the hashes in data/hashes.txt, in pieces, while nobody waits.

Loaded on use. Cells of a flash lose their charge over the years, and a flipped bit of code does anything. The
list has a line for each file, its path and the first 8 bytes of its SHA-256, and at the end "*" with the hash
of all lines before it. Editions have a hash of their own, and games have CRCs.
"""

from __future__ import annotations

from binascii import hexlify
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from banker.ui.next_screen import opens_menu
from banker.ui.sounds import LOW

if TYPE_CHECKING:
    from banker.app.box import Box

_LIST = "data/hashes.txt"
_SIZE = 8  # bytes of a hash
_AT_ONCE = 8  # reads of a page in one idle moment: few, because keys and taps wait for them


def step(box: Box) -> None:
    """Go on. Once all is compared, the box says what is damaged, as soon as nobody is asked anything."""
    run: Any = box.file_check
    if type(run) is not FileCheck:  # it begins, or goes on after a pause
        run = box.file_check = FileCheck(run)
    if not run.finished:
        run.go_on(box.journal.seen)
        return
    box.damaged = tuple(run.damaged)
    if box.damaged:
        ui = box.ui
        if not opens_menu(ui.screen) and ui.screen != "setup.new_game":
            return
        ui.show("box.damaged_files", box.damaged)
        ui.sound = LOW
        box.run(())
    box.file_check = False


class FileCheck:
    def __init__(self, paused: tuple[Any, ...] | None = None) -> None:
        self.finished = False
        self.damaged: list[str] = []
        self._place = 0  # in the list
        self._lines = sha256()
        self._path = ""
        self._hash = b""
        self._file: Any = None
        self._digest: Any = None
        if paused:
            self.finished, self.damaged, self._place, self._lines, self._path, self._hash = paused[:6]
            self._digest, offset = paused[6:]
            if offset >= 0:
                try:
                    self._file = open(self._path, "rb")
                    self._file.seek(offset)
                except OSError:
                    self._judge()

    def pause(self) -> tuple[Any, ...]:
        """What it needs to go on later: neither this module nor the buffer of an open file stays in RAM."""
        offset = -1
        if self._file:
            offset = self._file.tell()
            self._file.close()
        so_far = (self.finished, self.damaged, self._place, self._lines, self._path, self._hash)
        return so_far + (self._digest, offset)

    def go_on(self, page: bytearray) -> None:
        """Read a few pages more."""
        for _ in range(_AT_ONCE):
            if not self._file:
                if not self._open_next():
                    return
                continue
            try:
                count = self._file.readinto(page)
            except OSError:
                count = 0
            if count:
                self._digest.update(memoryview(page)[:count])
            else:
                self._judge()

    def _open_next(self) -> bool:
        """Open the next file of the list; False: there is none."""
        try:
            with open(_LIST, "rb") as file:
                file.seek(self._place)
                line = file.readline()
        except OSError:
            line = b""
        words = line.split()
        if len(words) != 2 or words[0] == b"*":
            if self._place and words != [b"*", _text(self._lines)]:
                self.damaged.append(_LIST)
            self.finished = True
            return False
        self._place += len(line)
        self._lines.update(line)
        self._path, self._hash = words[0].decode(), words[1]
        self._digest = sha256()
        try:
            self._file = open(self._path, "rb")
        except OSError:
            self._judge()
        return True

    def _judge(self) -> None:
        """All of a file was read, or it cannot be."""
        if self._file:
            self._file.close()
            self._file = None
        if _text(self._digest) != self._hash:
            self.damaged.append(self._path)


def _text(digest: Any) -> bytes:
    return hexlify(digest.digest()[:_SIZE])
