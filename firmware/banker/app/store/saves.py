"""Games put aside, each whole in its games/ID.sav (kept.py): saved, listed, room for them.

A .sav is written before the journal takes another game, and removed after the journal has its game again. So
a .sav of the game that stands is left from a cut: the journal is right.
"""

import json
import os
import struct
from binascii import crc32

from banker.app import kept
from banker.app.keeper import NO_LINK
from banker.core import record
from banker.core.refusal import BooksError, Refused

_KEPT_MOST = 24
_BLOCKS = 3  # of flash that a file and its folder may take
_ENOSPC = 28
# What bytes that were never a game can lead to when they are read as one.
UNREADABLE = (ValueError, IndexError, KeyError, TypeError, AttributeError, OverflowError, Refused)


def lay_down(keeper, keep: bool) -> None:
    """The game that stands, out of RAM: the journal has it. Saved whole, too, if it is to be kept.

    A finished one is saved only if there is room. OSError: there is none, and the game stays where it is.
    """
    own = kept.path(keeper.identity, ".sav")
    saved = False
    try:
        if keep:
            _save(keeper, own)
            saved = True
    except OSError:
        if not keeper.game.over:
            raise
    if not saved:
        kept.remove(own)  # one left from a cut
    keeper.edition.close()
    keeper.edition = keeper.game = keeper.base = None


def _save(keeper, own: str) -> None:
    j = keeper.journal
    game = keeper.game
    length = j.read(keeper.beginning)
    if length < 0:
        raise BooksError("the beginning of the game is gone")
    text = bytes(j.old[:length])
    size = keeper.write(game, NO_LINK, record.write(keeper.command) if keeper.command else b"")
    head = struct.pack(kept.HEAD, kept.MAGIC, len(text), size, game.turn_no, game.over, keeper.played_s)
    crc = crc32(j.payload[:size], crc32(text, crc32(head))) & 0xFFFFFFFF
    kept.make_folder()
    while len(kept.names(".sav")) >= _KEPT_MOST:
        if not kept.drop_finished(keeper, keeper.identity):
            raise OSError(_ENOSPC)
    while True:
        try:
            with open(kept.FOLDER + "/new", "wb") as file:
                file.write(head)
                file.write(text)
                file.write(j.payload[:size])
                file.write(struct.pack("<I", crc))
            os.rename(kept.FOLDER + "/new", own)
            return
        except OSError as error:
            # An old game that is over makes room for one that is not.
            if error.args[0] != _ENOSPC or not kept.drop_finished(keeper, keeper.identity):
                raise


def room(keeper) -> bool:
    """Is there room to put the game that stands aside? A look ahead: what counts is the writing."""
    if len(kept.names(".sav")) < _KEPT_MOST and os.statvfs(".")[3] >= _BLOCKS:
        return True
    return any([game[3] for game in games(keeper)])  # one that is over makes room


def games(keeper) -> list:
    found = []
    for name in kept.names(".sav"):
        if name != kept.name(keeper.identity):
            try:
                text, _, head = kept.read(name)
                names = tuple(json.loads(text)["names"])
            except UNREADABLE:
                continue
            except BooksError:
                continue
            found.append((name, names, head[3], head[4] == 1, head[5]))
    return found
