"""Power-on, in the order that the heap needs: resident things first, at its bottom; the rest after them."""

from __future__ import annotations

import asyncio
import gc
import time
from typing import TYPE_CHECKING

from banker.app import life_signs, loader, watchdog
from banker.app.store.pages import NO_RING
from banker.ui import paint
from micropython import kbd_intr

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.types import Hardware, ReaderWires
    from banker.drivers.types import Reader


_CTRL_C = 3


def load_resident(wires: ReaderWires) -> tuple[bytearray, bytearray, Reader]:
    """Load everything that stays: picture, font and the driver of the reader on these wires, which are
    returned, and the modules of every turn."""
    # Collecting often keeps the resident part low in the heap and free of gaps. A collection takes the chip
    # 23 ms, so this is not lower; box.py collects while nobody waits.
    gc.threshold(32768)
    loader.drop("banker.names")
    picture = bytearray(paint.SIZE)
    font = bytearray(paint.FONT_SIZE)
    with open("data/font6x8.bin", "rb") as file:
        file.readinto(font)
    loader.load("banker.app.box")
    reader: Reader = loader.load("banker.drivers.find_reader").find(*wires, time.sleep_us)
    loader.drop("banker.drivers.find_reader")
    for module in loader.EVERY_TURN:
        loader.load(module)
    loader.settle()
    return picture, font, reader


def _is_key_held(hardware: Hardware) -> bool:
    """Is any key down?"""
    held = False
    for row in hardware.rows:
        row(0)
        for column in hardware.columns:
            if not column():
                held = True
        row(1)
    return held


def run(hardware: Hardware) -> None:
    # First of all, so that no fault after it can lock anybody out: whoever holds a key gets to the prompt.
    held = _is_key_held(hardware)
    if held:
        kbd_intr(_CTRL_C)
    picture, font, reader = load_resident(hardware.reader)
    trouble = None
    ring, blocks = NO_RING, range(3)  # of a journal that is never opened, and so writes nothing
    try:
        ring, blocks = loader.load("banker.app.store.ring_blocks").locate(hardware.flash)
    except Exception as error:  # shown as soon as there is a display
        trouble = error
    loader.drop_all()
    box: Box = loader.load("banker.app.box").Box(hardware, reader, blocks, picture, font, trouble, ring)
    box.held = held
    try:
        asyncio.run(box.live())
    except Exception as error:  # not KeyboardInterrupt: that leads to the prompt
        loader.load("banker.app.crash").report(box, error)
    finally:  # on the way to the prompt
        box.buzzer.stop()
        life_signs.show(box, 0, 0)
        watchdog.feed_by_timer()
