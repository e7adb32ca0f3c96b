"""Resets a box that hangs. A task feeds it; on the way to the prompt, where no task runs, a timer does.

Once started it cannot be stopped but by a register, which is at another address in each chip. Restarting the
interpreter ends the timer, so whoever does that from a host feeds it too (host/deedbox/deploy/remote.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from micropython import const

if TYPE_CHECKING:
    from machine import WDT, Timer

_TIMEOUT_MS = const(8000)  # the RP2040 counts to 8.3 s; an erase or writing a file takes far less
_FEED_MS = const(1000)

_dog: WDT | None = None
_timer: Timer | None = None  # a timer that nobody holds is collected


def start() -> None:
    global _dog
    from machine import WDT

    _dog = WDT(timeout=_TIMEOUT_MS)


def feed(_: object = None) -> None:
    if _dog:
        _dog.feed()


def feed_by_timer() -> None:
    global _timer
    if _dog:
        from machine import Timer

        _timer = Timer(-1, mode=Timer.PERIODIC, period=_FEED_MS, callback=feed)
