# mypy: ignore-errors
# `time` for the unix port, with the ticks of the Pico: they wrap at 2**30 and may begin anywhere. twinboot.py
# puts it in the place of the built-in module for everything but asyncio and the other stand-ins.

import os
import time as _native

from micropython import const

_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)

for _name in dir(_native):
    if _name[0] != "_":
        globals()[_name] = getattr(_native, _name)

_start_ms = int(os.getenv("DEEDBOX_TICKS_MS")) - _native.ticks_ms()
_start_us = int(os.getenv("DEEDBOX_TICKS_MS")) * 1000 - _native.ticks_us()


def ticks_ms():
    return (_native.ticks_ms() + _start_ms) & _MASK


def ticks_us():
    return (_native.ticks_us() + _start_us) & _MASK


def ticks_add(ticks, delta):
    return (ticks + delta) & _MASK


def ticks_diff(after, before):
    return ((after - before + _HALF) & _MASK) - _HALF
