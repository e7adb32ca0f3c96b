"""The supply, seen through an ADC behind a divider by three: may flash be written?

The RP2040's brown-out detector watches its core, not the flash beside it (a page takes up to 3 ms, a sector
up to 400), so the voltage is read before each write. There are two limits, so that a supply between them does
not flicker between good and bad. Nothing is allocated: every value fits a small integer.

Some copies have no divider, and a Pico W connects it only at times. Their pin reads a voltage at which no
Pico runs. Such a supply is not measured, and writing goes on: otherwise nothing would ever be saved.
"""

from __future__ import annotations

from banker.drivers.types import ADC, Pin
from micropython import const

# Below this nothing is programmed or erased: three AA cells or a lithium cell are empty here.
LOW_MV = const(3000)
GOOD_MV = const(3300)  # at or above: good again
LEAST_MV = const(1800)  # the Pico's converter stops below (Pico datasheet, 4.5)

_FULL_MV = const(9900)  # 3 x 3.3 V, the divider and the reference
_SAMPLES_LOG2 = const(2)


class Supply:
    """`vbus` is high while USB gives the power. For USB alone, low_mv=4200 and good_mv=4400 would do."""

    def __init__(
        self, adc: ADC | None, vbus: Pin | None = None, low_mv: int = LOW_MV, good_mv: int = GOOD_MV
    ) -> None:
        self._adc = adc
        self._vbus = vbus
        self.low_mv = low_mv
        self.good_mv = good_mv
        self.mv = 0  # the last reading
        self.lowest_mv = _FULL_MV  # since power-on
        self.measured = False  # since power-on there was a reading at which a Pico runs
        self._good = False  # the first reading must reach good_mv

    def good(self) -> bool:
        """Read it now: is there enough to program or erase?"""
        if self._adc:
            self._read(self._adc)
        if not self.measured or self._vbus and self._vbus():
            return True
        self._good = self.mv >= (self.low_mv if self._good else self.good_mv)
        return self._good

    def _read(self, adc: ADC) -> None:
        total = 0
        for _ in range(1 << _SAMPLES_LOG2):
            total += adc.read_u16()
        self.mv = mv = (total >> _SAMPLES_LOG2) * _FULL_MV >> 16
        if mv >= LEAST_MV:
            self.measured = True  # and it stays so: when the plug is pulled the voltage falls to nothing
        if self.measured and mv < self.lowest_mv:
            self.lowest_mv = mv
