"""The firmware, unchanged, on an emulated RP2040 that runs a real MicroPython image: exact and slow.

Two programs emulate it, so that each is a second opinion of the other: rp2040py in this process (`on_python`)
and rp2040js in a process of Node.js (`on_js`, and the folder `js`). Both have the models of deedbox.models.

Law of this folder: only `shims`, `wiring` and `on_python` use private names of rp2040py.
`shims.missing_names()` reports names that this version of rp2040py does not have. `js` has no models.
"""

from deedbox.chip.emulator import ChipError
from deedbox.chip.image import NoImageError, find_image
from deedbox.chip.runner import Chip, ChipJs

CHIPS: dict[str, type[Chip]] = {"chip": Chip, "chipjs": ChipJs}  # by their names for --on

__all__ = ["CHIPS", "Chip", "ChipError", "ChipJs", "NoImageError", "find_image"]
