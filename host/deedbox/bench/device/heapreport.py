# mypy: ignore-errors
"""Makes a box tell about its heap: "HEAP FREE LARGEST" once after power-on, all garbage collected.

In the unix port, where time is no concern, also "LEAST FREE" after each module that is loaded. main.py
imports it just before the box starts, compiled: so the heap looks as it does without.
"""

import asyncio
import gc
import sys

from banker.app import loader

_load = loader.load
_run = asyncio.run


def watched(module):
    found = _load(module)
    gc.collect()
    print("LEAST", gc.mem_free())
    return found


def largest():
    """The largest piece that can be had, to 1 KB."""
    low, high = 0, gc.mem_free() >> 10
    while low < high:
        middle = (low + high + 1) >> 1
        try:
            bytearray(middle << 10)
            low = middle
        except MemoryError:
            high = middle - 1
        gc.collect()
    return low << 10


async def report():
    await asyncio.sleep_ms(400)
    gc.collect()
    print("HEAP", gc.mem_free(), largest())


async def both(box):
    asyncio.create_task(report())
    await box


if sys.platform != "rp2":
    loader.load = watched
asyncio.run = lambda box: _run(both(box))
