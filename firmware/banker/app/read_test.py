"""How often the tag on the reader can be read, for the page READER of CHECK YOUR BOX. Loaded on use."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from banker.drivers.codes import TAG

if TYPE_CHECKING:
    from banker.app.box import Box

_MOST_MS = 60  # then all other tasks run again
_GUARD_US = 5000  # a tag may need so long after the field was switched on


def reads(box: Box, db: int, most: int) -> tuple[int, int, int]:
    """Try to read the tag at this gain, at most so often: (tries, successes, the SAK of the last one)."""
    taps = box.inputs.taps
    keypad = box.inputs.keypad
    reader = taps.reader
    taps.stir()  # the field may be off because nobody was there
    box.reader.set_gain(db)
    time.sleep_us(_GUARD_US)
    began = time.ticks_ms()
    tries = successes = sak = 0
    while tries < most and time.ticks_diff(time.ticks_ms(), began) < _MOST_MS:
        tries += 1
        if reader.read() == TAG:
            successes += 1
            sak = reader.sak
        else:
            reader.halt()  # otherwise the tag may miss the next try too
        keypad.scan(time.ticks_ms())  # its own task waits, and a press may be shorter than all this
    box.reader.set_gain(box.settings["gain"])
    return tries, successes, sak
