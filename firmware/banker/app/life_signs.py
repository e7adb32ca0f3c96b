"""Every quarter of a second: the Pico's LED tells how the box is, for somebody who sees a black display.

It is lit while the box starts, and dark at the prompt. A display that is silent is tried again here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from micropython import const

if TYPE_CHECKING:
    from banker.app.box import Box

# Flashes in two seconds, as eight steps of a quarter, the lowest bit first.
_RUNS = const(0x01)
_NO_READER = const(0x05)
_NO_DISPLAY = const(0x15)
FAULT = const(0x55)


def step(box: Box, now_ms: int) -> None:
    display = box.display
    if not display.ready:
        display.show(0)  # perhaps it has just been plugged in
    code = _NO_READER if box.inputs.taps.lost else _RUNS
    if not display.ready:
        code = _NO_DISPLAY
    show(box, FAULT if box.message else code, now_ms)


def show(box: Box, code: int, now_ms: int) -> None:
    """The step of a code that is due now."""
    led = box.hardware.led
    if led:  # that of a Pico W is behind its radio
        led(code >> (now_ms >> 8 & 7) & 1)
