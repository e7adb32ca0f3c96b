"""Compiled editions made by hand, good and evil, for both interpreters; stored blocks need no compressor."""

import struct
from hashlib import sha256

from banker.core.board import DEEDS, NUMBERS, STREETS
from banker.core.edition import limits as form

_FIRST_CARD = DEEDS * 11
ABOUT = (
    '{"games":["standard","short"],"id":"evil","placeholders":[1,3],'
    '"rules":{"players_max":2,"go_salary":300}}'
)


def numbers():
    out = []
    for deed in range(DEEDS):
        out += [60, 30] + ([50, 50, 2, 10, 30, 90, 160, 250, 1000] if deed < STREETS else [0] * 9)
    for _ in (0, 1):
        out += [3, 1, 0, 0, 24, 0, 1, 8, 2, 1, 9, 10, 4, 3, 0, 5, 1, 0, 6, 25, 100]
        out += [2, 50, 0] * 3 + [7, 15, 0] * 3 + [8, 50, 0, 9, 10, 0, 0, 0, 0]
    return out + [0]


def texts():
    out = ["Space %d" % n for n in range(40)] + [""] * 40 + ["Card"] * 32
    return out + ["w"] * len(form.WORD_KEYS) + ["Red", "Blue"] + [""] * 6


def pooled(strings):
    offsets = [0]
    data = b""
    for text in strings:
        data += text if type(text) is bytes else text.encode()
        offsets.append(len(data))
    head = struct.pack("<H", len(strings))
    for offset in offsets:
        head += struct.pack("<H", offset)
    return head + data


def stored(plain):
    return b"\x01" + struct.pack("<HH", len(plain), len(plain) ^ 0xFFFF) + plain


def sealed(body):
    return b"DBE3" + sha256(body).digest()[:8] + body


def build(board=None, pool=None, about=ABOUT, packed=None, sizes=None):
    board = numbers() if board is None else board
    pool = pooled(texts()) if pool is None else pool
    plain = b""
    for number in board:
        plain += struct.pack("<H", number)
    plain += about if type(about) is bytes else about.encode()
    packed = stored(plain) if packed is None else packed
    sizes = sizes or (len(pool), len(packed), len(plain))
    return sealed(struct.pack("<HHH", *sizes) + pool + packed)


def _changed(at, value):
    board = numbers()
    board[at] = value
    return build(board)


def _card(n, op, a, b):
    board = numbers()
    board[_FIRST_CARD + 3 * n : _FIRST_CARD + 3 * n + 3] = [op, a, b]
    return build(board)


def _text(n, text):
    strings = texts()
    strings[n] = text
    return build(pool=pooled(strings))


def _rules(text):
    return build(about=ABOUT.replace('"go_salary":300', text))


