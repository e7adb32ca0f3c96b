"""Talks to a box: `with connect("/dev/ttyACM0") as box: print(box.look().rows)`.

The box may be a Pico at a serial port, the twin, or whatever else answers behind a URL of pyserial.
"""

from __future__ import annotations

from typing import Any

from .errors import DeviceError, LinkError, PortError, Refused, Silent, Unsure, WrongVersion
from .session import Event, Hello, Listed, Look, Session

__all__ = [
    "DeviceError",
    "Event",
    "Hello",
    "LinkError",
    "Listed",
    "Look",
    "PortError",
    "Refused",
    "Session",
    "Silent",
    "Unsure",
    "WrongVersion",
    "connect",
]


def connect(target: Any = None, *, timeout_s: float = 5.0) -> Session:
    """Open the box at `target` and say hello.

    A target is a port ("/dev/ttyACM0", "COM3"), a URL of pyserial ("socket://localhost:4000"), or something
    with a `.serial` port, as a running Twin has. Without one it is
    the box that deedbox.devices finds; between several none is guessed.
    `timeout_s` is how long an answer may take in all.
    """
    from .transport import SerialTransport

    session = Session(SerialTransport(_url(target)), timeout_s=timeout_s)
    try:
        session.hello()
    except BaseException:
        session.close()
        raise
    return session


def _url(target: Any) -> str:
    if target is None:
        from deedbox.devices import the_one

        return the_one()
    if isinstance(target, str):
        return target
    port = getattr(target, "serial", target)
    path = getattr(port, "path", port)
    if not isinstance(path, str):
        raise PortError(f"{target!r} has no serial port")
    return path
