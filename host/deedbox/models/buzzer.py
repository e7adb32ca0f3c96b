"""A passive piezo buzzer between two PWM pins. It records which notes it played, and when."""

from __future__ import annotations

import cmath

_FULL = 65_535
FIRST, OTHER = 0, 1  # its legs; the PWM of the other one is inverted


class BuzzerModel:
    """A buzzer. Constant levels on its pins make no sound.

    `notes` has (start_ns, end_ns, freq_hz) of each finished note. `frequencies` has every note from its start
    on, so that another thread can count notes without the lock.
    """

    def __init__(self) -> None:
        self.notes: list[tuple[int, int, int]] = []
        self.frequencies: list[int] = []
        self.freq_hz = 0  # of the note that sounds now; 0 is silence
        self._duties = [0, _FULL]  # both legs are low
        self._since_ns = 0

    def set(self, now_ns: int, freq_hz: int, duty_u16: int, leg: int = FIRST) -> None:
        """Set the PWM of a leg from this moment on. Both legs belong to one slice and have one frequency."""
        self._duties[leg] = duty_u16
        note_hz = freq_hz if any(0 < duty < _FULL for duty in self._duties) else 0
        if note_hz == self.freq_hz:
            return
        if self.freq_hz and now_ns > self._since_ns:
            self.notes.append((self._since_ns, now_ns, self.freq_hz))
        self.freq_hz = note_hz
        if note_hz:
            self.frequencies.append(note_hz)
        self._since_ns = now_ns

    def silence(self, now_ns: int) -> None:
        """Both pins are low, or nobody drives them."""
        self._duties = [0, _FULL]
        self.set(now_ns, 0, 0)

    def level(self) -> float:
        """The constant voltage between the legs, as a share of the supply; it should be 0 in silence."""
        first, other = self._duties
        return first / _FULL - (1 - other / _FULL)

    def line(self, number: int) -> float:
        """How strong a harmonic of the note is: its amplitude, as a share of the supply; 1 is the note.

        The first leg is high for its share of the period, the other one low for its own, from one moment on.
        """
        return abs(sum(_harmonic(number, duty / _FULL) for duty in self._duties))


def _harmonic(number: int, duty: float) -> complex:
    """The amplitude of a harmonic of a pulse of height 1 that begins with the period (its Fourier series)."""
    return (1 - cmath.exp(-2j * cmath.pi * number * duty)) / (cmath.pi * number)
