"""Passive buzzer on PWM: plays tunes and never blocks.

A tune is bytes in pairs: note, length in units of 5 ms. A note is a semitone as MIDI counts them (69 is the A
of 440 Hz), 0 is a pause. The names say how tunes sound; the caller decides what they mean.
"""

from __future__ import annotations

from banker.drivers.types import PWM
from micropython import const

REST = const(0)
UNIT_MS = const(5)

TICK = b"\x60\x01"
LOW = b"\x39\x50"  # one long low note
SOFT = b"\x48\x10"
UP = b"\x4c\x10\x53\x18"
DOWN = b"\x53\x10\x4c\x18"
UP_THREE = b"\x48\x10\x4c\x10\x4f\x18"
UP_SIX = b"\x48\x0c\x4c\x0c\x4f\x0c\x54\x0c\x58\x0c\x5b\x20"
FALL_THREE = b"\x4f\x14\x4b\x14\x45\x28"
FALL_FOUR = b"\x4f\x14\x4b\x14\x45\x14\x3f\x38"
UP_DOWN_UP = b"\x48\x0c\x4f\x0c\x48\x0c\x4f\x14"
BELL = b"\x58\x18\x54\x28"
KNOCK = b"\x30\x04"
KNOCK_THREE = b"\x30\x04\x00\x14\x30\x04\x00\x14\x30\x04"
LOW_THREE = b"\x39\x20\x00\x0a\x39\x20\x00\x0a\x39\x20"
CHORD = b"\x48\x06\x4c\x06\x4f\x06\x54\x18"

# Two bars and a last note.
TUNE = (
    b"\x48\x14\x4c\x14\x4f\x14\x54\x1e\x4f\x0a\x54\x28"
    b"\x51\x14\x54\x14\x56\x14\x58\x1e\x54\x0a\x58\x28\x00\x06\x54\x08\x00\x02\x54\x0a\x60\x50"
)

_TICKS = const(0x3FFFFFFF)  # ticks_ms() wraps
# The octave from C8 (note 108) in Hz; the others are this one, halved or doubled.
_OCTAVE = (4186, 4435, 4699, 4978, 5274, 5588, 5920, 6272, 6645, 7040, 7459, 7902)
# A piezo is loudest at half of the period.
_DUTY = (0, 1024, 6144, 32768)

VOLUME_MAX = const(3)


def freq_hz(note: int) -> int:
    octave = note // 12 - 9
    return _OCTAVE[note % 12] >> -octave if octave < 0 else _OCTAVE[note % 12] << octave


class Buzzer:
    """Volume 0 is silence; poll() goes through tunes all the same."""

    def __init__(self, pwm: PWM, volume: int = VOLUME_MAX) -> None:
        self._pwm = pwm
        self.volume = volume
        self._tune = b""
        self._at = 0  # position of the note that sounds
        self._started = False  # its time runs from the first poll()
        self._since_ms = 0
        pwm.duty_u16(0)

    def play(self, tune: bytes) -> None:
        """Begin at once, even if another tune plays."""
        self._tune = tune
        self._at = 0
        self._sound()

    def set_volume(self, volume: int) -> None:
        """0 (off) to VOLUME_MAX, at once."""
        self.volume = min(max(volume, 0), VOLUME_MAX)
        if self._tune and self._tune[self._at] != REST:
            self._pwm.duty_u16(_DUTY[self.volume])

    def stop(self) -> None:
        """Silence. Call it at the next input, so that nobody waits for the end of a tune."""
        self._tune = b""
        self._pwm.duty_u16(0)

    def poll(self, now_ms: int) -> bool:
        """Go on to the next note if it is time; True while a tune plays."""
        tune = self._tune
        if not tune:
            return False
        if not self._started:
            self._started = True
            self._since_ms = now_ms
            return True
        length_ms = tune[self._at + 1] * UNIT_MS
        if (now_ms - self._since_ms) & _TICKS < length_ms:
            return True
        self._at += 2
        if self._at + 1 >= len(tune):
            self.stop()
            return False
        self._sound()
        self._started = True
        self._since_ms = now_ms
        return True

    def _sound(self) -> None:
        self._started = False
        note = self._tune[self._at]
        if note == REST:
            self._pwm.duty_u16(0)
        else:
            self._pwm.freq(freq_hz(note))  # also at volume 0, which may change during the note
            self._pwm.duty_u16(_DUTY[self.volume])
