"""Saves: games that were put aside, each complete in its games/ID.sav (save_files.py).

A save is written before the journal takes another game, and removed after the journal has its game again. So
a save of the game in play is left from a power cut, and the journal is right.
"""

from __future__ import annotations

import json
import os
import struct
from binascii import crc32
from collections import namedtuple
from typing import TYPE_CHECKING

from banker.app.store import save_files
from banker.app.store.records import NO_LINK, game_id
from banker.core.codec import command_bytes
from banker.core.refusal import BooksError, Refused

if TYPE_CHECKING:
    from banker.app.store.keeper import Keeper

Save = namedtuple("Save", ("id", "names", "turn", "over", "played_s"))

_SAVES_MOST = 24
_BLOCKS = 3  # of flash that a file and its folder may take
_ENOSPC = 28
# Reading bytes that were never a game can end in any of these.
UNREADABLE = (ValueError, IndexError, KeyError, TypeError, AttributeError, OverflowError, Refused)


def put_aside(keeper: Keeper, keep: bool) -> None:
    """Take the game in play out of RAM; the journal has it. With `keep` it is saved first.

    A finished game is saved only if there is room. OSError: there is none, and the game stays in play.
    """
    path = save_files.path(keeper.identity, save_files.SAVE)
    written = False
    try:
        if keep:
            _write(keeper, path)
            written = True
    except OSError:
        if not keeper.game.over:
            raise
    if not written:
        save_files.remove(path)  # one left from a power cut
    keeper.edition.close()
    keeper.release()


def _write(keeper: Keeper, path: str) -> None:
    j = keeper.journal
    game = keeper.game
    text = keeper.read_beginning()
    size = keeper.write(game, NO_LINK, command_bytes.write(keeper.command) if keeper.command else b"")
    head = struct.pack(
        save_files.HEAD, save_files.MAGIC, len(text), size, game.turn_no, game.over, keeper.played_s
    )
    crc = crc32(j.payload[:size], crc32(text, crc32(head))) & 0xFFFFFFFF
    save_files.make_folder()
    while len(save_files.ids(save_files.SAVE)) >= _SAVES_MOST:
        if not save_files.drop_finished(keeper, keeper.identity):
            raise OSError(_ENOSPC)
    new = save_files.FOLDER + "/new"
    while True:
        try:
            with open(new, "wb") as file:
                file.write(head)
                file.write(text)
                file.write(j.payload[:size])
                file.write(struct.pack("<I", crc))
            os.rename(new, path)
            return
        except OSError as error:
            # An old game that is over makes room for one that is not.
            if error.args[0] != _ENOSPC or not save_files.drop_finished(keeper, keeper.identity):
                raise


def room(keeper: Keeper) -> bool:
    """Is there room to save the game in play? An estimate: only writing decides."""
    if len(save_files.ids(save_files.SAVE)) < _SAVES_MOST and os.statvfs(".")[3] >= _BLOCKS:
        return True
    return any([save.over for save in saves(keeper)])  # one that is over makes room


def saves(keeper: Keeper) -> list[Save]:
    """Every save, oldest first, without the game in play. One that cannot be read has no names."""
    found = []
    for game in save_files.ids(save_files.SAVE):
        if game != game_id(keeper.identity):
            try:
                text, _, head = save_files.read(game)
                names = tuple(json.loads(text)["names"])
                turn, over, played_s = head[save_files.TURN :]
            except UNREADABLE + (BooksError,):
                names = ()
                turn = over = played_s = 0
            found.append(Save(game, names, turn, over == 1, played_s))
    return found
