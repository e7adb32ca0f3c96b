# mypy: ignore-errors
"""Makes a box print its heap: "HEAP FREE LARGEST" once after power-on, after a garbage collection.

In the unix port it also prints "LEAST FREE" after each module that is loaded, which would take too long on a
Pico. main.py imports it just before the box starts. It is compiled, so that the heap is the same as without.
"""

import asyncio
import gc
import sys

from banker.app import loader

_load = loader.load
_run = asyncio.run


def load(module):
    loaded = _load(module)
    gc.collect()
    print("LEAST", gc.mem_free())
    return loaded


def largest():
    """The largest piece of free heap, to 1 KB."""
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
    loader.load = load
asyncio.run = lambda box: _run(both(box))
