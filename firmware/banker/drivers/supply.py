"""The supply, seen through an ADC behind a divider by three: may flash be written?

The RP2040's brown-out detector watches its core, not the flash beside it (a page takes up to 3 ms, a sector
up to 400), so the voltage is read before each write. There are two limits, so that a supply between them does
not flicker between good and bad. Nothing is allocated: every value fits a small integer.
"""

from __future__ import annotations

from banker.drivers.types import ADC
from micropython import const

# Below this nothing is programmed or erased: three AA cells or a lithium cell are empty here.
LOW_MV = const(3000)
GOOD_MV = const(3300)  # at or above: good again

_FULL_MV = const(9900)  # 3 x 3.3 V, the divider and the reference
_SAMPLES_LOG2 = const(2)


class Supply:
    """For USB alone, low_mv=4200 and good_mv=4400 would do."""

    def __init__(self, adc: ADC, low_mv: int = LOW_MV, good_mv: int = GOOD_MV) -> None:
        self._adc = adc
        self.low_mv = low_mv
        self.good_mv = good_mv
        self.mv = 0  # the last reading
        self.lowest_mv = _FULL_MV  # since power-on
        self._good = False  # the first reading must reach good_mv

    def good(self) -> bool:
        """Read it now: is there enough to program or erase?"""
        total = 0
        for _ in range(1 << _SAMPLES_LOG2):
            total += self._adc.read_u16()
        self.mv = mv = (total >> _SAMPLES_LOG2) * _FULL_MV >> 16
        if mv < self.lowest_mv:
            self.lowest_mv = mv
        self._good = mv >= (self.low_mv if self._good else self.good_mv)
        return self._good
