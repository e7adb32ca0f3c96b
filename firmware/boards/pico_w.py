"""Raspberry Pi Pico W, with its own MicroPython. The radio is not used; its chip has the LED and sees USB."""

from boards import pico


def build() -> pico.Hardware:
    return pico.build(True)
