"""Which tune each sound is, by the numbers in ui/heard.py; with sound off the screen blinks."""

import asyncio

from banker.drivers import buzzer as tunes
from banker.ui.heard import LOW, TICK

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


def play(box, sound: int) -> None:
    box.buzzer.play(TUNES[sound])
    if not box.buzzer.volume and sound != TICK:
        asyncio.create_task(_blink(box.display, 2 if sound == LOW else 1))


async def _blink(display, times: int):
    """Inverse once for what is done, twice for what is refused; slower than twice a second."""
    for _ in range(times):
        display.invert(True)
        await asyncio.sleep_ms(200)
        display.invert(False)
        await asyncio.sleep_ms(350)
