"""The journal's records: their kinds, and the fields of a step's head.

The record of a game's beginning is JSON: edition, names, rules, seed, tokens. The record of a step is HEAD,
the command (core/codec/command_bytes.py) and the state after it (core/codec/state_bytes.py). Flash keeps all
of this: never change a number or a place.
"""

from __future__ import annotations

import struct
from binascii import crc32
from typing import Any

from banker.app.types import Identity, Link
from banker.drivers.types import Buffer

# Kinds of records. 3 was a step that did not know its game.
BEGIN = 1  # a new game
AGAIN = 2  # a beginning repeated, or that of a save about to be resumed: the game before it is still current
STEP = 4
CLOCK = 5  # the last step again, with the time played since

HEAD = "<IIIIHHBB"
HEAD_SIZE = 22
# Fields of the head.
BEGINNING = 0  # sequence number of the record with the game's beginning
PARENT = 1  # sequence numbers of other steps, for undo (core/history.py); NO_STEP: none
REDO = 2
GAME_SEQ = 3  # the two numbers of the game's identity
GAME_CHECK = 4
PLAYED_S = 5
DEPTH = 6  # how many undos led here
COMMAND_SIZE = 7

NO_STEP = 0xFFFFFFFF
NO_LINK = (-1, -1, 0)


def identity(seq: int, text: bytes) -> Identity:
    """A game's identity: the number of its first record, and a check of that record's text."""
    return seq, crc32(text) & 0xFFFF


def game_id(which: Identity) -> str:
    """The identity as a name of files."""
    return "%08x%04x" % which


def head_of(data: Buffer) -> tuple[Any, ...]:
    return struct.unpack_from(HEAD, data)


def identity_of(head: tuple[Any, ...]) -> Identity:
    return head[GAME_SEQ], head[GAME_CHECK]


def link_of(head: tuple[Any, ...]) -> Link:
    return _signed(head[PARENT]), _signed(head[REDO]), head[DEPTH]


def command_of(data: Buffer, head: tuple[Any, ...]) -> bytes:
    return bytes(data[HEAD_SIZE : HEAD_SIZE + head[COMMAND_SIZE]])


def _signed(seq: int) -> int:
    return -1 if seq == NO_STEP else seq
