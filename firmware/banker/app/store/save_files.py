"""The files of games: a save is games/ID.sav, an archive games/ID.log, with the game's id (records.game_id).

A save is HEAD, the record of the beginning, the record of the last step without its links for undo
(records.py), and the CRC-32 of all that. An archive is described in core/codec/archive_bytes.py.
"""

from __future__ import annotations

import os
import struct
from binascii import crc32
from typing import TYPE_CHECKING, Any

from banker.app.store.pages import ROOM_MAX
from banker.app.store.records import game_id
from banker.core.refusal import BooksError, VersionError

if TYPE_CHECKING:
    from banker.app.store.keeper import Keeper
    from banker.app.types import Identity

FOLDER = "games"
SAVE = ".sav"
ARCHIVE = ".log"

# The head of a save. Files keep it: never change a place.
MAGIC = b"DBS1"
HEAD = "<4sHHHHH"
_HEAD_SIZE = 14
_BEGINNING_SIZE = 1
_STEP_SIZE = 2
TURN = 3
OVER = 4  # 1: the game is over
PLAYED_S = 5


def read(game: str) -> tuple[bytes, bytes, tuple[Any, ...]]:
    """(beginning, step, head) of a save, by its id; BooksError if it is not there, or damaged."""
    try:
        if game.strip("0123456789abcdef"):
            raise ValueError("name")
        with open(FOLDER + "/" + game + SAVE, "rb") as file:
            data = file.read(_HEAD_SIZE + 2 * ROOM_MAX + 5)
        if data[:3] == MAGIC[:3] and data[:4] > MAGIC:
            raise VersionError("games/%s.sav: of newer firmware" % game)
        if len(data) < _HEAD_SIZE + 4 or data[:4] != MAGIC:
            raise ValueError("damaged")
        head = struct.unpack(HEAD, data[:_HEAD_SIZE])
        at = _HEAD_SIZE + head[_BEGINNING_SIZE]
        end = at + head[_STEP_SIZE]
        fits = len(data) == end + 4 and head[_BEGINNING_SIZE] <= ROOM_MAX and head[_STEP_SIZE] <= ROOM_MAX
        if not fits or struct.unpack("<I", data[end:])[0] != crc32(data[:end]) & 0xFFFFFFFF:
            raise ValueError("damaged")
    except (OSError, ValueError):
        raise BooksError("games/%s.sav cannot be read" % game)
    return data[_HEAD_SIZE:at], data[at:end], head


def drop_finished(keeper: Keeper, game: Identity) -> bool:
    """Make room: remove the oldest game that is over, with its archive. False if there is none.

    The game in play stays, and so does the one that the room is for.
    """
    if not keeper.game:
        return False  # at power-on nobody knows yet which game is in play
    stay = (game_id(keeper.identity), game_id(game))
    saves = ids(SAVE)
    for old in sorted(set(saves + ids(ARCHIVE))):
        if old in stay:
            continue
        try:
            over = old not in saves or read(old)[2][OVER] == 1
        except BooksError:
            over = False  # a damaged file is left for the host to look at
        if over:
            remove(FOLDER + "/" + old + ARCHIVE)
            remove(FOLDER + "/" + old + SAVE)
            return True
    return False


def path(game: Identity, suffix: str) -> str:
    return FOLDER + "/" + game_id(game) + suffix


def make_folder() -> None:
    try:
        os.mkdir(FOLDER)
    except OSError:
        pass  # usually it exists; if not, opening a file in it will fail


def ids(suffix: str) -> list[str]:
    """The games that have such a file."""
    try:
        return sorted([name[: -len(suffix)] for name in os.listdir(FOLDER) if name.endswith(suffix)])
    except OSError:
        return []


def remove(path: str) -> None:
    try:
        os.remove(path)
    except OSError:
        pass
