"""The link to a twin from within: beside its serial port, which stays free for other programs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from deedbox.link import PortError, Session

if TYPE_CHECKING:
    from deedbox.twin import Twin


class TwinWire:
    """What link.Session wants of a transport."""

    name = "the twin"

    def __init__(self, twin: Twin) -> None:
        self._twin = twin
        self._heard = twin.serial.said

    def write(self, data: bytes) -> None:
        self._alive()
        self._twin.serial.write(data)

    def read(self, timeout_s: float) -> bytes:
        """What has come, as soon as something has; nothing after so long."""
        twin, port = self._twin, self._twin.serial
        end_s = self.now_s() + timeout_s
        with twin.lock:
            while port.said == self._heard:
                self._alive()
                left_s = end_s - self.now_s()
                if left_s <= 0:
                    return b""
                twin.lock.wait(left_s)
            new, self._heard = port.said - self._heard, port.said
            return bytes(port.output[-new:])

    def _alive(self) -> None:
        # Somebody else has stopped the firmware and uses MicroPython's prompt: not the moment to talk.
        if not self._twin.running or self._twin.serial.raw:
            raise PortError("the twin does not run")

    @staticmethod
    def now_s() -> float:
        return time.monotonic()

    def close(self) -> None:
        pass


def session(twin: Twin) -> Session:
    made = Session(TwinWire(twin))
    made.hello()
    return made
