"""The firmware, unchanged, on an emulated RP2040 that runs a real MicroPython image: exact and slow.

Two programs emulate it, for a second opinion: rp2040py in this process (`on_python`) and rp2040js in a process of
Node.js (`on_js`, and the folder `js`). The models of the box are those of deedbox.models for both.

Law of this folder: only `shims`, `wiring` and `on_python` use private names of rp2040py. `shims.missing_names()`
reports names that this version of rp2040py does not have. The folder `js` has no model of a part of the box.
"""

from deedbox.chip.emulator import ChipError
from deedbox.chip.image import NoImageError, find_image
from deedbox.chip.runner import Chip, ChipJs

__all__ = ["Chip", "ChipError", "ChipJs", "NoImageError", "find_image"]
