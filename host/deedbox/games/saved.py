"""A game put aside, games/ID.sav, and a step's record (their forms: kept.py and keeper.py in banker/app)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from zlib import crc32

BEGIN, AGAIN, STEP, CLOCK = 1, 2, 4, 5  # kinds of records
ROOM_MAX = 928
_MAGIC = b"DBS1"
_HEAD = "<4sHHHHH"
_HEAD_SIZE = 14
_STEP_HEAD = "<IIIIHHBB"
_STEP_SIZE = 22
_NONE = 0xFFFFFFFF


class SavedError(ValueError):
    """These bytes are no saved game; the text says why."""


@dataclass(frozen=True)
class Step:
    """What a step's record says."""

    beginning: int  # sequence number of the record with the game's beginning
    game: str
    played_s: int
    command: bytes  # core/record.py
    state: bytes  # core/packing.py


@dataclass(frozen=True)
class Saved:
    beginning: bytes  # JSON
    step: Step
    turn_no: int
    over: bool


def game_name(one: int, two: int) -> str:
    return f"{one:08x}{two:04x}"


def identity(seq: int, text: bytes) -> str:
    """A game's id: the number of its first record, and a check on its text."""
    return game_name(seq, crc32(text) & 0xFFFF)


def step(data: bytes) -> Step:
    if len(data) < _STEP_SIZE:
        raise SavedError("the step is too short")
    beginning, _, _, one, two, played_s, _, length = struct.unpack_from(_STEP_HEAD, data)
    at = _STEP_SIZE + length
    return Step(beginning, game_name(one, two), played_s, data[_STEP_SIZE:at], data[at:])


def read(data: bytes) -> Saved:
    if len(data) < _HEAD_SIZE + 4 or data[:4] != _MAGIC:
        raise SavedError("this is no saved game")
    _, text, size, turn_no, over, _ = struct.unpack_from(_HEAD, data)
    at = _HEAD_SIZE + text
    end = at + size
    if len(data) != end + 4 or struct.unpack_from("<I", data, end)[0] != crc32(data[:end]):
        raise SavedError("the file is damaged")
    return Saved(data[_HEAD_SIZE:at], step(data[at:end]), turn_no, over == 1)


def write(saved: Saved) -> bytes:
    """The file as the box would have written it; SavedError if a record does not hold that much."""
    if len(saved.step.game) != 12:
        raise SavedError(f"{saved.step.game} is no game's id")
    one, two = int(saved.step.game[:8], 16), int(saved.step.game[8:], 16)
    command, state = saved.step.command, saved.step.state
    if len(command) > 255 or len(saved.beginning) > ROOM_MAX:
        raise SavedError("the game's beginning is too long for the box")
    head = struct.pack(_STEP_HEAD, 0, _NONE, _NONE, one, two, saved.step.played_s, 0, len(command))
    record = head + command + state
    if len(record) > ROOM_MAX:
        raise SavedError("the game is too long for the box")
    played_s = saved.step.played_s
    top = struct.pack(_HEAD, _MAGIC, len(saved.beginning), len(record), saved.turn_no, saved.over, played_s)
    body = top + saved.beginning + record
    return body + struct.pack("<I", crc32(body))
