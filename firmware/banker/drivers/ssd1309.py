"""SSD1309 display (the 2.42 inch modules), 128x64, over I2C (Solomon Systech's data sheet, revision 1.1).

The panel's voltage comes from the module, so there is no charge pump to switch. The controller needs a reset
pulse after power-on: set_reset_pin(). Modules that reset themselves work without it.
"""

from __future__ import annotations

from banker.drivers.ssd1306 import SSD1306
from banker.drivers.types import Pin, Sleep
from micropython import const

_RESET_US = const(10)  # low for at least 3 us (8.9)
_SETTLE_US = const(100)


class SSD1309(SSD1306):
    _rst: Pin | None = None
    _sleep_us: Sleep | None = None
    _SETTING = bytes(
        (
            0xFD, 0x12,  # 10.1.25 take commands
            0xD5, 0xA0,  # 10.1.16 clock
            0xA8, 0x3F,  # 10.1.11 64 rows
            0xD3, 0x00,  # 10.1.15 no offset
            0x40,  # 10.1.6 start line 0
            0x20, 0x02,  # 10.1.3 page addressing
            0xDA, 0x12,  # 10.1.18 rows wired alternately
            0xD9, 0x25,  # 10.1.17 pre-charge for an outer supply
            0xDB, 0x34,  # 10.1.19 VCOMH
            0xA4,  # 10.1.9 show the memory
            0x2E,  # 10.2.3 no scrolling
        )
    )  # fmt: skip

    def set_reset_pin(self, rst: Pin, sleep_us: Sleep) -> None:
        """Reset the display by this pin, in init()."""
        self._rst = rst
        self._sleep_us = sleep_us

    def _reset(self) -> None:
        if self._rst is not None and self._sleep_us is not None:
            self._rst(0)
            self._sleep_us(_RESET_US)
            self._rst(1)
            self._sleep_us(_SETTLE_US)
