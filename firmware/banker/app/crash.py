"""Something failed that must not: plain words with a code, the details for the log, and a new start.

Loaded when it happens. What the journal holds is safe: it was confirmed before anybody saw it.
"""

import gc
import io
import os
import sys
import time
from binascii import crc32

from banker.app.loader import load
from banker.drivers.buzzer import LOW_THREE
from banker.ui import paint
from micropython import const

PATH = "fault.txt"
_PART = "fault.part"
_SHOWN_MS = const(8000)
_MOST = const(2000)  # letters of the details that are kept
_WENT_WRONG = const(696)  # words


def tell(box, error) -> None:
    """Say it, keep it, start anew."""
    gc.collect()
    sys.print_exception(error)  # type: ignore[attr-defined] # for who is connected
    details = _details(error)
    code = "%04X" % (crc32(details.encode()) & 0xFFFF)
    _keep(box, "%s step %d\n%s" % (code, box.journal.seq, details))
    try:
        text = box.say(_WENT_WRONG, code)
    except Exception:  # the words themselves cannot be read
        text = code
    rows = load("banker.app.trouble").fold(text).split("\n")
    paint.screen(box.picture, rows, box.font)
    box.display.show()
    box.buzzer.play(LOW_THREE)
    _wait(box)
    import machine

    machine.reset()


def _details(error) -> str:
    out = io.StringIO()
    sys.print_exception(error, out)  # type: ignore[attr-defined]
    return out.getvalue()[:_MOST]


def _keep(box, text: str) -> None:
    """The last one only, whole or not at all."""
    try:
        if box.supply.good():
            with open(_PART, "w") as file:
                file.write(text)
            os.rename(_PART, PATH)
    except OSError:
        pass  # no room: the code on the display is all there is


def _wait(box) -> None:
    begin = time.ticks_ms()
    while True:
        now = time.ticks_ms()
        if time.ticks_diff(now, begin) > _SHOWN_MS:
            return
        box.feed()
        box.buzzer.poll(now)
        time.sleep_ms(5)
