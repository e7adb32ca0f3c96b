"""Bytes to and from a box: through a USB port, the twin's pseudo-terminal or a socket."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Protocol

from deedbox.link.errors import PortError

if TYPE_CHECKING:
    import serial

_SLICE_S = 0.02
_PSEUDO_TERMINALS = ("/dev/pts/", "/dev/ttys")  # on Linux and on macOS


class Transport(Protocol):
    name: str

    def write(self, data: bytes) -> None: ...
    def read(self, timeout_s: float) -> bytes:
        """The bytes that have come, as soon as there are some; none after `timeout_s`."""
        ...

    def now_s(self) -> float: ...
    def close(self) -> None: ...


class SerialTransport:
    """A port, or any other URL that pyserial opens."""

    def __init__(self, url: str) -> None:
        import serial

        self.name = url
        if _is_typed_in(url):
            raise PortError(
                f"{url}: somebody types in this terminal, it is no box; `deedbox devices` lists the boxes"
            )
        try:
            self._port: serial.Serial = serial.serial_for_url(
                url, baudrate=115200, timeout=_SLICE_S, write_timeout=5, exclusive=True
            )
        except (serial.SerialException, ValueError, OSError) as error:
            raise PortError(_why_not(url, error)) from None
        # pyserial raises TypeError if the port is closed during a read.
        self._errors = (serial.SerialException, OSError, TypeError)

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except self._errors as error:
            raise PortError(f"{self.name}: the connection broke ({error}); is the cable in?") from None

    def read(self, timeout_s: float) -> bytes:
        end_s = self.now_s() + timeout_s
        while True:
            try:
                data = self._port.read(max(1, self._port.in_waiting))
            except self._errors as error:
                raise PortError(f"{self.name}: the connection broke ({error}); is the cable in?") from None
            if data or self.now_s() >= end_s:
                return bytes(data)

    @staticmethod
    def now_s() -> float:
        import time

        return time.monotonic()

    def close(self) -> None:
        self._port.close()


def _is_typed_in(url: str) -> bool:
    """Is this the terminal of a shell? It may have the number that a twin's terminal had before.

    The terminal of a twin passes bytes on as they are; that of a shell changes line ends (OPOST).
    """
    path = os.path.realpath(url)
    if not path.startswith(_PSEUDO_TERMINALS):
        return False
    import termios

    try:
        handle = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return False  # opening it will tell why
    try:
        return bool(termios.tcgetattr(handle)[1] & termios.OPOST)
    except termios.error:
        return False
    finally:
        os.close(handle)


def _why_not(url: str, error: Exception) -> str:
    number = getattr(error, "errno", None)
    text = str(error)
    if number == errno.ENOENT or "FileNotFoundError" in text or "No such file" in text:
        return f"{url}: there is no such port; `deedbox devices` lists what is connected"
    if number == errno.EACCES or "PermissionError" in text or "Permission denied" in text:
        if url.upper().startswith("COM"):
            return f"{url}: another program has this port open; close it (a serial monitor, an editor?)"
        return (
            f"{url}: you may not open this port; join its group (Linux: sudo usermod -aG dialout $USER, "
            "then log in again)"
        )
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "busy" in text:
        return f"{url}: another program has this port open; close it (a serial monitor, another deedbox?)"
    return f"{url}: cannot be opened ({text})"
