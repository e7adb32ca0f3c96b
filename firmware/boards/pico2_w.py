"""Raspberry Pi Pico 2 W, with its own MicroPython. Never tried: no emulator has an RP2350."""

from boards import pico


def build() -> pico.Hardware:
    return pico.build(True, False)
