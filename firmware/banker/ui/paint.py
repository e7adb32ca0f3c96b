"""Letters, figures and bars into the picture of a 128x64 display.

The picture is 1024 bytes, buf[page * 128 + x], eight pixel rows to a page, the lowest bit on top.
The font is the whole file data/font6x8.bin, read once into a bytearray of FONT_SIZE. Kept in RAM it costs
2.1 KB; read letter by letter from an open file, a full screen would take 5 ms more (emulated), each letter
would fail when the file system does, and the trouble itself could not be shown.

A screen is a list of items from top to bottom, each as many rows high as it needs, eight rows in all:

    "text"                one row of 21 letters
    DOUBLE + "MIA"        two rows, 10 letters of double size
    BIG + "-1210"         three rows, up to six figures with a sign, centred
    BAR + "3/5"           one row, a bar three fifths full
    HEADER + item         the same item dark on a lit band
    "a" + KEY + "b"       in small text: the one letter after KEY is drawn as a key (inverse)

Longer text is cut, an item that no longer fits is left out. Letters are those of Latin-1 and our symbols
(80 to 9F); others show as an empty box. Control characters take no room and do nothing else.
"""

DOUBLE = "\x01"
BIG = "\x02"
HEADER = "\x03"
KEY = "\x04"
BAR = "\x05"

SIZE = 1024
FONT_SIZE = 2080
FONT_HEAD = b"DBF\x01\x20\xe0\x0e\x0c"  # magic, version, first letter, letters, width and number of figures

_BLANK = bytes(128)
# The four low bits of a column, each taken twice as high: bit n goes to bit 2n.
_SPREAD = b"\x00\x01\x04\x05\x10\x11\x14\x15\x40\x41\x44\x45\x50\x51\x54\x55"


def fits(font: bytes) -> bool:
    """Say whether these bytes are a font that this module can paint with."""
    return len(font) == FONT_SIZE and font[:8] == FONT_HEAD


def clear(buf: bytearray) -> None:
    for at in range(0, SIZE, 128):
        buf[at : at + 128] = _BLANK


def text(buf: bytearray, row: int, col: int, s: str, font: bytes, inverse: bool = False) -> None:
    """Small letters from this row (0 to 7) and column (0 to 20) on; the rest of the row stays as it is."""
    at = row * 128 + 1
    _letters(buf, at + col * 6, at + 126, s.encode(), font, 0xFF if inverse else 0, 6)


def double(buf: bytearray, row: int, s: str, font: bytes, inverse: bool = False) -> None:
    """Up to 10 letters, 12 by 16 pixels, in this row and the next."""
    at = row * 128 + 1
    _letters(buf, at, at + 120, s.encode(), font, 0xFF if inverse else 0, 12)


def big(buf: bytearray, row: int, digits: str, font: bytes, inverse: bool = False) -> None:
    """Figures, + and - in the middle of this row and the next two."""
    _figures(buf, row, digits.encode(), font, 0xFF if inverse else 0)


def bar(buf: bytearray, row: int, num: int, den: int) -> None:
    """A frame as wide as the text, num/den of it filled."""
    full = 0 if den <= 0 or num <= 0 else 124 if num >= den else 124 * num // den
    at = row * 128 + 1
    buf[at] = buf[at + 125] = 0x7E
    for x in range(124):
        buf[at + 1 + x] = 0x7E if x < full else 0x42


def screen(buf: bytearray, rows: list, font: bytes) -> None:
    """Paint a whole screen, described as above."""
    clear(buf)
    row = band = 0
    for item in rows:
        data = item.encode()
        head = 1 if data.startswith(b"\x03") else 0
        kind = data[head] if len(data) > head else 0
        high = 2 if kind == 1 else 3 if kind == 2 else 1
        if row + high > 8:
            return
        at = row * 128
        mask = 0
        if head:
            mask = 0xFF
            for x in range(at, at + high * 128):
                buf[x] = mask
        if kind == 2:
            _figures(buf, row, data, font, mask)
        elif kind == 5:
            _bar_of(buf, row, data)
        elif kind == 1:
            _letters(buf, at + 1, at + 121, data, font, mask, 12)
        else:
            _letters(buf, at + 1, at + 127, data, font, mask, 6)
        if band and not mask:
            # Letters right below a lit band would grow into it: the band keeps one pixel off them.
            for x in range(at, at + 128):
                if buf[x] & 1:
                    buf[x - 128] &= 0x7F
        band = mask
        row += high


