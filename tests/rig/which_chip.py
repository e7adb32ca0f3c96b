"""The emulator for the tests on the chip: the faster one that is here, or that which $DEEDBOX_CHIP names."""

import os

from deedbox.chip import CHIPS

VARIABLE = "DEEDBOX_CHIP"
FASTEST_FIRST = ("chipjs", "chip")  # host/docs/figures.md has what they take


def choose_chip():
    name = os.environ.get(VARIABLE)
    if not name:
        return next(name for name in FASTEST_FIRST if not CHIPS[name].missing_parts())
    if name not in CHIPS:
        raise ValueError(f"{VARIABLE} is {name}; it may be {' or '.join(CHIPS)}")
    return name


NAME = choose_chip()
Chip = CHIPS[NAME]
