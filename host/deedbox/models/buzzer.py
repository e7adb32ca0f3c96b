"""A passive piezo on a PWM pin: which notes it played, and when."""


class BuzzerModel:
    """`notes` are (start_ns, end_ns, freq_hz), finished ones; a constant level makes no sound.

    `begun` are the frequencies of all that began, so that another thread can count without the lock.
    """

    def __init__(self) -> None:
        self.notes: list[tuple[int, int, int]] = []
        self.begun: list[int] = []
        self.freq_hz = 0  # what sounds now; 0 is silence
        self.duty_u16 = 0
        self._since_ns = 0

    def set(self, now_ns: int, freq_hz: int, duty_u16: int) -> None:
        """The pin's PWM from this moment on."""
        self.duty_u16 = duty_u16
        sounding = freq_hz if 0 < duty_u16 < 65_535 else 0
        if sounding == self.freq_hz:
            return
        if self.freq_hz and now_ns > self._since_ns:
            self.notes.append((self._since_ns, now_ns, self.freq_hz))
        self.freq_hz = sounding
        if sounding:
            self.begun.append(sounding)
        self._since_ns = now_ns
