"""A cable between mpremote and a twin that harms what the box says, from one moment on.

What a host says arrives as it is, so that the box is a real one at its real prompt. The moments are counted
by what the host sends: how often it asked for the raw prompt, and how many scripts it sent there.
"""

import os
import threading
from dataclasses import dataclass

from broken_box import EVIL

from deedbox.twin.terminal import Terminal

RAW_PROMPT, SCRIPT = b"\r\x01", b"\x05A\x01"  # what mpremote sends for each
WORDS = {RAW_PROMPT: "at prompt", SCRIPT: "at script"}
_NO_ERROR = b"\x04\x04>"  # how the answer to a script ends: its output, no error, the prompt
_NOISE = b"\x1b[31mTraceback \xff" * 64
_LOOK_S = 0.002
_ROOM = 1 << 16  # bytes of noise that wait for a host


@dataclass(frozen=True)
class Harm:
    """`kind` begins when the host sends `mark` for the time `at`; without a mark from the first byte on."""

    kind: str
    mark: bytes = b""
    at: int = 1

    def __str__(self) -> str:
        return f"{self.kind} {WORDS[self.mark]} {self.at}" if self.mark else f"{self.kind} from the start"


def _error(line: bytes):
    traceback = b'Traceback (most recent call last):\r\n  File "<stdin>", line 9, in <module>\r\n' + line
    return lambda data: data.replace(_NO_ERROR, b"\x04" + traceback + b"\r\n\x04>")


def _flip(data: bytes) -> bytes:
    return bytes(byte ^ (at % 40 == 39) for at, byte in enumerate(data))


# How the bytes change that the box says.
BYTES = {
    "silence": lambda data: b"",
    "flipped bits": _flip,
    "lost bytes": lambda data: bytes(byte for at, byte in enumerate(data) if at % 40 != 39),
    "every piece twice": lambda data: data * 2,
    "odd letters": lambda data: data.replace(b"\r\n", EVIL.encode("utf-8", "surrogatepass") + b"\r\n"),
    "no memory": _error(b"MemoryError: memory allocation failed, allocating 4096 bytes"),
    "no room": _error(b"OSError: [Errno 28] ENOSPC"),
    "a bad flash": _error(b"OSError: [Errno 5] EIO"),
    "another error": _error(b"AttributeError: '\x1b[2J' object has no attribute 'x'"),
    "a prompt at once": lambda data: data + b"\x04\x04>",
}
KINDS = (*BYTES, "endless noise", "half", "unplugged")


class OddCable(threading.Thread):
    """`with OddCable(twin, harm) as cable:` the command gets `cable.path` as its port."""

    def __init__(self, twin, harm: Harm | None = None) -> None:
        super().__init__(daemon=True)
        self._harm = harm
        self._terminal = Terminal()
        self._box = os.open(twin.serial.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._closed = threading.Event()
        self._from_host = b""  # the last bytes: a mark may come in two pieces
        self._left = 100  # bytes of "half" that still pass
        self._begun = harm is not None and not harm.mark
        self.marks = {RAW_PROMPT: 0, SCRIPT: 0}
        self.harmed = 0  # bytes of the box that came otherwise than it sent them
        self.path = self._terminal.path

    def __enter__(self) -> "OddCable":
        self.start()
        return self

    def __exit__(self, *error) -> None:
        self._closed.set()
        self.join(10)
        os.close(self._box)
        if not self._unplugged:
            self._terminal.close()

    @property
    def _unplugged(self) -> bool:
        return self._begun and self._harm.kind == "unplugged"

    def run(self) -> None:
        while not self._closed.wait(_LOOK_S):
            self._to_box(self._terminal.read())
            if self._unplugged:
                self.harmed += 1
                self._terminal.close()
                return
            try:
                data = os.read(self._box, 4096)
            except OSError:  # it says nothing, or its process starts again
                data = b""
            self._terminal.write(self._to_host(data))

    def _to_box(self, data: bytes) -> None:
        if not data:
            return
        text = self._from_host + data
        for mark in self.marks:
            self.marks[mark] += text.count(mark)
            if self._harm and self._harm.mark == mark and self.marks[mark] >= self._harm.at:
                self._begun = True
        halves = [mark[:length] for mark in self.marks for length in range(1, len(mark))]
        self._from_host = max((half for half in halves if text.endswith(half)), key=len, default=b"")
        while data:
            try:
                data = data[os.write(self._box, data) :]
            except BlockingIOError:
                if self._closed.wait(_LOOK_S):
                    return

    def _to_host(self, data: bytes) -> bytes:
        if not self._begun:
            return data
        kind = self._harm.kind
        if kind == "endless noise":
            out = _NOISE if len(self._terminal._waiting) < _ROOM else b""
        elif kind == "half":
            out, self._left = data[: self._left], max(0, self._left - len(data))
        else:
            out = BYTES[kind](data) if data else b""
        self.harmed += out != data
        return out
