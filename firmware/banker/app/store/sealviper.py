"""Fills and seals one journal page in machine code: binascii.crc32 makes a long integer on a 32-bit chip,
and the commit path must not allocate. It is a module of its own because mpy-cross needs -march for it.

The numbers are those of pages.py: PAYLOAD 20, ROOM 228, AT_RING 248, CRC 252, PAGE 256."""

import micropython

# CRC-32 (polynomial 0xEDB88320, reflected) of each nibble: sixteen words, little-endian.
_TABLE = (
    b"\x00\x00\x00\x00\x64\x10\xb7\x1d\xc8\x20\x6e\x3b\xac\x30\xd9\x26"
    b"\x90\x41\xdc\x76\xf4\x51\x6b\x6b\x58\x61\xb2\x4d\x3c\x71\x05\x50"
    b"\x20\x83\xb8\xed\x44\x93\x0f\xf0\xe8\xa3\xd6\xd6\x8c\xb3\x61\xcb"
    b"\xb0\xc2\x64\x9b\xd4\xd2\xd3\x86\x78\xe2\x0a\xa0\x1c\xf2\xbd\xbd"
)


@micropython.viper
def seal(page: ptr8, record: ptr8, at: int, length: int):  # type: ignore[name-defined, no-untyped-def]  # noqa: F821
    """The same bytes as pages._seal(); tests/micropython/test_journal_allocates_nothing.py compares them."""
    table = ptr32(_TABLE)  # type: ignore[name-defined]  # noqa: F821
    i = 0
    while i < length:
        page[20 + i] = record[at + i]
        i += 1
    while i < 228:
        page[20 + i] = 0xFF
        i += 1
    while i < 232:
        page[20 + i] = 0
        i += 1
    # In halves: a constant above 2**30 would be a long integer, which viper cannot load.
    half = 0xFFFF
    ones = uint(half << 16) | uint(half)  # type: ignore[name-defined]  # noqa: F821
    four = uint(4)  # type: ignore[name-defined]  # noqa: F821
    nibble = uint(15)  # type: ignore[name-defined]  # noqa: F821
    crc = ones
    i = 0
    while i < 252:
        crc ^= uint(page[i])  # type: ignore[name-defined]  # noqa: F821
        crc = (crc >> four) ^ (uint(table[int(crc & nibble)]) & ones)  # type: ignore[name-defined]  # noqa: F821
        crc = (crc >> four) ^ (uint(table[int(crc & nibble)]) & ones)  # type: ignore[name-defined]  # noqa: F821
        i += 1
    crc = crc ^ ones
    while i < 256:
        page[i] = int(crc & uint(0xFF))  # type: ignore[name-defined]  # noqa: F821
        crc = crc >> uint(8)  # type: ignore[name-defined]  # noqa: F821
        i += 1
