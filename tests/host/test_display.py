"""Pictures of the display become text and PNG files."""

import struct
import zlib

import pytest

from banker.ui import paint
from banker.ui.paint import BAR, BIG, DOUBLE, HEADER, KEY
from deedbox import display
from deedbox.build import fonts

FONT = fonts.compile_font()
SYMBOLS = {glyph.reads: chr(glyph.code) for glyph in fonts.letter_glyphs() if 0x80 <= glyph.code < 0xA0}
PRINTABLE = [chr(code) for code in (*range(0x20, 0x7F), *range(0xA1, 0x100))]


def picture(*rows: str) -> bytes:
    buf = bytearray(paint.SIZE)
    paint.screen(buf, list(rows), FONT)
    return bytes(buf)


def read(*rows: str) -> list[str]:
    return display.read_text(picture(*rows))


@pytest.mark.parametrize("first", range(0, len(PRINTABLE), 19))
@pytest.mark.parametrize("lead", ["", HEADER])
def test_every_printable_letter_comes_back(first, lead):
    text = "|" + "".join(PRINTABLE[first : first + 19]) + "|"
    assert read(lead + text)[0] == text
    assert read("", text, "", "")[1] == text


def test_a_letter_comes_back_from_a_band_with_text_below():
    for char in PRINTABLE[1:]:
        if char not in "_q":  # the T hides their last row, so they look like a blank and a g
            assert read(HEADER + "x" + char, "TTTT") == ["x" + char, "TTTT"] + [""] * 6


def test_every_letter_comes_back_as_a_key():
    for char in PRINTABLE[1:]:
        assert read("ab" + KEY + char + " c")[0] == "ab" + char + " c"
        assert read("ab " + KEY + char + "c")[0] == "ab " + char + "c"


def test_symbols_come_back_as_what_they_read():
    for reads, char in SYMBOLS.items():
        assert read("a" + char)[0] == "a" + reads
        assert fonts.for_display(reads) == char


@pytest.mark.parametrize(
    "text", ["ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ0123", "456789ÄÖÜ", "äöüß éñ>", "-.'", "MUM>MIA"]
)
@pytest.mark.parametrize("lead", ["", HEADER])
def test_double_letters_come_back_in_the_first_of_their_rows(text, lead):
    assert read(lead + DOUBLE + text, "BELOW") == [text, "", "BELOW"] + [""] * 5
    assert read("above", DOUBLE + text, "TTT") == ["above", text, "", "TTT"] + [""] * 4


@pytest.mark.parametrize(
    "sum_", ["0", "5", "10", "1210", "+50", "-70", "123456", "-987654", "1234567", "12345678"]
)
def test_big_figures_come_back(sum_):
    assert read(HEADER + "OFFER", BIG + sum_, "You have 1260 > 1060") == [
        "OFFER", sum_, "", "", "You have 1260 > 1060", "", "", "",
    ]  # fmt: skip


def test_a_whole_screen_comes_back():
    rows = [
        HEADER + DOUBLE + "MIA", BIG + "1210", "On 19 Vaati's Palace", "Roll, type both dice.",
        "\x04* Undo \x04B Money \x04D More",
    ]  # fmt: skip
    assert read(*rows) == [
        "MIA", "", "1210", "", "", "On 19 Vaati's Palace", "Roll, type both dice.", "* Undo B Money D More",
    ]  # fmt: skip


def test_a_german_sentence_comes_back():
    rows = ["Schöne Straße: prüfe,", "ob Öl, Äpfel & Übung", "für 250 genügen."]
    assert read(*rows)[:3] == rows


def test_an_overlong_row_comes_back_cut():
    assert read("Upper Market Street by the Old Mill")[0] == "Upper Market Street b"


def test_a_bar_reads_as_a_bar():
    assert read(BAR + "5/5")[0] == "[" + "#" * 19 + "]"
    assert read("", BAR + "0/5")[1] == "[" + "." * 19 + "]"


