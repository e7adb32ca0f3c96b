"""After an unexpected error: words with a code on the display, the details in a file, then a restart.

Loaded on use. The game is safe: the journal confirmed every step before anybody saw it.
"""

from __future__ import annotations

import gc
import io
import os
import sys
import time
from binascii import crc32
from typing import TYPE_CHECKING

from banker.app import life_signs, watchdog
from banker.app.loader import load
from banker.drivers.buzzer import LOW_THREE
from banker.ui import paint, words
from micropython import const

if TYPE_CHECKING:
    from banker.app.box import Box

PATH = "fault.txt"
_PART = "fault.part"
_SHOW_MS = const(8000)
_DETAILS_MOST = const(2000)  # letters


def report(box: Box, error: Exception) -> None:
    """Show the error, store it, and restart."""
    gc.collect()
    sys.print_exception(error)  # for a host at the serial port
    details = _details(error)
    code = "%04X" % (crc32(details.encode()) & 0xFFFF)
    _store(box, "%s step %d\n%s" % (code, box.journal.seq, details))
    try:
        text = box.say(words.WENT_WRONG, code)
    except Exception:  # the words themselves cannot be read
        text = code
    rows = load("banker.app.fault_text").fit(text).split("\n")
    paint.screen(box.picture, rows, box.font)
    box.display.show()
    box.buzzer.play(LOW_THREE)
    _wait(box)
    import machine

    machine.reset()


def _details(error: Exception) -> str:
    out = io.StringIO()
    sys.print_exception(error, out)
    details: str = out.getvalue()[:_DETAILS_MOST]
    return details


def _store(box: Box, text: str) -> None:
    """Only the last error is stored, as a whole or not at all."""
    try:
        if box.supply.good() and not box.stopped:
            with open(_PART, "w") as file:
                file.write(text)
            os.rename(_PART, PATH)
    except OSError:
        pass  # without room there is only the code on the display


def _wait(box: Box) -> None:
    begin = time.ticks_ms()
    while True:
        now = time.ticks_ms()
        if time.ticks_diff(now, begin) > _SHOW_MS:
            return
        watchdog.feed()
        life_signs.show(box, life_signs.FAULT, now)
        box.buzzer.poll(now)
        time.sleep_ms(5)
