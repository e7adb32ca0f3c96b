"""The twin's USB serial port: a pseudo-terminal for other programs, and the newest output for tests.

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
from contextlib import suppress

CTRL_C = 0x03
RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_CTRL_A = b"\x01"
_PROMPT = b">>> "
_FRIENDLY = b'Type "help()" for more information.'
KEPT_BYTES = 1 << 20
_QUEUE_BYTES = 4096
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
    """Lives as long as the twin; the firmware's processes come and go behind it.

    Terminals are read, written and closed by one thread only; the others leave their wishes under the lock.
    """

    def __init__(self, lock: threading.Condition) -> None:
        self._lock = lock
        self._outer, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._outer, False)
        self._wake_read, self._wake_write = os.pipe()
        self._inner: int | None = None
        self._leaving: int | None = None
        self._pid = 0
        self._to_device = bytearray()
        self._last = 0
        self._hidden: bytearray | None = None
        self._closed = False
        self.output = bytearray()
        self.said = 0  # bytes so far, also those no longer in `output`
        self.dropped = 0
        self._thread = threading.Thread(target=self._pump, name="twin-serial", daemon=True)
        self._thread.start()

    @property
    def raw(self) -> bool:
        """Whether the firmware has stopped and waits in the raw REPL."""
        return self.output.rfind(RAW_PROMPT) > self.output.rfind(_FRIENDLY)

    def attach(self, raw: bool = False) -> int:
        """A fresh inner terminal; returns the end for the new process. With `raw` the process is led into
        the raw REPL before anybody hears of it.
        """
        self.detach()
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        with self._lock:
            self._inner = master
            self._to_device.clear()
            self._hidden = bytearray() if raw else None
        self._wake()
        return slave

    def belongs_to(self, pid: int) -> None:
        self._pid = pid

    def detach(self) -> None:
        """The process has ended: pass on its last output and forget its terminal."""
        with self._lock:
            if self._inner is None:
                return
            self._leaving, self._inner = self._inner, None
            self._wake()
            while self._leaving is not None:
                self._lock.wait()

    def close(self) -> None:
        if self._closed:
            return
        self.detach()
        self._closed = True
        self._wake()
        self._thread.join()
        for handle in (self._outer, self._wake_read, self._wake_write):
            os.close(handle)

    def write(self, data: bytes) -> None:
        """Send bytes as a host would. Nothing is lost: bytes wait until the firmware reads them."""
        with self._lock:
            self._to_device += data
        self._wake()

    def say(self, text: bytes) -> None:
        """Output as if the device had printed it."""
        self._forward(text)
        with self._lock:
            self.output += text
            self.said += len(text)
            del self.output[:-KEPT_BYTES]
            self._lock.notify_all()

    def _wake(self) -> None:
        os.write(self._wake_write, b".")

    # -- in the port's own thread --

    def _pump(self) -> None:
        while not self._closed:
            self._part()
            inner = self._inner
            waiting = select.poll()
            waiting.register(self._wake_read, select.POLLIN)
            if inner is not None:
                waiting.register(inner, select.POLLIN | (select.POLLOUT if self._to_device else 0))
            if self._connected() and len(self._to_device) < _QUEUE_BYTES:
                waiting.register(self._outer, select.POLLIN)
            for handle, event in waiting.poll(_LOOK_MS):
                if handle == self._wake_read:
                    os.read(handle, 64)
                elif handle == self._outer:
                    self._hear(event)
                elif handle == inner:
                    self._serve(inner, event)

    def _part(self) -> None:
        leaving = self._leaving
        if leaving is not None:
            while self._take(leaving):
                pass
            os.close(leaving)
            with self._lock:
                self._leaving = None
                self._lock.notify_all()

    def _hear(self, event: int) -> None:
        if event & select.POLLIN:
            try:
                data = os.read(self._outer, 4096)
            except OSError:  # it was closed in between
                return
            with self._lock:
                self._to_device += data

    def _serve(self, inner: int, event: int) -> None:
        if event & select.POLLOUT:
            self._give(inner)
        if event & ~select.POLLOUT and not self._take(inner):
            time.sleep(_LOOK_MS / 1000)  # the process has ended; detach() will come

    def _give(self, inner: int) -> None:
        """Pass on waiting bytes, up to the next Ctrl-C or as many as the terminal takes."""
        with self._lock:
            part = bytes(self._to_device[:1024])
        if not part:
            return
        end = part.find(CTRL_C)
        if end == 0 and self._pid and _catches_interrupts(self._pid):
            with suppress(ProcessLookupError):  # it has ended in this moment
                os.kill(self._pid, signal.SIGINT)
            time.sleep(0.01)  # a second one before the first was noticed would end the interpreter
            written = 1
        else:
            try:
                written = os.write(inner, part[: end if end > 0 else 1 if end == 0 else None])
            except OSError:
                return
        with self._lock:
            del self._to_device[:written]

    def _take(self, inner: int) -> bool:
        """Pass on what the firmware printed; False if there is nothing."""
        try:
            data = os.read(inner, 4096)
        except OSError:  # nothing there, or the other end is closed
            return False
        if data and self._hidden is not None:
            data = self._lead_into_raw(data, self._hidden)
        elif not data:
            return False
        self.say(self._carriage_returns(data))
        return True

    def _lead_into_raw(self, data: bytes, hidden: bytearray) -> bytes:
        asked = _PROMPT in hidden
        hidden += data
        if RAW_PROMPT in hidden:
            self._hidden = None
            return bytes(hidden[hidden.index(RAW_PROMPT) :])
        if _PROMPT in hidden and not asked:  # not before: entering the prompt discards what was typed
            self.write(_CTRL_A)
        return b""

    def _carriage_returns(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            if byte == 0x0A and self._last != 0x0D:
                out.append(0x0D)
            out.append(byte)
            self._last = byte
        return bytes(out)

    def _connected(self) -> bool:
        """Whether somebody has opened the port."""
        look = select.poll()
        look.register(self._outer, 0)
        return not look.poll(0)

    def _forward(self, data: bytes) -> None:
        deadline = time.monotonic() + 0.5  # the Pico waits as long for a host that does not read
        while data and self._connected():
            try:
                data = data[os.write(self._outer, data) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    self.dropped += len(data)
                    return
                time.sleep(0.005)
            except OSError:  # it was closed in between
                return
