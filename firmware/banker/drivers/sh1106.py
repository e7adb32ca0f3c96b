"""SH1106 display, 128x64 on a controller with 132 columns, over I2C (Sino Wealth's data sheet, version 2.3).

The glass begins at column 2 in most modules, in others at column 0 or 4: set_first_column().
"""

from __future__ import annotations

from banker.drivers.ssd1306 import SSD1306


class SH1106(SSD1306):
    spare_columns = 4
    first_column = 2
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

    def set_first_column(self, column: int) -> None:
        """Set where the glass begins, before init()."""
        if not 0 <= column <= self.spare_columns:
            raise ValueError("first_column")
        self.first_column = column
