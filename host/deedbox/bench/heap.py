"""Memory left on the twin, whose heap is held to about the Pico's, and what the screens take of it."""

from __future__ import annotations

from pathlib import Path

from deedbox.bench import HIGHER, LOWER, Aim, Measured
from deedbox.bench.firmware import resident
from deedbox.bench.walk import Walk, files
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


def screens() -> dict[str, int]:
    """Bytes of heap that each takes in the unix port when it comes from flash; LEFT: what stays of all."""
    stays = sorted(name for name in resident() if name.startswith("banker") and not name.endswith("viper"))
    shown = [
        name.removesuffix(".mpy").replace("/", ".")
        for name in firmware.compile_files()
        if name.startswith(_SCREENS) and not name.endswith("__init__.mpy")
    ]
    on_use = sorted(set(shown) - set(stays))
    with UnixPort() as port:
        for name, data in firmware.compile_files().items():
            port.put(name, data)
        said = port.run(_SCRIPT, f"{' '.join(stays)}\n{' '.join(on_use)}\n", heap="2M")
    found = {}
    for line in said.splitlines():
        name, size = line.split()
        found[name.removeprefix("banker.ui.screens.")] = int(size)
    return found


def measure(target: str) -> dict[str, Measured]:
    with Twin(files=files()) as twin:
        walk = Walk(twin)
        walk.until(lambda: bool(walk.reported("HEAP")), "the report on the heap")
        walk.buy()
        least = min(free for (free,) in walk.reported("LEAST"))
    how = f"measured: least free after a collection from power-on to a purchase, twin with a heap of {HEAP}"
    sizes = screens()
    left = sizes.pop("LEFT")
    most = sorted(sizes, key=lambda name: sizes[name])[-3:]
    told = f"counted: {len(sizes)} screens in the unix port, with pointers of 64 bits"
    return {
        "heap.free_min": Measured(least, how),
        "heap.screen_worst": Measured(
            sizes[most[-1]], f"{told}; " + ", ".join(f"{name} {sizes[name]}" for name in reversed(most))
        ),
        "heap.left_by_screens": Measured(left, f"{told}; after all came and went"),
    }
