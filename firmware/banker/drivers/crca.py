"""CRC_A (ISO/IEC 14443-3, annex B) in software: the chip's coprocessor would need four transactions.

crc_a(data, first, end) is the CRC of data[first:end]; with the CRC behind the bytes it is 0.
"""

from __future__ import annotations

from banker.drivers.types import Buffer

try:
    from banker.drivers.crcaviper import crc_a as crc_a
except (AttributeError, ImportError, NameError, SyntaxError, ValueError):
    # CPython, or built without machine code

    def crc_a(data: Buffer, first: int, end: int) -> int:
        crc = 0x6363
        while first < end:
            x = data[first] ^ (crc & 0xFF)
            x = (x ^ (x << 4)) & 0xFF
            crc = (crc >> 8) ^ (x << 8) ^ (x << 3) ^ (x >> 4)
            first += 1
        return crc & 0xFFFF
