# mypy: ignore-errors
"""What the chip models need of the firmware: sizes of the flash, and the pins."""

BLOCK_SIZE = 4096
PAGE_SIZE = 256


def load_pins():
    from boards import pico

    return pico
