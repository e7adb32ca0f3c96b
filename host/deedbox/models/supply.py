"""The supply voltage of a box over time; the ADC measures a third of it."""

import random

FULL_SCALE_MV = 3 * 3300
USB_MV = 4_750  # 5 V minus the voltage across the Pico's diode


class SupplyModel:
    """The voltage is `mv` now; sag() changes it in a straight line. `noise_mv` is the noise, up and down."""

    def __init__(self, mv: int = USB_MV, noise_mv: int = 0, seed: int = 1) -> None:
        self.noise_mv = noise_mv
        self._rng = random.Random(seed)
        self._now_ns = 0
        self._from_ns = self._until_ns = 0
        self._from_mv = self._to_mv = mv

    @property
    def mv(self) -> int:
        if self._now_ns >= self._until_ns:
            return self._to_mv
        share = (self._now_ns - self._from_ns) / (self._until_ns - self._from_ns)
        return round(self._from_mv + (self._to_mv - self._from_mv) * share)

    def sag(self, to_mv: int, over_ms: int = 0) -> None:
        """Fall or rise to this voltage within so many milliseconds from now."""
        self._from_mv, self._to_mv = self.mv, to_mv
        self._from_ns = self._now_ns
        self._until_ns = self._now_ns + over_ms * 1_000_000

    def run_to(self, now_ns: int) -> None:
        self._now_ns = max(self._now_ns, now_ns)

    def read_u16(self) -> int:
        """A reading as from ADC.read_u16(): 12 bits, scaled to 16."""
        mv = max(0, self.mv + self._rng.randint(-self.noise_mv, self.noise_mv))
        twelve = min(mv * 4096 // FULL_SCALE_MV, 4095)
        return twelve << 4 | twelve >> 8
