"""The link to a twin inside this process, so that its serial port stays free for other programs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from deedbox.link import PortError, Session

if TYPE_CHECKING:
    from deedbox.twin import Twin


class TwinWire:
    """A transport for link.Session."""

    name = "the twin"

    def __init__(self, twin: Twin) -> None:
        self._twin = twin
        self._bytes_read = twin.serial.output_count

    def write(self, data: bytes) -> None:
        self._check_running()
        self._twin.serial.write(data)

    def read(self, timeout_s: float) -> bytes:
        """The bytes that have come, as soon as there are any; nothing after the timeout."""
        twin, port = self._twin, self._twin.serial
        end_s = self.now_s() + timeout_s
        with twin.lock:
            while port.output_count == self._bytes_read:
                self._check_running()
                left_s = end_s - self.now_s()
                if left_s <= 0:
                    return b""
                twin.lock.wait(left_s)
            new, self._bytes_read = port.output_count - self._bytes_read, port.output_count
            return bytes(port.output[-new:])

    def _check_running(self) -> None:
        if not self._twin.running or self._twin.serial.at_prompt:
            raise PortError("the twin does not run")

    @staticmethod
    def now_s() -> float:
        return time.monotonic()

    def close(self) -> None:
        pass


def connect_to_twin(twin: Twin) -> Session:
    session = Session(TwinWire(twin))
    session.hello()
    return session
