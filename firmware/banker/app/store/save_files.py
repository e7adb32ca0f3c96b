"""The files of kept games, games/ID.sav and games/ID.log, ID being the game's identity in hexadecimal digits.

A .sav is "DBS1", the lengths of the beginning and of the step's record, the turn number, whether it is over,
the seconds played (16 bits each); the beginning (JSON); the step's record (keeper.py) without undo; CRC-32 of
all that. A .log is core/chronicle.py's.
"""

import os
import struct
from binascii import crc32

from banker.app.pages import ROOM_MAX
from banker.core.refusal import BooksError

FOLDER = "games"
MAGIC = b"DBS1"
HEAD = "<4sHHHHH"
_HEAD_SIZE = 14


def read(name: str):
    """(beginning, step, head) of a game put aside; BooksError if it is not there, or damaged."""
    try:
        if name.strip("0123456789abcdef"):
            raise ValueError("name")
        with open(FOLDER + "/" + name + ".sav", "rb") as file:
            data = file.read(_HEAD_SIZE + 2 * ROOM_MAX + 5)
        if len(data) < _HEAD_SIZE + 4 or data[:4] != MAGIC:
            raise ValueError("damaged")
        head = struct.unpack(HEAD, data[:_HEAD_SIZE])
        at = _HEAD_SIZE + head[1]
        end = at + head[2]
        whole = len(data) == end + 4 and head[1] <= ROOM_MAX and head[2] <= ROOM_MAX
        if not whole or struct.unpack("<I", data[end:])[0] != crc32(data[:end]) & 0xFFFFFFFF:
            raise ValueError("damaged")
    except (OSError, ValueError):
        raise BooksError("games/%s.sav cannot be read" % name)
    return data[_HEAD_SIZE:at], data[at:end], head


def drop_finished(keeper, game) -> bool:
    """Make room: the oldest game that is over goes, with its archive. False if there is none.

    The game that stands, and the one for which the room is, stay.
    """
    if not keeper.game:
        return False  # at power-on nobody knows yet which one stands
    stay = (name(keeper.identity), name(game))
    saved = names(".sav")
    for old in sorted(set(saved + names(".log"))):
        if old in stay:
            continue
        try:
            over = old not in saved or read(old)[2][4] == 1
        except BooksError:
            over = False  # a damaged file is not ours to throw away
        if over:
            remove(FOLDER + "/" + old + ".log")
            remove(FOLDER + "/" + old + ".sav")
            return True
    return False


def path(game, suffix: str) -> str:
    return FOLDER + "/" + name(game) + suffix


def make_folder() -> None:
    try:
        os.mkdir(FOLDER)
    except OSError:
        pass  # it is there; and if not, the file will say so


def name(game) -> str:
    return "%08x%04x" % game


def names(suffix: str) -> list:
    try:
        return sorted([name[:-4] for name in os.listdir(FOLDER) if name.endswith(suffix)])
    except OSError:
        return []


def remove(name: str) -> None:
    try:
        os.remove(name)
    except OSError:
        pass
