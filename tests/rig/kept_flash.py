"""The flash of boxes as older releases left it: tests/fixtures/flash/RELEASE/, made by flash_cases.py."""

import json
import lzma
import struct
from functools import cache
from pathlib import Path

from deedbox.build import firmware

FOLDER = Path(__file__).resolve().parents[1] / "fixtures" / "flash"
BLOCK = firmware.BLOCK_SIZE
PAGE = firmware.PAGE_SIZE
_PLACE = 2  # bytes of a block's number
_BLOCKS_SUFFIX = ".blocks.xz"


def cases():
    """(release, case), all of them."""
    paths = sorted(FOLDER.glob("*/*" + _BLOCKS_SUFFIX))
    return [(path.parent.name, path.name.removesuffix(_BLOCKS_SUFFIX)) for path in paths]


@cache
def image(release, case):
    """The whole flash, with the firmware of that release on it."""
    folder = FOLDER / release
    flash = bytearray(lzma.decompress((folder / "firmware.image.xz").read_bytes()))
    blocks = lzma.decompress((folder / (case + _BLOCKS_SUFFIX)).read_bytes())
    for at in range(0, len(blocks), _PLACE + BLOCK):
        (block,) = struct.unpack_from("<H", blocks, at)
        flash[block * BLOCK : (block + 1) * BLOCK] = blocks[at + _PLACE : at + _PLACE + BLOCK]
    return bytes(flash)


@cache
def story(release, case):
    """What that release itself told of its games."""
    return json.loads(lzma.decompress((FOLDER / release / (case + ".story.json.xz")).read_bytes()))


def grown(then, now) -> bool:
    """Everything that a state said then, it says now; it may say more."""
    if isinstance(then, dict):
        return all(key in now and grown(value, now[key]) for key, value in then.items())
    return bool(then == now)


def ring_blocks(files):
    """The blocks of the ring, in its order (firmware/banker/app/store/ring_blocks.py)."""
    return struct.unpack_from("<16H", files["ring/map"], 4)


def pages(flash):
    """The journal as the link sends it: (place, 256 bytes) of every page that is not blank."""
    found = []
    for at, block in enumerate(ring_blocks(firmware.unpack_image(flash))):
        for slot in range(BLOCK // PAGE):
            start = block * BLOCK + slot * PAGE
            if flash[start : start + PAGE] != b"\xff" * PAGE:
                found.append((at * (BLOCK // PAGE) + slot, flash[start : start + PAGE]))
    return found
