"""The firmware, unchanged, on an emulated RP2040 that runs a real MicroPython image: exact and slow.

Law of this folder: only `shims` and `wiring` use private names of rp2040py. `shims.misfits()` reports names
that this version of rp2040py does not have.
"""

from deedbox.chip.image import NoImageError, find_image
from deedbox.chip.runner import Chip, ChipError

__all__ = ["Chip", "ChipError", "NoImageError", "find_image"]
