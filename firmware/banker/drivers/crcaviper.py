"""CRC_A in machine code, for crca.py; a module of its own because mpy-cross needs -march for it."""

import micropython


@micropython.viper
def crc_a(data: ptr8, first: int, end: int) -> int:  # type: ignore[name-defined]  # noqa: F821
    crc = 0x6363
    while first < end:
        x = data[first] ^ (crc & 0xFF)
        x = (x ^ (x << 4)) & 0xFF
        crc = (crc >> 8) ^ (x << 8) ^ (x << 3) ^ (x >> 4)
        first += 1
    return crc & 0xFFFF
