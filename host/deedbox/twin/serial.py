"""The twin's USB serial port: a pseudo-terminal for other programs, and the newest output for tests.

The firmware has an inner terminal of its own. Bytes are passed between the two as the Pico does it: Ctrl-C
interrupts a running program unless the program has switched that off, and a line feed goes out as CR LF.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
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
_OUTPUT_MOST = 1 << 20
_QUEUE_BYTES = 4096
_UNREAD_S = 0.5
_LOOK_MS = 20  # between two checks whether another program has opened the port


def _catches_interrupts(pid: int) -> bool:
    """Does SIGINT raise KeyboardInterrupt in the firmware? Otherwise it would end the process."""
    try:
        mask = _caught_on_linux(pid) if sys.platform == "linux" else _caught_by_ps(pid)
        return bool(int(mask, 16) & 1 << (signal.SIGINT - 1))
    except (OSError, ValueError):
        return False  # the process has just ended


def _caught_on_linux(pid: int) -> str:
    with open(f"/proc/{pid}/status") as status:
        return next(line.split()[1] for line in status if line.startswith("SigCgt:"))


def _caught_by_ps(pid: int) -> str:
    """macOS has no /proc."""
    command = ["ps", "-o", "sigcatch=", "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


class SerialPort:
    """The port exists as long as the twin; the firmware's processes start and end behind it.

    Only one thread reads, writes and closes terminals. The others set attributes, with the lock.
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
        self._prelude: bytearray | None = None
        self._attach_count = 0  # bytes of output before the process of now
        self._closed = False
        self.output = bytearray()
        self.output_count = 0  # bytes so far, including those that are no longer in `output`
        self.lost_count = 0
        self._thread = threading.Thread(target=self._pump, name="twin-serial", daemon=True)
        self._thread.start()

    @property
    def raw(self) -> bool:
        """Has the firmware stopped, and does it wait in the raw REPL?

        Only output of the process of now counts: after a reset no text says that the raw REPL is left.
        """
        with self._lock:
            start = max(0, len(self.output) - (self.output_count - self._attach_count))
            return self.output.rfind(RAW_PROMPT, start) > self.output.rfind(_FRIENDLY, start)

    @property
    def at_prompt(self) -> bool:
        """Does another program talk to MicroPython's prompt? What the page sends would disturb it."""
        with self._lock:
            return self._prelude is not None or self.raw or self.output.endswith(_PROMPT)

    def attach(self, raw: bool = False) -> int:
        """Open a new inner terminal; returns the end for the new process.

        With `raw` the process is brought into the raw REPL first; its output until then is not passed on.
        """
        self.detach()
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        with self._lock:
            self._inner = master
            self._attach_count = self.output_count
            self._to_device.clear()
            self._prelude = bytearray() if raw else None
        self._wake()
        return slave

    def belongs_to(self, pid: int) -> None:
        self._pid = pid

    def detach(self) -> None:
        """After the process has ended: pass on its last output and close its terminal."""
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
        """Pass on a text as output of the device."""
        self._forward(text)
        with self._lock:
            self.output += text
            self.output_count += len(text)
            del self.output[:-_OUTPUT_MOST]
            self._lock.notify_all()

    def _wake(self) -> None:
        os.write(self._wake_write, b".")

    # -- in the port's own thread --

    def _pump(self) -> None:
        while not self._closed:
            self._close_inner()
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
                    self._read_outer(event)
                elif handle == inner:
                    self._serve(inner, event)

    def _close_inner(self) -> None:
        leaving = self._leaving
        if leaving is not None:
            while self._read_inner(leaving):
                pass
            os.close(leaving)
            with self._lock:
                self._leaving = None
                self._lock.notify_all()

    def _read_outer(self, event: int) -> None:
        if event & select.POLLIN:
            try:
                data = os.read(self._outer, 4096)
            except OSError:  # the other program has closed it
                return
            with self._lock:
                self._to_device += data

    def _serve(self, inner: int, event: int) -> None:
        if event & select.POLLOUT:
            self._write_inner(inner)
        if event & ~select.POLLOUT and not self._read_inner(inner):
            time.sleep(_LOOK_MS / 1000)  # the process has ended; detach() will be called

    def _write_inner(self, inner: int) -> None:
        """Pass on waiting bytes, up to the next Ctrl-C or as many as the terminal takes."""
        with self._lock:
            part = bytes(self._to_device[:1024])
        if not part:
            return
        end = part.find(CTRL_C)
        if end == 0 and self._pid and _catches_interrupts(self._pid):
            with suppress(ProcessLookupError):  # the process has just ended
                os.kill(self._pid, signal.SIGINT)
            time.sleep(0.01)  # two SIGINTs at once would end the interpreter
            count = 1
        else:
            try:
                count = os.write(inner, part[: end if end > 0 else 1 if end == 0 else None])
            except OSError:
                return
        with self._lock:
            del self._to_device[:count]

    def _read_inner(self, inner: int) -> bool:
        """Pass on output of the firmware; False if there is none."""
        try:
            data = os.read(inner, 4096)
        except OSError:  # no output, or the other end is closed
            return False
        if data and self._prelude is not None:
            data = self._lead_into_raw(data, self._prelude)
        elif not data:
            return False
        self.say(self._carriage_returns(data))
        return True

    def _lead_into_raw(self, data: bytes, prelude: bytearray) -> bytes:
        had_prompt = _PROMPT in prelude
        prelude += data
        if RAW_PROMPT in prelude:
            self._prelude = None
            return bytes(prelude[prelude.index(RAW_PROMPT) :])
        if _PROMPT in prelude and not had_prompt:  # not before, because the prompt discards earlier input
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
        """Has another program opened the port?"""
        look = select.poll()
        look.register(self._outer, 0)
        return not look.poll(0)

    def _forward(self, data: bytes) -> None:
        # The Pico, too, waits so long for a host that does not read at all.
        deadline = time.monotonic() + _UNREAD_S
        while data and self._connected():
            try:
                data = data[os.write(self._outer, data) :]
                deadline = time.monotonic() + _UNREAD_S
            except BlockingIOError:
                if time.monotonic() > deadline:
                    self.lost_count += len(data)
                    return
                time.sleep(0.005)
            except OSError:  # the other program has closed it
                return
