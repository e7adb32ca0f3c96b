"""Resets a box that hangs. A task feeds it; it is stopped on the way to the prompt, where nobody feeds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from micropython import const

if TYPE_CHECKING:
    from machine import WDT

_TIMEOUT_MS = const(8000)  # the RP2040 counts to 8.3 s; an erase or writing a file takes far less
_CTRL = const(0x40058000)  # RP2040 datasheet, 4.7.6
_ENABLE = const(0x40000000)


_dog: WDT | None = None


def start() -> None:
    global _dog
    from machine import WDT

    _dog = WDT(timeout=_TIMEOUT_MS)


def feed() -> None:
    if _dog:
        _dog.feed()


def stop() -> None:
    from machine import mem32

    mem32[_CTRL] &= ~_ENABLE
