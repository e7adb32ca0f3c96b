"""Passive buzzer between two PWM pins: plays tunes and never blocks.

A tune is bytes in pairs: note, length in units of 5 ms. A note is a semitone as MIDI counts them (69 is the A
of 440 Hz), 0 is a pause. The names say how tunes sound; the caller decides what they mean.
"""

from __future__ import annotations

from banker.drivers.types import PWM
from micropython import const

REST = const(0)
UNIT_MS = const(5)

# A piezo of 12 mm is loud from 2 to 5 kHz, so a note is there, or its third harmonic is (698 to 1661 Hz).
TICK = b"\x6c\x05"
LOW = b"\x51\x50"  # one long low note
SOFT = b"\x60\x10"
UP = b"\x64\x10\x6b\x18"
DOWN = b"\x6b\x10\x64\x18"
UP_THREE = b"\x60\x10\x64\x10\x67\x18"
UP_SIX = b"\x54\x0c\x58\x0c\x5b\x0c\x60\x0c\x64\x0c\x67\x20"
FALL_THREE = b"\x67\x14\x63\x14\x60\x28"
FALL_FOUR = b"\x67\x14\x63\x14\x60\x14\x5b\x38"
UP_DOWN_UP = b"\x60\x0c\x67\x0c\x60\x0c\x67\x14"
BELL = b"\x64\x18\x60\x28"
KNOCK = b"\x4f\x06"
KNOCK_THREE = b"\x4f\x06\x00\x14\x4f\x06\x00\x14\x4f\x06"
LOW_THREE = b"\x51\x20\x00\x0a\x51\x20\x00\x0a\x51\x20"
CHORD = b"\x54\x06\x58\x06\x5b\x06\x60\x18"

# Two bars and a last note.
TUNE = (
    b"\x54\x14\x58\x14\x5b\x14\x60\x1e\x5b\x0a\x60\x28"
    b"\x5b\x14\x60\x14\x62\x14\x64\x1e\x60\x0a\x64\x28\x00\x06\x60\x08\x00\x02\x60\x0a\x67\x50"
)

_TICKS = const(0x3FFFFFFF)  # ticks_ms() wraps
# The octave from C8 (note 108) in Hz; the others are this one, halved or doubled.
_OCTAVE = (4186, 4435, 4699, 4978, 5274, 5588, 5920, 6272, 6645, 7040, 7459, 7902)
# By volume. At the loudest the other leg swings the other way, which is twice the voltage: 6 dB.
_DUTY = (0, 6144, 32768, 32768)
_HALF = const(32768)
_LOW = const(65535)  # the other leg is inverted: it is low at this duty

VOLUME_MAX = const(3)


def freq_hz(note: int) -> int:
    octave = note // 12 - 9
    return _OCTAVE[note % 12] >> -octave if octave < 0 else _OCTAVE[note % 12] << octave


class Buzzer:
    """`pwm` and `other` are the two legs, of one PWM slice; `other` is inverted.

    Volume 0 is silence; poll() goes through tunes all the same. In silence both legs are low, because a piezo
    takes harm from a constant voltage.
    """

    def __init__(self, pwm: PWM, other: PWM, volume: int = VOLUME_MAX) -> None:
        self._pwm = pwm
        self._other = other
        self.volume = volume
        self._tune = b""
        self._at = 0  # position of the note that sounds
        self._started = False  # its time runs from the first poll()
        self._since_ms = 0
        self._drive(0)

    def play(self, tune: bytes) -> None:
        """Begin at once, even if another tune plays."""
        self._tune = tune
        self._at = 0
        self._sound()

    def set_volume(self, volume: int) -> None:
        """0 (off) to VOLUME_MAX, at once."""
        self.volume = min(max(volume, 0), VOLUME_MAX)
        if self._tune and self._tune[self._at] != REST:
            self._drive(self.volume)

    def stop(self) -> None:
        """Silence. Call it at the next input, so that nobody waits for the end of a tune."""
        self._tune = b""
        self._drive(0)

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
        if note != REST:
            self._pwm.freq(freq_hz(note))  # of both legs; also at volume 0, which may change during the note
        self._drive(self.volume if note != REST else 0)

    def _drive(self, volume: int) -> None:
        self._pwm.duty_u16(_DUTY[volume])
        self._other.duty_u16(_HALF if volume == VOLUME_MAX else _LOW)
