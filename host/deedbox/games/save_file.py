"""The file of a save, games/ID.sav, and the payload of a step's record.

The firmware writes both (save_files.py and keeper.py in banker/app/store). The host may not import
banker/app, so a test compares the formats here with those there.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from zlib import crc32

from deedbox.games.ring_pages import ROOM_MAX
from deedbox.link.state_unpacking import game_id as _game_id

# Kinds of records.
BEGIN = 1
AGAIN = 2  # a beginning, repeated before the ring overwrites it
STEP = 4
CLOCK = 5  # the last step again, with the time played since
MAGIC = b"DBS1"
HEAD = "<4sHHHHH"
HEAD_SIZE = 14
STEP_HEAD = "<IIIIHHBB"
STEP_HEAD_SIZE = 22
_NONE = 0xFFFFFFFF


class SaveError(ValueError):
    """These bytes are no save; the text says why."""


@dataclass(frozen=True)
class Step:
    """The payload of a step's record."""

    beginning: int  # sequence number of the record with the game's beginning
    game: str
    played_s: int
    command: bytes  # core/codec/command_bytes.py
    state: bytes  # core/codec/state_bytes.py


@dataclass(frozen=True)
class Save:
    beginning: bytes  # JSON
    step: Step
    turn_no: int
    over: bool


def game_id(seq: int, text: bytes) -> str:
    """The number of the game's first record and a checksum of its text."""
    return _game_id(seq, crc32(text) & 0xFFFF)


def read_step(data: bytes) -> Step:
    if len(data) < STEP_HEAD_SIZE:
        raise SaveError("the step is too short")
    beginning, _, _, one, two, played_s, _, length = struct.unpack_from(STEP_HEAD, data)
    at = STEP_HEAD_SIZE + length
    return Step(beginning, _game_id(one, two), played_s, data[STEP_HEAD_SIZE:at], data[at:])


def read_save(data: bytes) -> Save:
    if data[:3] == MAGIC[:3] and data[:4] > MAGIC:
        raise SaveError("this game was saved by newer firmware; update deedbox")
    if len(data) < HEAD_SIZE + 4 or data[:4] != MAGIC:
        raise SaveError("this is no saved game")
    _, text, size, turn_no, over, _ = struct.unpack_from(HEAD, data)
    at = HEAD_SIZE + text
    end = at + size
    if len(data) != end + 4 or struct.unpack_from("<I", data, end)[0] != crc32(data[:end]):
        raise SaveError("the file is damaged")
    return Save(data[HEAD_SIZE:at], read_step(data[at:end]), turn_no, over == 1)


def write_save(save: Save) -> bytes:
    """The file as the box would write it; SaveError if the game does not fit into a record."""
    if len(save.step.game) != 12:
        raise SaveError(f"{save.step.game} is no game's id")
    one, two = int(save.step.game[:8], 16), int(save.step.game[8:], 16)
    command, state = save.step.command, save.step.state
    if len(command) > 255 or len(save.beginning) > ROOM_MAX:
        raise SaveError("the game's beginning is too long for the box")
    head = struct.pack(STEP_HEAD, 0, _NONE, _NONE, one, two, save.step.played_s, 0, len(command))
    record = head + command + state
    if len(record) > ROOM_MAX:
        raise SaveError("the game is too long for the box")
    played_s = save.step.played_s
    top = struct.pack(HEAD, MAGIC, len(save.beginning), len(record), save.turn_no, save.over, played_s)
    body = top + save.beginning + record
    return body + struct.pack("<I", crc32(body))
