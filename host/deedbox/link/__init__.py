"""Talks to a box: `with connect("/dev/ttyACM0") as box: print(box.look().rows)`.

The box may be a Pico at a serial port, the twin, or whatever else answers behind a URL of pyserial.
"""

from __future__ import annotations

from typing import Any

from deedbox.link.errors import (
    AnswerError,
    DeviceError,
    LinkError,
    PortError,
    RefusedError,
    SilentError,
    UnsureError,
    VersionError,
)
from deedbox.link.session import Event, Hello, Listed, Look, Session

__all__ = [
    "AnswerError",
    "DeviceError",
    "Event",
    "Hello",
    "LinkError",
    "Listed",
    "Look",
    "PortError",
    "RefusedError",
    "Session",
    "SilentError",
    "UnsureError",
    "VersionError",
    "connect",
]


def connect(target: Any = None, *, timeout_s: float = 5.0) -> Session:
    """Open the box at `target` and say hello.

    A target is a port ("/dev/ttyACM0", "COM3"), a URL of pyserial ("socket://localhost:4000"), or an object
    with a `.serial` port, such as a running Twin. Without a target it is the box that deedbox.devices finds;
    if there are several, that is an error. `timeout_s` limits the time until the whole answer is here.
    """
    from deedbox.link.transport import SerialTransport

    session = Session(SerialTransport(_url_of(target)), timeout_s=timeout_s)
    try:
        session.hello()
    except BaseException:
        session.close()
        raise
    return session


def _url_of(target: Any) -> str:
    if target is None:
        from deedbox.devices import only_port

        return only_port()
    if isinstance(target, str):
        return target
    port = getattr(target, "serial", target)
    path = getattr(port, "path", port)
    if not isinstance(path, str):
        raise PortError(f"{target!r} has no serial port")
    return path
