"""One pseudo-terminal that other programs open like the serial port of a box. Reading it never waits."""

from __future__ import annotations

import os
import pty
import select
import tty


class Terminal:
    def __init__(self) -> None:
        self._outer, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._outer, False)
        self._waiting = b""

    def read(self) -> bytes:
        """The bytes that another program has sent so far."""
        if not self.connected:
            return b""
        try:
            return os.read(self._outer, 4096)
        except OSError:  # no bytes, or the other program has closed it
            return b""

    def write(self, data: bytes) -> None:
        """Write without waiting: bytes for which there is no room go out with the next write."""
        self._waiting += data
        if not self.connected:
            self._waiting = b""
        elif self._waiting:
            try:
                self._waiting = self._waiting[os.write(self._outer, self._waiting) :]
            except OSError:
                pass

    @property
    def connected(self) -> bool:
        """Has another program opened it?"""
        look = select.poll()
        look.register(self._outer, 0)
        return not look.poll(0)

    def close(self) -> None:
        os.close(self._outer)
