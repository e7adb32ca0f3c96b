"""The tune of each sound, by the numbers in ui/sounds.py. With sound off the display blinks instead."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from banker.drivers import buzzer as tunes
from banker.ui.sounds import LOW, TICK

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.drivers.ssd1306 import SSD1306

TUNES = (
    b"",
    tunes.UP,
    tunes.DOWN,
    tunes.UP,
    tunes.UP_THREE,
    tunes.BELL,
    tunes.KNOCK,
    tunes.KNOCK_THREE,
    tunes.FALL_THREE,
    tunes.UP_DOWN_UP,
    tunes.FALL_FOUR,
    tunes.TUNE,
    tunes.SOFT,
    tunes.LOW,
    tunes.UP_SIX,
    tunes.CHORD,
    tunes.TICK,
)


def play(box: Box, sound: int) -> None:
    box.buzzer.play(TUNES[sound])
    if not box.buzzer.volume and sound != TICK:
        asyncio.create_task(_blink(box.display, 2 if sound == LOW else 1))


async def _blink(display: SSD1306, times: int) -> None:
    """Inverse once after a step, twice after a refusal; slower than twice a second."""
    for _ in range(times):
        display.invert(True)
        await asyncio.sleep_ms(200)
        display.invert(False)
        await asyncio.sleep_ms(350)
