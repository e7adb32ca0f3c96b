# mypy: ignore-errors
# Runs at the raw prompt of a box before anything else. The firmware's watchdog is still on after a restart of
# the interpreter, which has ended the timer that fed it (banker/app/watchdog.py). Without the firmware there
# is no watchdog, and this starts none.

import os

if "banker" in os.listdir("/"):
    from machine import WDT, Timer

    _dog = WDT(timeout=8000)
    _feeder = Timer(-1, mode=Timer.PERIODIC, period=1000, callback=lambda _: _dog.feed())
