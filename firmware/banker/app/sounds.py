"""Which tune each sound of the screens is, by the numbers in ui/heard.py."""

from banker.drivers import buzzer as tunes

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
    tunes.LOW_THREE,
)
