"""Raspberry Pi Pico 2, and a Pico 2 W with this one's MicroPython. Never tried: no emulator has an RP2350."""

from boards import pico


def build() -> pico.Hardware:
    # A pin of the RP2350 that is pulled down may stay at 2.2 V (its datasheet, erratum E9).
    return pico.build(None, False)
