"""The firmware, unchanged, on an emulated RP2040 that runs a real MicroPython image: exact and slow.

Law of this folder: only `shims` and `wiring` touch rp2040py's insides, and `shims.misfits()` says when
they no longer fit.
"""

from .image import NoImage, find_image
from .runner import Chip, ChipError

__all__ = ["Chip", "ChipError", "NoImage", "find_image"]
