"""Resets a box that hangs. Fed by a task; stopped on the way to the prompt, where nobody would feed it."""

from micropython import const

_TIMEOUT_MS = const(8000)  # the RP2040 counts to 8.3 s; an erase and a file take far less
_CTRL = const(0x40058000)  # RP2040 datasheet, 4.7.6
_ENABLE = const(0x40000000)


def start():
    from machine import WDT

    return WDT(timeout=_TIMEOUT_MS)


def stop() -> None:
    from machine import mem32

    mem32[_CTRL] &= ~_ENABLE
