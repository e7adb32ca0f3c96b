"""Where the MicroPython image for the Pico is."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "DEEDBOX_PICO_IMAGE"
_PATTERN = "RPI_PICO-*.uf2"


class NoImageError(Exception):
    """No MicroPython image for the Pico on this machine."""


def find_image(given: str | os.PathLike[str] | None = None) -> Path:
    """This image, else the one that $DEEDBOX_PICO_IMAGE names, else the newest that rp2040py downloaded."""
    named = given or os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise NoImageError(f"there is no MicroPython image at {named}.")
        return Path(named)
    # The name carries the date of the release.
    downloaded = sorted((Path.home() / ".cache" / "rp2040py").glob(_PATTERN))
    if not downloaded:
        raise NoImageError(
            "no MicroPython image for the Pico: download RPI_PICO-*.uf2 (1.26.1) from micropython.org "
            f"and name it with --image or {VARIABLE}."
        )
    return downloaded[-1]
