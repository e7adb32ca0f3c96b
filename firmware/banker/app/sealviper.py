"""Fill and seal one journal page in machine code: binascii.crc32 makes a long integer on a 32-bit chip,
and the commit path must not allocate. In a module of its own, since mpy-cross needs -march for it."""

import micropython


@micropython.viper
def seal(page: ptr8, chunk: ptr8, length: int):  # type: ignore[name-defined]  # noqa: F821
    """As banker.app.pages.seal: the same bytes, by the test's word."""
    i = 0
    while i < 232:
        page[20 + i] = chunk[i] if i < length else 0xFF
        i += 1
    # Halves: a constant above 2**30 would be a long integer, which viper cannot load.
    half = 0xFFFF
    ones = uint(half << 16) | uint(half)  # type: ignore[name-defined]  # noqa: F821
    high = 0xEDB8
    low = 0x8320
    polynomial = uint(high << 16) | uint(low)  # type: ignore[name-defined]  # noqa: F821
    one = uint(1)  # type: ignore[name-defined]  # noqa: F821
    crc = ones
    i = 0
    while i < 252:
        crc ^= uint(page[i])  # type: ignore[name-defined]  # noqa: F821
        bit = 0
        while bit < 8:
            if crc & one:
                crc = (crc >> one) ^ polynomial
            else:
                crc = crc >> one
            bit += 1
        i += 1
    crc = crc ^ ones
    i = 252
    while i < 256:
        page[i] = int(crc & uint(0xFF))  # type: ignore[name-defined]  # noqa: F821
        crc = crc >> uint(8)  # type: ignore[name-defined]  # noqa: F821
        i += 1
