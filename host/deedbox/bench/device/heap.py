# mypy: ignore-errors
"""main.py of a box that tells about its heap: "HEAP FREE LARGEST" once after power-on, all garbage collected.

In the unix port, where time is no concern, also "LEAST FREE" after each module that is loaded.
"""

import banker.names  # noqa: F401 every name while the heap is empty, as in the box's own main.py
from banker.app import boot, loader
from boards import pico

import asyncio  # isort: skip # after boot, which loads it first
import gc  # isort: skip
import sys  # isort: skip

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
boot.run(pico.build())
