"""What painting costs in MicroPython; that it paints the same as in CPython is in tests/ui/test_paint.py."""

import gc

import check

from banker.ui import paint

FONT = bytearray(paint.FONT_SIZE)
with open("firmware/data/font6x8.bin", "rb") as file:
    file.readinto(FONT)

HOME = [
    "\x03\x01MIA",
    "\x021210",
    "On 19 Vaati's Palace",
    "Roll, type both dice.",
    "\x04* Undo \x04B Money \x04D More",
]
FULL = ["\x03AUCTION Sacred Realm..", "21 letters in each row"] + ["Schöne Größe, für M\x04ü\x04M!!"] * 6


def allocated(rows):
    """Bytes of heap that painting these rows takes when it is done for the second time."""
    buf = bytearray(paint.SIZE)
    paint.screen(buf, rows, FONT)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    paint.screen(buf, rows, FONT)
    after = gc.mem_alloc()
    gc.enable()
    return after - before


def test_the_font_on_flash_is_the_one_this_module_wants():
    assert paint.fits(FONT)
    assert not paint.fits(FONT[:-1])
    assert not paint.fits(b"\x00" + bytes(FONT[1:]))


def test_a_full_screen_takes_a_few_hundred_bytes():
    # One object a row, 32 bytes here and 16 on the Pico.
    for rows in (HOME, FULL):
        used = allocated(rows)
        assert 0 < used <= 320, used


def test_a_letter_takes_nothing():
    """More text in as many rows must not cost more."""
    assert allocated(["", "", "", "", "", "", "", ""]) == allocated(FULL)
    full = ["\x01ABCDEFGHIJ", "\x02-123456", "\x03" + "ü" * 21, "\x04A\x04B", "\x053/5"]
    assert allocated(["\x01", "\x02", "\x03", "", "\x05"]) == allocated(full)


def test_painting_interns_no_letters():
    """A str that is indexed leaves each letter behind as an interned name for ever; this must not happen."""
    rows = ["".join([chr(code) for code in range(first, first + 20)]) for first in range(0x20, 0xF0, 30)]
    buf = bytearray(paint.SIZE)
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(3):
        paint.screen(buf, rows, FONT)
    gc.collect()
    assert gc.mem_alloc() <= before + 64, gc.mem_alloc() - before


check.run(globals())
