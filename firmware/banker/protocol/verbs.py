"""The messages of the link: their numbers, their heads, and the versions that this side speaks.

A question: verb (1 byte), tag (16 bits, the asker's choice, repeated in the answer), what the verb takes.
An answer:  verb + 128, tag, status (1 byte), part (1 byte, counted from 0), data. With MORE another part
            follows; with REFUSED the data is a code of the rules, with ERROR a code of the link and, after a
            space, details. Without an answer, the question or its answer was lost: ask again.
An order is a question with an effect. Its data begins with a ticket (tickets.py), so that it can be repeated
without harm. Numbers are little-endian, texts UTF-8.

This is version 1. The question HELLO and the first two bytes of its answer are the same in every version, so
that any two sides find out whether they understand each other. The wire keeps all these numbers: never change
one (tests/protocol/test_numbers.py).
"""

from __future__ import annotations

import struct
from typing import Any

LEAST = 1  # versions of the protocol that this side speaks
MOST = 1

HELLO = 1  # least and most version (1 byte each), 1 to be given a session -> least, most, JSON
LOOK = 2  # -> LOOK_HEAD, packed state, JSON: screen, rows, keys, taps, message
ABOUT = 3  # seq (32 bits) of a game's beginning, 0: of the game in play -> JSON: how it began
EVENTS = 4  # seq (32 bits) -> records after it, each RECORD_HEAD, text, packed state; as many as fit
WATCH = 5  # seq, sum of the picture (32 bits each), 1 if that counts -> nothing, when one of them differs
PICTURE = 6  # -> the display's 1,024 bytes
LIST = 7  # folder, or nothing for all -> path, NUL, size (32 bits), 8 bytes of SHA-256 each
GET = 8  # offset (32 bits), path -> the file from there on
PAGES = 9  # -> the journal: every page that is not blank, as (place 16 bits, 256 bytes)
DATA = 10  # offset (32 bits), bytes -> how many bytes are here (32 bits)
STATUS = 11  # ticket -> the answer that the order had
TAGS = 13  # -> every learned tag: TAG_HEAD
HEARD = 14  # -> HEARD_HEAD: how many taps and keys since GUIDE, and the last one
LYING = 15  # -> LYING_HEAD: the tag on the reader, and its signature
CHECK = 16  # -> JSON: findings (part, sentence, facts: numbers of words), heap, flash, supply, clock, ...
# Without data -> JSON: board, reset cause, supply, display, reader, keys, tags, last fault; no name, no UID.
# With gain in dB, tries (1 byte each) -> JSON: tries, successes, SAK of the tag on the reader
REPORT = 17
# orders
COMMAND = 32  # JSON (contract, section 3) -> seq (32 bits), JSON: events
TAP = 33  # kind, number (1 byte each) -> seq
KEY = 34  # key (1 byte) -> seq
BEGIN = 35  # size (32 bits), SHA-256 (32 bytes), path or nothing -> how many bytes are here (32 bits)
END = 36  # ->
REMOVE = 37  # path ->
RESET = 38  # ->
REPL = 39  # ->
GUIDE = 40  # kind, number (1 byte each): ask for this item; kind 0: only read tags; kind 255: no more ->
LEARN = 41  # kind, number, 1 to replace its tag: the tag tapped last is this item -> LEARNT_HEAD
UNLEARN = 42  # kind, number ->
SIGN = 43  # -> LYING_HEAD: after the tag on the reader was signed, if it could be
EXAMINE = 44  # -> opens CHECK YOUR BOX, from the beginning
# A game of the host's own, beside the one in play. JSON that does not fit the question is the upload instead.
SCRATCH_BEGIN = 45  # JSON: edition, players, seed, rules -> SCRATCH_HEAD, packed state
SCRATCH_GIVEN = 46  # its number (16 bits), JSON: a partial state (contract, section 2) -> packed state
SCRATCH_STEP = 47  # its number, JSON: a command (contract, section 3) -> packed state
SCRATCH_END = 48  # its number ->

ORDERS = 32  # from here on
ANSWER = 128

# Reserved numbers, which no new verb takes
FIXTURE = 12  # in 0.1.0 it ran a whole fixture at once; SCRATCH_* play one step by step

OK, MORE, REFUSED, ERROR = 0, 1, 2, 3

QUESTION_HEAD = "<BH"
QUESTION_SIZE = 3
ANSWER_HEAD = "<BHBB"
ANSWER_SIZE = 5
ANSWER_ROOM = 754  # bytes of data in one part: a frame without the head
LOOK_HEAD = "<IIIHH"  # seq, sum of the picture, game (two), length of the packed state; 0: no game
LOOK_SIZE = 16
# seq, kind, seq of the game's beginning, game (two), seconds played, lengths of the text and of the state
RECORD_HEAD = "<IBIIHHHH"
RECORD_SIZE = 21
TAG_HEAD = "<BB4s"  # kind, number, mark; a mark identifies a tag, but its UID stays in the box
TAG_SIZE = 6
HEARD_HEAD = "<HBB4s"  # count; kind 1 to 4 (a tag), or one of HEARD_*; number; mark of the tag tapped last
HEARD_STRANGER, HEARD_SKIP, HEARD_REDO = 0, 16, 17
# kind, number, mark, bytes of the UID; the signature: RECORD_*, and its kind and number
LYING_HEAD = "<BB4sBBBB"
RECORD_BLANK, RECORD_OWN, RECORD_FOREIGN, RECORD_UNREAD = 0, 1, 2, 3
LEARNT_HEAD = "<BBB"  # LEARNT_*, the signature on it before (RECORD_*), 1 if it is signed now
LEARNT_DONE, LEARNT_KNOWN, LEARNT_TAKEN, LEARNT_FULL, LEARNT_BAD, LEARNT_UNSAVED = 0, 1, 2, 3, 4, 5
GUIDE_END = 255
SCRATCH_HEAD = "<H16s"  # number of the scratch game, hash of its edition
SCRATCH_SIZE = 18
BEGUN, STEPPED = 1, 4  # kinds of records that EVENTS sends with a text (app/store/records.py)


def question(verb: int, tag: int, data: bytes = b"") -> bytes:
    return struct.pack(QUESTION_HEAD, verb, tag) + data


def answer(verb: int, tag: int, status: int, part: int, data: Any = b"") -> bytes:
    return struct.pack(ANSWER_HEAD, (verb | ANSWER) & 255, tag, status, part & 255) + bytes(data)


def agree(least: int, most: int) -> int:
    """The version to speak with a side that speaks these; 0 if there is none."""
    version = min(most, MOST)
    return version if version >= least and version >= LEAST else 0
