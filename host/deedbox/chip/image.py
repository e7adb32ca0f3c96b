"""Finds the MicroPython image for the Pico."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "DEEDBOX_PICO_IMAGE"
_PATTERN = "RPI_PICO-*.uf2"


class NoImageError(Exception):
    """There is no MicroPython image for the Pico on this machine."""


def find_image(path: str | os.PathLike[str] | None = None) -> Path:
    """This image, else the one that $DEEDBOX_PICO_IMAGE names, else the newest that rp2040py downloaded."""
    choice = path or os.environ.get(VARIABLE)
    if choice:
        if not Path(choice).is_file():
            raise NoImageError(f"there is no MicroPython image at {choice}.")
        return Path(choice)
    # The name contains the date of the release, so the last name is the newest image.
    downloads = sorted((Path.home() / ".cache" / "rp2040py").glob(_PATTERN))
    if not downloads:
        raise NoImageError(
            "no MicroPython image for the Pico: download RPI_PICO-*.uf2 (1.26.1) from micropython.org "
            f"and name it with --image or {VARIABLE}."
        )
    return downloads[-1]
