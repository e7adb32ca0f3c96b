"""Paints letters, digits and bars into the picture of a 128x64 display.

The picture is 1024 bytes, buf[page * 128 + x]: a display page is eight pixel rows, the lowest bit on top.
The font is the file data/font6x8.bin, read once into a bytearray of FONT_SIZE. In RAM it takes 2.1 KB. Read
letter by letter from an open file, a full screen would take 5 ms more (emulated), and the message about a
broken file system could not be painted.

A screen is a list of items from top to bottom, each one to three rows high, eight rows in all:

    "text"                one row of 21 letters
    DOUBLE + "MIA"        two rows, 10 letters of double size
    BIG + "-1210"         three rows, up to six digits with a sign, centred
    BAR + "3/5"           one row, a bar three fifths full
    HEADER + item         the same item dark on a lit band
    "a" + KEY + "b"       in small text: the one letter after KEY is drawn as a key (inverse)

Longer text is cut, and an item that no longer fits is left out. Letters are those of Latin-1 and our symbols
(80 to 9F); others show as an empty box. Other control characters take no room and do nothing.
"""

DOUBLE = "\x01"
BIG = "\x02"
HEADER = "\x03"
KEY = "\x04"
BAR = "\x05"

SIZE = 1024
FONT_SIZE = 2080
FONT_HEAD = b"DBF\x01\x20\xe0\x0e\x0c"  # magic, version, first letter, letters, width and number of digits

# The picture. Text leaves one pixel free on the left and one on the right.
_PAGE = 128  # bytes of a display page, so also its pixels
_ROWS = 8
_LEFT = 1
_TEXT_PIXELS = 126  # 21 letters
_DOUBLE_PIXELS = 120  # 10 letters of double size
_LIT = 0xFF  # a column of eight lit pixels

# The font file: a head, the letters, the digits, and for each letter the rows that move down on a lit ground.
_LETTER = 6  # bytes of a letter, so also its pixels
_LETTER_WIDE = 12  # pixels in double size
_LETTERS_AT = -184  # 8 - 0x20 * 6: _LETTERS_AT + code * _LETTER is the place of a letter
_DIGITS_AT = 1352  # 8 + 224 * 6
_DIGIT_COLUMNS = 14
_DIGIT_PAGES = 3
_DIGIT_BYTES = 42
_DIGIT_STEP = 18  # pixels from one digit to the next
_DIGITS_MOST = 7  # that fit in a row
_LOW_ROWS_AT = 1824  # _DIGITS_AT + 12 * 42 - 0x20: _LOW_ROWS_AT + code is the place of its entry
_MISSING = 0x7F  # the empty box
# After the ten digits.
_PLUS = 10
_MINUS = 11
_SPACE = 12
_NOT_DRAWN = -1

# What an item begins with, as a byte.
_IS_DOUBLE = 1
_IS_BIG = 2
_IS_KEY = 4
_IS_BAR = 5

_BAR_EDGE = 0x7E  # six of eight pixels
_BAR_EMPTY = 0x42  # only the frame
_BAR_PIXELS = 124

_BLANK = bytes(128)
# The four low bits of a column at twice the height: bit n goes to bit 2n.
_SPREAD = b"\x00\x01\x04\x05\x10\x11\x14\x15\x40\x41\x44\x45\x50\x51\x54\x55"


def fits(font: bytes) -> bool:
    """Are these bytes a font that this module can paint with?"""
    return len(font) == FONT_SIZE and font[:8] == FONT_HEAD


def clear(buf: bytearray) -> None:
    for at in range(0, SIZE, _PAGE):
        buf[at : at + _PAGE] = _BLANK


def text(buf: bytearray, row: int, col: int, s: str, font: bytes, inverse: bool = False) -> None:
    """Small letters from this row (0 to 7) and column (0 to 20) on; the rest of the row stays as it is."""
    at = row * _PAGE + _LEFT
    _letters(buf, at + col * _LETTER, at + _TEXT_PIXELS, s.encode(), font, _LIT if inverse else 0, _LETTER)


def double(buf: bytearray, row: int, s: str, font: bytes, inverse: bool = False) -> None:
    """Up to 10 letters, 12 by 16 pixels, in this row and the next."""
    at = row * _PAGE + _LEFT
    _letters(buf, at, at + _DOUBLE_PIXELS, s.encode(), font, _LIT if inverse else 0, _LETTER_WIDE)


def big(buf: bytearray, row: int, digits: str, font: bytes, inverse: bool = False) -> None:
    """Digits, + and - in the middle of this row and the next two."""
    _digits(buf, row, digits.encode(), font, _LIT if inverse else 0)


def bar(buf: bytearray, row: int, num: int, den: int) -> None:
    """A frame as wide as the text, num/den of it filled."""
    full = 0 if den <= 0 or num <= 0 else _BAR_PIXELS if num >= den else _BAR_PIXELS * num // den
    at = row * _PAGE + _LEFT
    buf[at] = buf[at + _BAR_PIXELS + 1] = _BAR_EDGE
    for x in range(_BAR_PIXELS):
        buf[at + 1 + x] = _BAR_EDGE if x < full else _BAR_EMPTY


