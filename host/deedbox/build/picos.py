"""The Picos that the firmware can be installed on: what each says it is, and what it needs.

Pins that differ are in firmware/boards/, one file for each. Sizes are those of MicroPython 1.26 to 1.28
(ports/rp2/boards/*/mpconfigboard.h).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    name: str  # of its file in firmware/boards/
    says: str  # how MicroPython names it, in sys.implementation
    image: str  # how MicroPython's file for it begins
    march: str  # for mpy-cross
    blocks: int  # of its filesystem
    tried: str  # where the firmware was run on it; "": nowhere


PICO = Kind("pico", "Raspberry Pi Pico with RP2040", "RPI_PICO-", "armv6m", 352, "emulated")
PICO_W = Kind("pico_w", "Raspberry Pi Pico W with RP2040", "RPI_PICO_W-", "armv6m", 212, "")
PICO2 = Kind("pico2", "Raspberry Pi Pico2 with RP2350", "RPI_PICO2-", "armv7emsp", 768, "")
PICO2_W = Kind("pico2_w", "Raspberry Pi Pico 2 W with RP2350", "RPI_PICO2_W-", "armv7emsp", 640, "")
KINDS = (PICO, PICO_W, PICO2, PICO2_W)


def recognise(machine: str) -> Kind | None:
    """Which Pico it is, by what MicroPython says; None if it is none of these."""
    return next((kind for kind in KINDS if machine.startswith(kind.says)), None)


def nearest(machine: str) -> Kind:
    """The same, or the Pico with the same chip."""
    return recognise(machine) or (PICO2 if "RP2350" in machine else PICO)