def test_a_cell_that_is_no_letter_becomes_a_question_mark():
    broken = bytearray(picture("", "PAY 10"))
    broken[128 + 1 + 6] ^= 0x55
    assert display.read_text(bytes(broken))[1] == "P?Y 10"
    assert display.read_text(bytes([0xA5, 0x5A] * 512)) == ["?" * 21] * 8


def test_a_picture_of_another_size_is_refused():
    with pytest.raises(ValueError, match="1024"):
        display.read_text(bytes(1023))


def pixels(data: bytes) -> tuple[int, int, list[bytes]]:
    """Reads the one kind of PNG that display.py writes."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, chunks = 8, {}
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(kind + body)
        chunks[kind] = body
        at += 12 + size
    width, height, depth, colour = struct.unpack_from(">IIBB", chunks[b"IHDR"])
    assert (depth, colour) == (8, 3)
    raw = zlib.decompress(chunks[b"IDAT"])
    assert len(raw) == (width + 1) * height
    lines = [raw[y * (width + 1) :][: width + 1] for y in range(height)]
    assert all(line[0] == 0 for line in lines)
    palette = chunks[b"PLTE"]
    return width, height, [b"".join(palette[3 * p : 3 * p + 3] for p in line[1:]) for line in lines]


def test_a_png_shows_the_pixels(tmp_path):
    shot = picture("Hi", "\x04A")
    display.to_png(shot, tmp_path / "shot.png", scale=4)
    width, height, lines = pixels((tmp_path / "shot.png").read_bytes())
    edge = (width - 128 * 4) // 2
    assert (width, height) == (128 * 4 + 2 * edge, 64 * 4 + 2 * edge)
    for y in range(64):
        for x in range(128):
            at = 3 * (edge + x * 4)
            bright = sum(lines[edge + y * 4][at : at + 3]) > 384
            assert bright == bool(shot[(y >> 3) * 128 + x] >> (y & 7) & 1), (x, y)


def test_a_contact_sheet_holds_every_picture(tmp_path):
    shots = [(f"Screen {number} ü", picture(f"number {number}")) for number in range(5)]
    display.contact_sheet(shots, tmp_path / "sheet.png", columns=3, scale=1)
    width, height, lines = pixels((tmp_path / "sheet.png").read_bytes())
    assert width > 3 * 128 and height > 2 * 64
    lit = sum(
        pixel == lines_lit for line in lines for pixel in _split(line) for lines_lit in [b"\xbf\xea\xff"]
    )
    assert lit == sum(byte.bit_count() for _, shot in shots for byte in shot)


def _split(line: bytes) -> list[bytes]:
    return [line[at : at + 3] for at in range(0, len(line), 3)]


def test_the_picture_as_text_has_a_block_for_each_two_pixels():
    lines = display.as_text(picture(HEADER + "")).splitlines()
    assert lines == ["\u2588" * 128] * 4 + [" " * 128] * 28


def test_text_of_editions_is_brought_to_letters_the_display_has():
    assert fonts.for_display("Łódź – “Café” … 5 €") == 'Lódz - "Café" \x9f 5 \x9c'
    assert fonts.for_display("u\u0308ber Œuvre") == "über OEuvre"
    assert fonts.for_display("漢") == "漢"


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("41 A letter a\n#.\n", "line 3: expected 2 times"),
        ("41 A letter a\n#.\n#x\n", "line 3"),
        ("4G A letter\n", "line 1: expected 'code character name'"),
        ("41 AB letter\n", "line 1: 'AB' is not one character"),
    ],
)
def test_a_slip_in_the_text_of_a_font_is_named_with_its_line(text, complaint):
    with pytest.raises(fonts.FontError, match=complaint.split(":")[0]) as error:
        fonts.parse_font(text, 2, 2)
    assert complaint in str(error.value)
