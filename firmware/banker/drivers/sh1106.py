"""SH1106 display, 128x64 on a controller with 132 columns, over I2C (Sino Wealth's data sheet, version 2.3).

The glass begins at another column in each module: 0, 2 (most) or 4. This is a setting.
"""

from __future__ import annotations

from banker.drivers.ssd1306 import SSD1306
from banker.drivers.types import I2C


class SH1106(SSD1306):
    spare_columns = 4
    _SETTING = bytes(
        (
            0xD5, 0x80,  # command 15: clock
            0xA8, 0x3F,  # 9: 64 rows
            0xD3, 0x00,  # 14: no offset
            0x40,  # 5: start line 0
            0xAD, 0x8B,  # 10: its own converter feeds the panel
            0x32,  # 4: with 8.0 V
            0xDA, 0x12,  # 17: rows wired alternately
            0xD9, 0x1F,  # 16: pre-charge
            0xDB, 0x40,  # 18: VCOMH
            0xA4,  # 7: show the memory
        )
    )  # fmt: skip

    def __init__(
        self,
        i2c: I2C,
        buffer: bytearray | None = None,
        address: int = 0x3C,
        turned: bool = False,
        contrast: int = 0x7F,
        first_column: int = 2,
    ) -> None:
        if not 0 <= first_column <= self.spare_columns:
            raise ValueError("first_column")
        self.first_column = first_column
        super().__init__(i2c, buffer, address, turned, contrast)
