"""What a host that only watches is not told: anything from which it could foresee dice or cards.

A game that is over has no secrets any more. With remote control on a host may play, and is told everything.
Loaded on use.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from banker.app.store import save_files
from banker.app.store.records import game_id
from banker.core.codec.veil import veil
from banker.core.refusal import BooksError

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.types import Identity


def hides(box: Box, game: Identity) -> bool:
    """Is the generator of this game hidden from a host now?"""
    keeper = box.keeper
    return not box.remote and not (keeper.game and keeper.game.over and game == keeper.identity)


def state(box: Box, game: Identity, packed: bytearray) -> bytes:
    """A packed state as a host may see it."""
    if packed and hides(box, game):
        veil(packed)
    return bytes(packed)


def beginning(box: Box, game: Identity, text: bytes) -> bytes:
    """The record of a beginning as a host may see it: without the seed."""
    if not hides(box, game):
        return text
    about = json.loads(text)
    about.pop("seed", None)
    return json.dumps(about).encode()


def has_unfinished(box: Box) -> bool:
    """Does the journal or a save have a game that is not over, with remote control off?"""
    if box.remote:
        return False
    game = box.keeper.game
    if game and not game.over:
        return True
    return any([_is_unfinished(name) for name in save_files.ids(save_files.SAVE)])


def file_is_hidden(box: Box, path: str) -> bool:
    """Is this the save or the archive of a game that is not over?"""
    folder, _, file = path.partition("/")
    if box.remote or folder != save_files.FOLDER:
        return False
    name = file.split(".")[0]
    keeper = box.keeper
    if keeper.game and name == game_id(keeper.identity):
        return not keeper.game.over
    return name in save_files.ids(save_files.SAVE) and _is_unfinished(name)


def _is_unfinished(name: str) -> bool:
    try:
        return not save_files.read(name)[2][save_files.OVER]
    except BooksError:
        return True  # damaged: nobody knows