def cases():
    """(name, bytes): every one must be refused."""
    good = build()
    for cut in (0, 3, 4, 11, 17, 18, 60, len(good) // 2, len(good) - 1):
        yield "cut at %d" % cut, good[:cut]
    yield "longer", good + b"x"
    yield "other magic", b"DBE1" + good[4:]
    for at in (4, 11, 12, 15, 40, 400, 900, len(good) - 20, len(good) - 1):
        yield "byte %d" % at, good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :]
    for deed in (0, 21, 22, 27):
        for column in range(11):
            for value in (12001 if column == 10 else 10000, 32768, 65535):
                yield "deed %d, number %d = %d" % (deed, column, value), _changed(deed * 11 + column, value)
        yield "deed %d for nothing" % deed, _changed(deed * 11, 0)
        yield "loan above the price of %d" % deed, _changed(deed * 11 + 1, 61)
    yield "no price for houses", _changed(2, 0)
    yield "a rail with rent", _changed(22 * 11 + 4, 25)
    yield "too strong", _changed(10, 12001)
    yield "extra rules", _changed(NUMBERS - 1, 3)
    for op, a, b in (
        (10, 0, 0), (65535, 0, 0), (0, 40, 0), (0, 65535, 0), (0, 1, 1), (1, 0, 2), (1, 10, 2), (1, 8, 0),
        (1, 8, 21), (2, 0, 0), (2, 10000, 0), (2, 5, 5), (3, 0, 0), (3, 1, 0), (4, 0, 0), (4, 40, 0),
        (5, 2, 0), (6, 10000, 0), (6, 0, 10000), (7, 0, 0), (8, 65535, 0), (9, 10000, 0),
        (0, 7, 0), (0, 22, 0),
    ):  # fmt: skip
        yield "card %d %d %d" % (op, a, b), _card(1, op, a, b)
    board = numbers()
    board[_FIRST_CARD + 3 : _FIRST_CARD + 6] = [0, 2, 0]
    board[_FIRST_CARD + 51 : _FIRST_CARD + 54] = [4, 35, 0]
    yield "circle of two decks", build(board)
    room = ((0, 40), (39, 40), (45, 10), (85, 60), (112, 40), (114, 3), (120, 24), (126, 21), (127, 20))
    for n, most in room:
        yield "text %d too long" % n, _text(n, "x" * (most + 1))
        for evil in ("a\nb", "\x1b[2J", "a\x00b", "a\x7fb", " a", "a ", "\u6f22", b"\xff\xfe", b"\xc3"):
            yield "text %d %r" % (n, evil), _text(n, evil)
    yield "no name", _text(7, "")
    yield "two deeds of one name", _text(3, "Space 1")
    yield "tokens with a gap", _text(131, "Late")
    yield "a token twice", _text(129, "Red")
    yield "one text missing", build(pool=pooled(texts()[:-1]))
    shorts = texts() + ["Rd", "Bl"] + [""] * 6
    yield "a short name of a token too long", build(pool=pooled(shorts[:135] + ["x" * 11] + shorts[136:]))
    yield "a short name twice", build(pool=pooled(shorts[:136] + ["Rd"] + shorts[137:]))
    yield "a short name of no token", build(pool=pooled(shorts[:137] + ["Gr"] + shorts[138:]))
    yield "one short name missing", build(pool=pooled(shorts[:-1]))
    yield "one text more", build(pool=pooled(texts() + ["x"]))
    yield "65535 texts", build(pool=b"\xff\xff" + bytes(200))
    pool = pooled(texts())
    yield "offsets backwards", build(pool=pool[:2] + b"\x05\x00" + pool[4:])
    yield "offset beyond", build(pool=pool[:6] + b"\xff\xff" + pool[8:])
    yield "more than texts", build(pool=pool + b"hidden")
    for about in (
        "", "{", "[]", "null", "3", '"x"', "{}", '{"id":"evil"}', ABOUT[:-1] + ',"more":1}', "[" * 900,
        "{" * 900, '{"a":' * 100 + "1" + "}" * 100,
        ABOUT.replace("evil", "Evil"), ABOUT.replace("evil", "../main"),
        ABOUT.replace("evil", "other"), ABOUT.replace('"evil"', "7"), ABOUT.replace("[1,3]", "[3,1]"),
        ABOUT.replace("[1,3]", "[1,40]"), ABOUT.replace("[1,3]", "[true]"), ABOUT.replace("[1,3]", "1"),
        ABOUT.replace("[1,3]", "[1.0]"), ABOUT.replace('"standard",', ""), ABOUT.replace("short", "long"),
        ABOUT.replace("short", "standard"), ABOUT.replace('"short"', "7"),
        ABOUT.replace('["standard","short"]', '"standard"'),
    ):  # fmt: skip
        yield "about " + about[:40], build(about=about)
    for rule in (
        '"go_salary":-1', '"go_salary":10000', '"go_salary":300.0', '"go_salary":true', '"go_salary":"300"',
        '"go_salary":9223372036854775808', '"go_salary":null', '"go_salary":[300]', '"go_salry":300',
        '"edition":"zelda"',
        '"dm_battle":true', '"sm_doubles":true', '"players_max":3', '"players_min":3', '"rent_claim":"never"',
        '"rail_rents":[1,2,3]', '"free_parking_feeds":["luck"]', '"trade_immunity":true', '"build_even":1',
    ):  # fmt: skip
        yield "rule " + rule, _rules(rule)
    yield "no deflate", build(packed=b"\x07" * 900, sizes=None)
    plain = len(ABOUT) + 2 * NUMBERS
    yield "a bomb", build(packed=stored(bytes(5000)), sizes=(len(pool), 5005, plain))
    yield "too short inside", build(packed=stored(bytes(100)), sizes=(len(pool), 105, plain))
    yield "too much about", build(about=ABOUT[:-1] + " " * 5000 + "}")
