"""A passive piezo buzzer on a PWM pin. It records which notes it played, and when."""


class BuzzerModel:
    """A buzzer. A constant level on its pin makes no sound.

    `notes` has (start_ns, end_ns, freq_hz) of each finished note. `frequencies` has every note from its start
    on, so that another thread can count notes without the lock.
    """

    def __init__(self) -> None:
        self.notes: list[tuple[int, int, int]] = []
        self.frequencies: list[int] = []
        self.freq_hz = 0  # of the note that sounds now; 0 is silence
        self.duty_u16 = 0
        self._since_ns = 0

    def set(self, now_ns: int, freq_hz: int, duty_u16: int) -> None:
        """Set the PWM of the pin from this moment on."""
        self.duty_u16 = duty_u16
        note_hz = freq_hz if 0 < duty_u16 < 65_535 else 0
        if note_hz == self.freq_hz:
            return
        if self.freq_hz and now_ns > self._since_ns:
            self.notes.append((self._since_ns, now_ns, self.freq_hz))
        self.freq_hz = note_hz
        if note_hz:
            self.frequencies.append(note_hz)
        self._since_ns = now_ns
