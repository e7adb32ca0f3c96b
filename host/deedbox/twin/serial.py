"""The twin's USB serial port: a pseudo-terminal for whoever connects, and the newest output for tests.

The firmware's own terminal is a second, inner one. Between the two the bytes are treated as the Pico
does: Ctrl-C interrupts a running program but is a plain byte where the program asked for that, and a line
feed goes out as CR LF.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import threading
import time
import tty

CTRL_C = 0x03
KEPT_BYTES = 1 << 20
_LOOK_MS = 20  # how often to look whether somebody opened the port


def _catches_interrupts(pid: int) -> bool:
    """Whether SIGINT would raise KeyboardInterrupt in the firmware rather than end the process."""
    try:
        with open(f"/proc/{pid}/status") as status:
            for line in status:
                if line.startswith("SigCgt:"):
                    return bool(int(line.split()[1], 16) & 1 << (signal.SIGINT - 1))
    except OSError:
        pass
    return sys.platform != "linux"


class SerialPort:
    """Lives as long as the twin; the firmware's processes come and go behind it."""

    def __init__(self, lock: threading.Condition) -> None:
        self._lock = lock
        self._outer, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._outer, False)
        self._wake_read, self._wake_write = os.pipe()
        self._inner: int | None = None
        self._pid = 0
        self._last = 0
        self._closed = False
        self.output = bytearray()
        self.dropped = 0
        self._thread = threading.Thread(target=self._pump, name="twin-serial", daemon=True)
        self._thread.start()

    def attach(self) -> int:
        """A fresh inner terminal; returns the end for the new process."""
        self.detach()
        master, slave = pty.openpty()
        tty.setraw(slave)
        with self._lock:
            self._inner = master
        self._wake()
        return slave

    def belongs_to(self, pid: int) -> None:
        self._pid = pid

    def detach(self) -> None:
        with self._lock:
            inner, self._inner = self._inner, None
        if inner is not None:
            self._take(inner)
            os.close(inner)
        self._wake()

    def close(self) -> None:
        self._closed = True
        self.detach()
        self._thread.join()
        for handle in (self._outer, self._wake_read, self._wake_write):
            os.close(handle)

    def write(self, data: bytes) -> None:
        """What a host would send."""
        for part in _around_interrupts(data):
            inner = self._inner
            if inner is None:
                return
            if part[0] == CTRL_C and self._pid and _catches_interrupts(self._pid):
                os.kill(self._pid, signal.SIGINT)
                # A second one before the first was noticed ends the interpreter.
                time.sleep(0.01)
            else:
                os.write(inner, part)

    def say(self, text: bytes) -> None:
        """As if the device had printed it."""
        with self._lock:
            self.output += text
            del self.output[:-KEPT_BYTES]
            self._lock.notify_all()
        self._forward(text)

    def _wake(self) -> None:
        os.write(self._wake_write, b".")

    def _pump(self) -> None:
        look = select.poll()
        look.register(self._outer, select.POLLIN)
        while not self._closed:
            waiting = select.poll()
            waiting.register(self._wake_read, select.POLLIN)
            inner = self._inner
            if inner is not None:
                waiting.register(inner, select.POLLIN)
            connected = self._connected(look)
            if connected:
                waiting.register(self._outer, select.POLLIN)
            for handle, event in waiting.poll(_LOOK_MS):
                self._serve(handle, event, inner)

    def _serve(self, handle: int, event: int, inner: int | None) -> None:
        if handle == self._wake_read:
            os.read(handle, 64)
        elif handle == self._outer:
            if event & select.POLLIN:
                try:
                    self.write(os.read(handle, 4096))
                except OSError:
                    pass
        elif inner is not None and not self._take(inner):
            with self._lock:
                if self._inner == inner:  # the process is gone; its terminal stays until detach
                    self._inner = None
                    os.close(inner)

    def _take(self, inner: int) -> bool:
        """Pass on what the firmware printed; False at the end of the terminal."""
        ready = select.poll()
        ready.register(inner, select.POLLIN)
        while ready.poll(0):
            try:
                data = os.read(inner, 4096)
            except OSError:
                return False
            if not data:
                return False
            self.say(self._carriage_returns(data))
        return True

    def _carriage_returns(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            if byte == 0x0A and self._last != 0x0D:
                out.append(0x0D)
            out.append(byte)
            self._last = byte
        return bytes(out)

    def _connected(self, look: select.poll) -> bool:
        events = look.poll(0)
        return not (events and events[0][1] & select.POLLHUP)

    def _forward(self, data: bytes) -> None:
        look = select.poll()
        look.register(self._outer, 0)
        deadline = time.monotonic() + 0.5  # the Pico waits as long for a host that does not read
        while data and not any(event & select.POLLHUP for _, event in look.poll(0)):
            try:
                data = data[os.write(self._outer, data) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    self.dropped += len(data)
                    return
                time.sleep(0.005)


def _around_interrupts(data: bytes) -> list[bytes]:
    """The data with every Ctrl-C standing alone."""
    parts: list[bytes] = []
    for i, piece in enumerate(data.split(bytes((CTRL_C,)))):
        if i:
            parts.append(bytes((CTRL_C,)))
        if piece:
            parts.append(piece)
    return parts


