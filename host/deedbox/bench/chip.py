"""The whole firmware on the emulated RP2040. Minutes, so only when asked for; nothing here is silicon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deedbox import firmware

from . import HIGHER, LOWER, Aim, Measured, NotHere

if TYPE_CHECKING:
    from deedbox.chip import Chip

AIMS = [
    Aim("chip.power_on_to_ready_ms", "ms", 2500, LOWER),
    Aim("chip.first_power_on_to_ready_ms", "ms", 10_000, LOWER),
    Aim("chip.tap_to_tick_ms", "ms", 50, LOWER),
    Aim("chip.tap_to_beep_ms", "ms", 250, LOWER),
    Aim("chip.heap_free_after_boot", "B", 100_000, HIGHER),
    Aim("chip.largest_block", "B", 16 * 1024, HIGHER),
]
_STILL_MS = 100


def measure(target: str) -> dict[str, Measured]:
    if target != "chip":
        raise NotHere("run with --on chip")
    try:
        import rp2040py  # noqa: F401
    except ImportError:
        raise NotHere("no emulator: pip install 'deedbox[chip]'") from None
    from deedbox.chip import Chip

    from .walk import Walk, files

    with Chip(files=files(firmware.PICO_MARCH)) as chip:
        walk = Walk(chip)
        first_ms = _ready_ms(chip, 0)
        chip.power_cut()  # the first time the box prepares its flash and begins the game: once in its life
        chip.output.clear()
        again_ns = chip.now_ns
        chip.start()
        ready_ms = _ready_ms(chip, again_ns)
        walk.until(lambda: bool(walk.reported("HEAP")), "the report on the heap")
        free, largest = walk.reported("HEAP")[0]
        notes = walk.buy()
    how = "emulated: MicroPython 1.26.1 on rp2040py, model chips"
    return {
        "chip.first_power_on_to_ready_ms": Measured(first_ms, f"{how}; the first time, flash being prepared"),
        "chip.power_on_to_ready_ms": Measured(ready_ms, f"{how}; power-on to a whole picture, with a game"),
        "chip.tap_to_tick_ms": Measured(
            round(notes[0][0] / 1e6, 1), f"{how}; one tap, to its tick; up to 20 ms are chance"
        ),
        "chip.tap_to_beep_ms": Measured(
            round(notes[1][0] / 1e6, 1), f"{how}; one tap, to the sound of a purchase saved on flash"
        ),
        "chip.heap_free_after_boot": Measured(free, f"{how}; with a game, garbage collected"),
        "chip.largest_block": Measured(largest, f"{how}; with a game, garbage collected"),
    }


def _ready_ms(chip: Chip, began_ns: int) -> int:
    """Emulated time until a picture stands that no longer changes."""
    chip.wait_for(any, 20_000)
    ready_ns, picture = chip.now_ns, chip.picture()
    while chip.now_ns - ready_ns < _STILL_MS * 1e6:
        chip.run(5)
        if chip.picture() != picture:
            ready_ns, picture = chip.now_ns, chip.picture()
    return round((ready_ns - began_ns) / 1e6)
