"""Painting, pixel by pixel where it matters. Reading back is in tests/host/test_display.py."""

import os
import subprocess
import sysconfig
from pathlib import Path

import pytest

from banker.ui import paint
from banker.ui.paint import BAR, BIG, DOUBLE, HEADER, KEY
from deedbox.build import fonts

ROOT = Path(__file__).resolve().parents[2]
FONT = (ROOT / "firmware" / "data" / "font6x8.bin").read_bytes()
NO_LETTERS = {0x20, 0xA0}  # both are blank, and must be


def painted(*rows: str) -> bytes:
    buf = bytearray(b"\x55" * paint.SIZE)
    paint.screen(buf, list(rows), FONT)
    assert len(buf) == paint.SIZE
    return bytes(buf)


def page(picture: bytes, row: int) -> bytes:
    return picture[row * 128 : row * 128 + 128]


def cell(picture: bytes, row: int, col: int) -> bytes:
    return page(picture, row)[1 + col * 6 : 7 + col * 6]


def glyph(char: str) -> bytes:
    at = 8 + (ord(char) - 0x20) * 6
    return FONT[at : at + 6]


def test_the_committed_font_is_the_compiled_text():
    assert FONT == fonts.compile_font(), "run: python -m deedbox.build.fonts"


def test_the_font_fits_the_painter():
    assert paint.fits(FONT)
    assert paint.fits(bytearray(FONT))
    assert not paint.fits(FONT + b"\x00")
    assert not paint.fits(b"X" + FONT[1:])


def test_every_letter_looks_different():
    letters: dict[bytes, str] = {}
    for each in fonts.letter_glyphs():
        looks = glyph(chr(each.code))
        if each.code in NO_LETTERS:
            assert not any(looks)
            continue
        assert any(looks), each.name
        assert looks not in letters, f"{each.name} looks like {letters[looks]}"
        letters[looks] = each.name


@pytest.mark.parametrize("kind", ["", DOUBLE])
def test_every_letter_looks_different_on_a_lit_band_and_unlike_any_letter_on_dark(kind):
    letters: dict[bytes, str] = {}
    for band in ("", HEADER):
        for each in fonts.letter_glyphs():
            if each.code == 0xA0 or each.code == 0x7F:
                continue
            picture = painted(band + kind + chr(each.code))
            looks = page(picture, 0)[1:13] + page(picture, 1)[1:13] if kind else cell(picture, 0, 0)
            name = f"{each.name} ({'lit' if band else 'dark'})"
            assert looks not in letters, f"{name} looks like {letters[looks]}"
            letters[looks] = name


def test_letters_that_are_easily_confused_differ_in_several_pixels():
    def distance(one: str, other: str) -> int:
        return sum((a ^ b).bit_count() for a, b in zip(glyph(one), glyph(other), strict=True))

    for group in ("0OQDØ", "1Il|i", "5S", "8B", "2Z", "uv", "ceo", "aä", "oöó", "uü", "UÜ", "6G"):
        for one in group:
            for other in group:
                assert one == other or distance(one, other) >= 2, (one, other)
    assert distance("0", "O") >= 3
    assert min(distance("1", "I"), distance("1", "l"), distance("I", "l")) >= 3


def test_letters_leave_their_sixth_column_dark():
    for each in fonts.letter_glyphs():
        if not 0x7F < each.code < 0xA0:
            assert glyph(chr(each.code))[5] == 0, each.name


def test_small_letters_stand_in_21_columns_from_the_second_pixel_on():
    picture = painted("A" * 21)
    assert page(picture, 0) == b"\x00" + glyph("A") * 21 + b"\x00"
    assert not any(picture[128:])


def test_an_overlong_row_is_cut():
    assert painted("A" * 22) == painted("A" * 21) == painted("A" * 500)
    assert painted(DOUBLE + "A" * 11) == painted(DOUBLE + "A" * 10)
    assert painted("ü" * 22) == painted("ü" * 21)


def test_text_touches_only_its_own_cells():
    buf = bytearray(b"\x55" * paint.SIZE)
    paint.text(buf, 2, 19, "äß!", FONT)
    untouched = bytearray(b"\x55" * paint.SIZE)
    untouched[2 * 128 + 1 + 19 * 6 : 2 * 128 + 127] = glyph("ä") + glyph("ß")
    assert buf == untouched


def test_control_characters_take_no_room():
    assert painted("a\x00b\x1b\x7fc\n") == painted("abc")
    assert painted(DOUBLE + "a\x04b\x03") == painted(DOUBLE + "ab")
    assert painted(BIG + "1\x042") == painted(BIG + "12")


def test_a_letter_that_the_font_has_not_is_one_box():
    box = FONT[8 + (0x7F - 0x20) * 6 :][:6]
    for char in "Ł€漢\U0001f600":
        picture = painted("a" + char + "b")
        assert [cell(picture, 0, col) for col in range(4)] == [glyph("a"), box, glyph("b"), bytes(6)]


def test_a_key_is_one_inverse_letter_with_light_all_around():
    picture = painted("x " + KEY + "D More")
    lit = page(picture, 0)[12:19]  # one column more on the left
    assert lit[0] == lit[6] == 0xFF
    assert all(column & 0x81 == 0x81 for column in lit)
    assert any(column != 0xFF for column in lit)
    assert cell(picture, 0, 3) == bytes(6)
    assert cell(picture, 0, 4) == glyph("M")


