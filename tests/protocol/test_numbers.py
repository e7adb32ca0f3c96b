"""Numbers that the wire keeps. These lists may only grow: nothing in them changes."""

from banker.protocol import frame, tickets, verbs

VERBS = {
    "HELLO": 1,
    "LOOK": 2,
    "ABOUT": 3,
    "EVENTS": 4,
    "WATCH": 5,
    "PICTURE": 6,
    "LIST": 7,
    "GET": 8,
    "PAGES": 9,
    "DATA": 10,
    "STATUS": 11,
    "FIXTURE": 12,
    "TAGS": 13,
    "HEARD": 14,
    "LYING": 15,
    "CHECK": 16,
    "REPORT": 17,
    "COMMAND": 32,
    "TAP": 33,
    "KEY": 34,
    "BEGIN": 35,
    "END": 36,
    "REMOVE": 37,
    "RESET": 38,
    "REPL": 39,
    "GUIDE": 40,
    "LEARN": 41,
    "UNLEARN": 42,
    "SIGN": 43,
    "EXAMINE": 44,
}
OTHERS = {
    "ORDERS": 32,
    "ANSWER": 128,
    "OK": 0,
    "MORE": 1,
    "REFUSED": 2,
    "ERROR": 3,
    "HEARD_STRANGER": 0,
    "HEARD_SKIP": 16,
    "HEARD_REDO": 17,
    "RECORD_BLANK": 0,
    "RECORD_OWN": 1,
    "RECORD_FOREIGN": 2,
    "RECORD_UNREAD": 3,
    "LEARNT_DONE": 0,
    "LEARNT_KNOWN": 1,
    "LEARNT_TAKEN": 2,
    "LEARNT_FULL": 3,
    "LEARNT_BAD": 4,
    "LEARNT_UNSAVED": 5,
    "GUIDE_END": 255,
    "BEGUN": 1,
    "STEPPED": 4,
}
HEADS = {
    "QUESTION_HEAD": "<BH",
    "ANSWER_HEAD": "<BHBB",
    "LOOK_HEAD": "<IIIHH",
    "RECORD_HEAD": "<IBIIHHHH",
    "TAG_HEAD": "<BB4s",
    "HEARD_HEAD": "<HBB4s",
    "LYING_HEAD": "<BB4sBBBB",
    "LEARNT_HEAD": "<BBB",
}


def test_verbs_and_codes_keep_their_numbers():
    numbers = {**VERBS, **OTHERS}
    assert {name: getattr(verbs, name) for name in numbers} == numbers


def test_heads_keep_their_fields():
    assert {name: getattr(verbs, name) for name in HEADS} == HEADS
    assert tickets.TICKET == "<IHH"


def test_a_frame_keeps_its_bytes():
    expected = b"~DApAwABAAAA" + b"A" * 48 + b"rFor"
    assert frame.encode(b"\x01\x00\x00") == expected
