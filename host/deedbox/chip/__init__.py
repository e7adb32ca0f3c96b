"""The firmware, unchanged, on an emulated RP2040 that runs a real MicroPython image: exact and slow.

Law of this folder: only `shims` and `wiring` touch rp2040py's insides, and `shims.misfits()` says when
they no longer fit.
"""

from deedbox.chip.image import NoImageError, find_image
from deedbox.chip.runner import Chip, ChipError

__all__ = ["Chip", "ChipError", "NoImageError", "find_image"]