def _letters(buf: bytearray, at: int, end: int, data: bytes, font: bytes, mask: int, wide: int) -> None:
    # Text comes as UTF-8 bytes, not as str: indexing a str would intern every letter and search from its
    # start, while .encode() shares the memory of the text.
    high = flip = 0
    edge = mask
    for b in data:
        if b < 0x80:
            if b < 0x20 or b == 0x7F:
                if b == 4 and wide == 6:
                    flip = edge = 0xFF
                continue
            code = b
        elif b < 0xC0:
            if not high:
                continue
            code = high | b & 0x3F
            high = 0
        elif b < 0xC4:
            high = (b & 3) << 6
            continue
        else:
            code = 0x7F
            high = 0
        if at + wide > end:
            return
        k = code * 6 - 184  # the font's header is 8 bytes, its first letter the space
        m = mask ^ flip
        if wide == 12:
            _twice(buf, at, font, k, m)
        else:
            if edge:  # a letter on a lit ground needs light on its left too
                buf[at - 1] = m
            # A dark letter that began in the topmost pixel row would run into the dark above it: the font
            # tells which of its rows move down by one there, onto a row that is missed least.
            low = font[code + 1824] if m else 0
            if low:
                for i in range(at, at + 6):
                    b = font[k]
                    buf[i] = ((b & low) << 1 | b & ~(low << 1 | 1)) ^ m
                    k += 1
            else:
                # Written out, because a loop or a slice costs twice the time or memory for each letter.
                buf[at] = font[k] ^ m
                buf[at + 1] = font[k + 1] ^ m
                buf[at + 2] = font[k + 2] ^ m
                buf[at + 3] = font[k + 3] ^ m
                buf[at + 4] = font[k + 4] ^ m
                buf[at + 5] = font[k + 5] ^ m
        flip = edge = 0
        at += wide


def _twice(buf: bytearray, at: int, font: bytes, k: int, m: int) -> None:
    """One letter of twice the size. A dark pixel between two lit ones that touch only at their corners gets
    its quarter between them lit, so that slanting strokes come out smooth."""
    left = 0
    here = font[k]
    for i in range(1, 7):
        right = font[k + i] if i < 6 else 0
        for half in (0, 1):
            side = right if half else left
            a = (here | here << 1 & side & ~(side << 1)) & 0xFF
            b = (here | here >> 1 & side & ~(side >> 1)) & 0xFF
            a = _SPREAD[a & 15] | _SPREAD[b & 15] << 1 | (_SPREAD[a >> 4] | _SPREAD[b >> 4] << 1) << 8
            # One pixel lower, so that the ground shows above the letter as well as below.
            buf[at] = a << 1 & 0xFF ^ m
            buf[at + 128] = a >> 7 & 0xFF ^ m
            at += 1
        left = here
        here = right


def _figures(buf: bytearray, row: int, data: bytes, font: bytes, mask: int) -> None:
    n = 0
    for b in data:
        if _figure(b) >= 0:
            n += 1
    if n > 7:  # rather smaller figures than a sum without its end
        at = row * 128 + 64 - 6 * (n if n < 10 else 10)
        _letters(buf, at, row * 128 + 124, data, font, mask, 12)
        return
    at = row * 128 + 66 - 9 * n
    for b in data:
        which = _figure(b)
        if which < 0:
            continue
        if which < 12:
            k = 1352 + 42 * which  # behind 224 letters
            for page in range(at, at + 384, 128):
                for x in range(page, page + 14):
                    buf[x] = font[k] ^ mask
                    k += 1
        at += 18


def _figure(b: int) -> int:
    """The place of a figure in the font, 12 for the space, -1 for what is not drawn."""
    if 48 <= b <= 57:
        return b - 48
    return 10 if b == 43 else 11 if b == 45 else 12 if b == 32 else -1


def _bar_of(buf: bytearray, row: int, data: bytes) -> None:
    num = den = 0
    for b in data:
        if b == 47:
            num, den = den, 0
        elif 48 <= b <= 57:
            den = (den * 10 + b - 48) & 0xFFFF
    bar(buf, row, num, den)
