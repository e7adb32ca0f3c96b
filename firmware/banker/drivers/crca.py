"""CRC_A (ISO/IEC 14443-3, annex B) in software: the chip's coprocessor would cost four transactions.

crc_a(data, first, end) is over data[first:end]; over bytes with their CRC behind them it is 0.
"""

try:
    from banker.drivers.crcaviper import crc_a
except (
    AttributeError,
    ImportError,
    NameError,
    SyntaxError,
    ValueError,
):  # no viper here, or built for another chip

    def crc_a(data: bytes, first: int, end: int) -> int:
        crc = 0x6363
        while first < end:
            x = data[first] ^ (crc & 0xFF)
            x = (x ^ (x << 4)) & 0xFF
            crc = (crc >> 8) ^ (x << 8) ^ (x << 3) ^ (x >> 4)
            first += 1
        return crc & 0xFFFF