def screen(buf: bytearray, rows: list[str], font: bytes) -> None:
    """Paint all rows of a screen, described as above."""
    clear(buf)
    row = band = 0
    for item in rows:
        data = item.encode()
        head = 1 if data.startswith(b"\x03") else 0
        kind = data[head] if len(data) > head else 0
        high = 2 if kind == _IS_DOUBLE else 3 if kind == _IS_BIG else 1
        if row + high > _ROWS:
            return
        at = row * _PAGE
        mask = 0
        if head:
            mask = _LIT
            for x in range(at, at + high * _PAGE):
                buf[x] = mask
        if kind == _IS_BIG:
            _digits(buf, row, data, font, mask)
        elif kind == _IS_BAR:
            _bar_of(buf, row, data)
        elif kind == _IS_DOUBLE:
            _letters(buf, at + _LEFT, at + _LEFT + _DOUBLE_PIXELS, data, font, mask, _LETTER_WIDE)
        else:
            _letters(buf, at + _LEFT, at + _LEFT + _TEXT_PIXELS, data, font, mask, _LETTER)
        if band and not mask:
            # Letters right below a lit band would touch it, so the band leaves one pixel free above them.
            for x in range(at, at + _PAGE):
                if buf[x] & 1:
                    buf[x - _PAGE] &= 0x7F
        band = mask
        row += high


def _letters(buf: bytearray, at: int, end: int, data: bytes, font: bytes, mask: int, wide: int) -> None:
    # Text comes as UTF-8 bytes, because indexing a str would intern every letter and search from its start,
    # while .encode() shares the memory of the text.
    high = flip = 0
    edge = mask
    for b in data:
        if b < 0x80:
            if b < 0x20 or b == 0x7F:
                if b == _IS_KEY and wide == _LETTER:
                    flip = edge = _LIT
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
            code = _MISSING
            high = 0
        if at + wide > end:
            return
        k = _LETTERS_AT + code * _LETTER
        m = mask ^ flip
        if wide == _LETTER_WIDE:
            _twice(buf, at, font, k, m)
        else:
            if edge:  # a letter on a lit ground needs light on its left too
                buf[at - 1] = m
            # A dark letter that began in the topmost pixel row would touch the dark above it. The font says
            # which of its rows move down by one there, over the row that is missed least.
            low = font[_LOW_ROWS_AT + code] if m else 0
            if low:
                for i in range(at, at + _LETTER):
                    b = font[k]
                    buf[i] = ((b & low) << 1 | b & ~(low << 1 | 1)) ^ m
                    k += 1
            else:
                # No loop and no slice, because they take twice the time or memory for each letter.
                buf[at] = font[k] ^ m
                buf[at + 1] = font[k + 1] ^ m
                buf[at + 2] = font[k + 2] ^ m
                buf[at + 3] = font[k + 3] ^ m
                buf[at + 4] = font[k + 4] ^ m
                buf[at + 5] = font[k + 5] ^ m
        flip = edge = 0
        at += wide


def _twice(buf: bytearray, at: int, font: bytes, k: int, m: int) -> None:
    """One letter of double size. Where two lit pixels touch only at their corners, the dark pixel beside them
    gets its quarter between them lit, so that slanting strokes look smooth."""
    left = 0
    here = font[k]
    for i in range(1, _LETTER + 1):
        right = font[k + i] if i < _LETTER else 0
        for half in (0, 1):
            side = right if half else left
            a = (here | here << 1 & side & ~(side << 1)) & 0xFF
            b = (here | here >> 1 & side & ~(side >> 1)) & 0xFF
            a = _SPREAD[a & 15] | _SPREAD[b & 15] << 1 | (_SPREAD[a >> 4] | _SPREAD[b >> 4] << 1) << 8
            # One pixel lower, so that the ground shows above the letter as well as below.
            buf[at] = a << 1 & 0xFF ^ m
            buf[at + _PAGE] = a >> 7 & 0xFF ^ m
            at += 1
        left = here
        here = right


def _digits(buf: bytearray, row: int, data: bytes, font: bytes, mask: int) -> None:
    count = 0
    for b in data:
        if _digit(b) != _NOT_DRAWN:
            count += 1
    middle = row * _PAGE + _PAGE // 2
    if count > _DIGITS_MOST:  # smaller digits are better than an amount without its end
        at = middle - _LETTER_WIDE // 2 * (count if count < 10 else 10)
        _letters(buf, at, middle + 60, data, font, mask, _LETTER_WIDE)
        return
    at = middle + (_DIGIT_STEP - _DIGIT_COLUMNS) // 2 - _DIGIT_STEP // 2 * count
    for b in data:
        digit = _digit(b)
        if digit == _NOT_DRAWN:
            continue
        if digit != _SPACE:
            k = _DIGITS_AT + _DIGIT_BYTES * digit
            for page in range(at, at + _DIGIT_PAGES * _PAGE, 128):  # a named step would make an object
                for x in range(page, page + _DIGIT_COLUMNS):
                    buf[x] = font[k] ^ mask
                    k += 1
        at += _DIGIT_STEP


def _digit(b: int) -> int:
    """The place of a digit, + or - in the font, _SPACE, or _NOT_DRAWN."""
    if 48 <= b <= 57:
        return b - 48
    return _PLUS if b == 43 else _MINUS if b == 45 else _SPACE if b == 32 else _NOT_DRAWN


def _bar_of(buf: bytearray, row: int, data: bytes) -> None:
    num = den = 0
    for b in data:
        if b == 47:  # the slash
            num, den = den, 0
        elif 48 <= b <= 57:
            den = (den * 10 + b - 48) & 0xFFFF
    bar(buf, row, num, den)
