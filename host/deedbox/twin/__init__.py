"""The firmware, unchanged, in MicroPython's unix port, with chip models on the host instead of chips.

Law of this folder: `standins/` is MicroPython and imports no host module; everything else runs on the host.
"""

from deedbox.twin.runner import Twin, TwinError

__all__ = ["Twin", "TwinError"]