def test_a_key_on_a_lit_band_is_dark():
    picture = painted(HEADER + "a" + KEY + "D")
    assert cell(picture, 0, 1) == glyph("D")
    assert page(picture, 0)[6] == 0


def test_a_header_is_lit_from_edge_to_edge():
    picture = painted(HEADER + "AUCTION", "")
    assert page(picture, 0)[0] == page(picture, 0)[127] == 0xFF
    assert all(column & 1 for column in page(picture, 0)), "capitals have light above them"
    assert page(picture, 0)[7 * 6 + 1 :] == b"\xff" * (127 - 7 * 6)
    assert not any(page(picture, 1))


def test_a_band_keeps_off_the_letters_below_it():
    picture = painted(HEADER + "MONEY", "THE TEXT")
    for above, below in zip(page(picture, 0), page(picture, 1), strict=True):
        assert not (above & 0x80 and below & 0x01)


def test_double_letters_are_twice_the_small_ones_with_smooth_slopes():
    picture = painted(DOUBLE + "L/")
    small = glyph("L")
    for x in range(12):
        tall = page(picture, 0)[1 + x] | page(picture, 1)[1 + x] << 8
        for y in range(15):
            assert tall >> (y + 1) & 1 == small[x // 2] >> (y // 2) & 1
    lit = sum(byte.bit_count() for byte in page(picture, 0)[13:25] + page(picture, 1)[13:25])
    plain = 4 * sum(byte.bit_count() for byte in glyph("/"))
    assert lit == plain + 2 * 4  # four steps, each with a quarter lit on either side


def test_items_take_the_rows_they_need():
    picture = painted(DOUBLE + "MIA", BIG + "1210", "six", "seven", "eight", "nine")
    assert cell(picture, 5, 0) == glyph("s")
    assert cell(picture, 7, 0) == glyph("e")
    assert painted(*["a"] * 7, DOUBLE + "b") == painted(*["a"] * 7)
    assert painted(*["a"] * 6, BIG + "1", "b") == painted(*["a"] * 6)


@pytest.mark.parametrize("digits", ["0", "7", "50", "1210", "+50", "-123456", "999999"])
def test_big_figures_stand_in_the_middle_and_off_their_neighbours(digits):
    picture = painted("", BIG + digits)
    lit = [x for x in range(128) if any(page(picture, row)[x] for row in (1, 2, 3))]
    cells = 18 * len(digits) - 4
    assert lit[0] >= (128 - cells) // 2 and lit[-1] < (128 + cells) // 2
    assert not any(column & 0x01 for column in page(picture, 1))
    assert not any(column & 0x80 for column in page(picture, 3))
    assert not any(page(picture, 0) + page(picture, 4))


def test_a_sum_too_long_for_big_figures_is_not_cut():
    picture = painted(BIG + "12345678")
    twin = bytearray(paint.SIZE)
    paint.double(twin, 0, "12345678", FONT)
    assert page(picture, 0)[16 : 16 + 96] == bytes(twin[1:97])
    assert not any(page(picture, 2))


@pytest.mark.parametrize(
    "share, full", [("0/5", 0), ("1/5", 24), ("3/5", 74), ("5/5", 124), ("9/5", 124), ("1/0", 0), ("", 0)]
)
def test_a_bar_is_as_full_as_said(share, full):
    bar = page(painted(BAR + share), 0)
    assert bar == b"\x00\x7e" + b"\x7e" * full + b"\x42" * (124 - full) + b"\x7e\x00"


def test_a_screen_leaves_nothing_of_the_one_before():
    buf = bytearray(b"\xff" * paint.SIZE)
    paint.screen(buf, [], FONT)
    assert not any(buf)


SCREENS = [
    [HEADER + DOUBLE + "MIA", BIG + "1210", "On 19 Vaati's Palace", "", KEY + "* Undo " + KEY + "B Money"],
    [
        HEADER + "AUCTION Sacred" + KEY + "Realm..",
        "Schöne Größe, für M\u0141M\U0001f600!",
        BIG + "-987654",
        BAR + "2/7",
    ],
    ["".join(map(chr, range(first, first + 21))) for first in range(0x20, 0x90, 21)],
    ["".join(map(chr, range(first, first + 21))) for first in range(0x90, 0x120, 21)],
    [HEADER + "".join(map(chr, range(first, first + 21))) for first in range(0x20, 0xC8, 21)],
    [BIG + "123456789", DOUBLE + "äöüß\x80\x81\x82Qg", HEADER + BIG + "+5"],
]
PROGRAM = """
import binascii
from banker.ui import paint
font = bytearray(paint.FONT_SIZE)
with open("firmware/data/font6x8.bin", "rb") as file:
    file.readinto(font)
for rows in %r:
    buf = bytearray(paint.SIZE)
    paint.screen(buf, rows, font)
    print(binascii.hexlify(buf).decode())
"""


@pytest.mark.micropython
def test_both_interpreters_paint_the_same(tmp_path):
    script = tmp_path / "paint_all.py"
    script.write_text(PROGRAM % SCREENS, encoding="utf-8")
    micropython = Path(sysconfig.get_path("scripts")) / "micropython"
    env = {**os.environ, "MICROPYPATH": "firmware:.frozen"}
    result = subprocess.run(
        [micropython, script], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == [painted(*rows).hex() for rows in SCREENS]
