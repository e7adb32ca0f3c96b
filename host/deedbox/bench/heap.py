"""Memory left on the twin, whose heap is held to about the Pico's."""

from __future__ import annotations

from deedbox.twin import Twin
from deedbox.twin.runner import HEAP

from . import HIGHER, Aim, Measured
from .walk import Walk, files

AIMS = [Aim("heap.free_min", "B", 24 * 1024, HIGHER)]


def measure(target: str) -> dict[str, Measured]:
    with Twin(files=files()) as twin:
        walk = Walk(twin)
        walk.until(lambda: bool(walk.reported("HEAP")), "the report on the heap")
        walk.buy()
        least = min(free for (free,) in walk.reported("LEAST"))
    how = f"measured: least free after a collection from power-on to a purchase, twin with a heap of {HEAP}"
    return {"heap.free_min": Measured(least, how)}
