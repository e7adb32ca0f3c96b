"""Measures the free heap on a twin, which has about as much as the Pico, and the heap of each screen."""

from __future__ import annotations

from pathlib import Path

from deedbox.bench import HIGHER, LOWER, Aim, Measurement
from deedbox.bench.firmware import resident_modules
from deedbox.bench.walk import Walk, box_files
from deedbox.build import firmware
from deedbox.build.unixport import UnixPort
from deedbox.twin import Twin
from deedbox.twin.runner import HEAP

AIMS = [
    Aim("heap.free_min", "B", 24 * 1024, HIGHER),
    Aim("heap.screen_worst", "B", 8 * 1024, LOWER),
    Aim("heap.left_by_screens", "B", 0, LOWER),
]
_SCREENS = "banker/ui/screens/"
_SCRIPT = Path(__file__).parent / "device" / "screens.py"


def heap_of_screens() -> dict[str, int]:
    """The heap that each screen takes in the unix port when it is loaded; LEFT: heap that is not freed."""
    in_ram = sorted(
        name for name in resident_modules() if name.startswith("banker") and not name.endswith("viper")
    )
    modules = [
        name.removesuffix(".mpy").replace("/", ".")
        for name in firmware.compile_modules()
        if name.startswith(_SCREENS)
    ]
    on_use = sorted(set(modules) - set(in_ram))
    with UnixPort() as port:
        for name, data in firmware.compile_modules().items():
            port.put(name, data)
        output = port.run(_SCRIPT, f"{' '.join(in_ram)}\n{' '.join(on_use)}\n", heap="2M")
    sizes = {}
    for line in output.splitlines():
        name, size = line.split()
        sizes[name.removeprefix("banker.ui.screens.")] = int(size)
    return sizes


def measure(target: str) -> dict[str, Measurement]:
    with Twin(files=box_files()) as twin:
        walk = Walk(twin)
        walk.until(lambda: bool(walk.numbers_after("HEAP")), "the report on the heap")
        walk.buy()
        least = min(free for (free,) in walk.numbers_after("LEAST"))
    how = f"measured: least free after a collection from power-on to a purchase, twin with a heap of {HEAP}"
    sizes = heap_of_screens()
    remainder = sizes.pop("LEFT")
    largest = sorted(sizes, key=lambda name: sizes[name])[-3:]
    source = f"counted: {len(sizes)} screens in the unix port, with pointers of 64 bits"
    return {
        "heap.free_min": Measurement(least, how),
        "heap.screen_worst": Measurement(
            sizes[largest[-1]],
            f"{source}; " + ", ".join(f"{name} {sizes[name]}" for name in reversed(largest)),
        ),
        "heap.left_by_screens": Measurement(remainder, f"{source}; after each was loaded and dropped"),
    }
