"""Reads, checks and writes UF2 files, which the Pico's boot drive takes; adds the firmware to MicroPython.

The format is Microsoft's (github.com/microsoft/uf2): blocks of 512 bytes, each with 256 bytes for an address.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from typing import NamedTuple

from deedbox.build import firmware

FAMILY_RP2040 = 0xE48BFF56
# Of the RP2350: absolute, data, Arm secure, RISC-V, Arm non-secure (its data sheet, 'UF2 Targeting Rules').
FAMILIES_RP2350 = range(0xE48BFF57, 0xE48BFF5C)
FLASH = 0x10000000
BLOCK = struct.Struct("<IIIIIIII476sI")
_MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
_HAS_FAMILY = 0x2000
_NOT_FLASH = 0x1
_BANNER = re.compile(rb"MicroPython v(\d+)\.(\d+)\.(\d+)")


class Uf2Error(Exception):
    """This file cannot be used; one line that tells why."""


class Image(NamedTuple):
    pages: Mapping[int, bytes]  # by address
    version: tuple[int, int, int] | None  # of the MicroPython in it


def parse_uf2(data: bytes, name: str = "the image") -> Image:
    if not data or len(data) % 512:
        raise Uf2Error(f"{name} is no UF2 file: its length is no multiple of 512")
    pages: dict[int, bytes] = {}
    count = len(data) // 512
    for number, fields in enumerate(BLOCK.iter_unpack(data)):
        first, second, flags, address, size, index, total, family, payload, last = fields
        if (first, second, last) != _MAGIC:
            raise Uf2Error(f"{name} is no UF2 file: block {number} does not begin like one")
        if flags & _NOT_FLASH:
            continue
        if not flags & _HAS_FAMILY or family != FAMILY_RP2040:
            raise Uf2Error(f"{name} is not for the RP2040; on a Pico 2 use deedbox deploy without --uf2")
        if size != 256 or address % 256 or index != number or total != count or address in pages:
            raise Uf2Error(f"{name} is damaged: block {number} of {count}; download it again")
        pages[address] = payload[:256]
    if not pages or min(pages) < FLASH:
        raise Uf2Error(f"{name} is not for the flash of a Pico")
    banner = _BANNER.search(b"".join(pages[address] for address in sorted(pages)))
    version = None if banner is None else (int(banner[1]), int(banner[2]), int(banner[3]))
    return Image(pages, version)


def chip_of_image(data: bytes) -> str | None:
    """The chip that the first block is for; None if this is no UF2 file, or for none of these chips."""
    if len(data) < BLOCK.size:
        return None
    first, second, flags, _, _, _, _, family, _, last = BLOCK.unpack_from(data)
    if (first, second, last) != _MAGIC or not flags & _HAS_FAMILY:
        return None
    if family == FAMILY_RP2040:
        return "RP2040"
    return "RP2350" if family in FAMILIES_RP2350 else None


def add_filesystem(micropython: Image, filesystem: bytes, name: str = "the image") -> bytes:
    """One UF2 with MicroPython, followed by the used blocks of a littlefs image."""
    begin = FLASH + firmware.FILESYSTEM_OFFSET
    if max(micropython.pages) >= begin:
        raise Uf2Error(
            f"{name} reaches into the filesystem: it is for another board than the Raspberry Pi Pico"
        )
    pages = dict(micropython.pages)
    blank = b"\xff" * firmware.BLOCK_SIZE
    for block in range(0, len(filesystem), firmware.BLOCK_SIZE):
        content = filesystem[block : block + firmware.BLOCK_SIZE]
        if content == blank:
            continue  # old content may stay there: littlefs erases a block before it writes
        # Whole sectors, since the boot ROM erases a sector when its first page comes (RP2040-E14).
        for at in range(0, firmware.BLOCK_SIZE, 256):
            pages[begin + block + at] = content[at : at + 256]
    return write_uf2(pages)


def write_uf2(pages: Mapping[int, bytes]) -> bytes:
    out = []
    for number, address in enumerate(sorted(pages)):
        head = (*_MAGIC[:2], _HAS_FAMILY, address, 256, number, len(pages), FAMILY_RP2040)
        out.append(BLOCK.pack(*head, pages[address], _MAGIC[2]))
    return b"".join(out)


def read_filesystem(image: Image) -> bytes:
    """The littlefs image in a UF2; pages that it leaves out are blank."""
    begin = FLASH + firmware.FILESYSTEM_OFFSET
    out = bytearray(b"\xff" * firmware.FILESYSTEM_SIZE)
    for address, page in image.pages.items():
        if address >= begin:
            out[address - begin : address - begin + 256] = page
    return bytes(out)
