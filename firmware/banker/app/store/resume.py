"""Resumes games: the one in the journal at power-on, or a save. (New games: new_game.py.)"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from banker.app import loader
from banker.app.store import new_game, records, save_files
from banker.app.store.pages import AT_VERSION, GOOD, OLD_VERSION, ROOM_MAX, SLOTS, sequence
from banker.app.store.records import AGAIN, BEGIN, CLOCK, HEAD_SIZE, NO_LINK, STEP, game_id, identity
from banker.app.store.saves import UNREADABLE, put_aside
from banker.core.board import DEEDS
from banker.core.codec import command_bytes, state_bytes
from banker.core.refusal import BooksError, VersionError
from banker.core.state import BUY, CLAIM_DEED, CLAIM_PAYER, END_TURN, KIND, Game

if TYPE_CHECKING:
    from banker.app.store.journal import Journal
    from banker.app.store.keeper import Keeper
    from banker.app.types import About
    from banker.core.types import Command

_SPACES = 40


def resume(keeper: Keeper) -> bool:
    j = keeper.journal
    length = j.recover()
    if length < 0:
        return False
    try:
        return _resume(keeper, j, j.seq, j.kind, bytes(j.payload[:length]))
    except UNREADABLE as error:
        raise _unreadable(error)


def _resume(keeper: Keeper, j: Journal, here: int, kind: int, data: bytes) -> bool:
    while kind == AGAIN:  # power went before the step that was to follow it
        here -= 1
        length = j.read(here)
        if length < 0:
            if here:
                raise BooksError("the step before is gone")
            return False
        kind = j.old_kind
        data = bytes(j.old[:length])
    if kind == BEGIN:
        about, edition, start = new_game.start(data)
        keeper.set_game(about, edition, start, start)
        keeper.set_records(here, here, identity(here, data), 0)
    elif kind == STEP or kind == CLOCK:
        head = _head(data)
        beginning = head[records.BEGINNING]
        length = j.read(beginning)
        text = bytes(j.old[:length]) if length >= 0 and j.old_kind in (BEGIN, AGAIN) else b""
        if not text:
            keeper.identity = records.identity_of(head)
            beginning, text = loader.load("banker.app.store.lost_steps").find_beginning(keeper)
        about, edition, start = new_game.start(text)
        game, keeper.command = _unpack(data, start, about)
        keeper.link = records.link_of(head)
        keeper.set_game(about, edition, start, game)
        keeper.set_records(here, beginning, records.identity_of(head), head[records.PLAYED_S])
        if not j.lost:  # else nothing is written until the players have agreed
            renew_beginning(keeper)
    else:
        raise VersionError("saved by another version")
    return True


def renew_beginning(keeper: Keeper) -> None:
    """The journal gets its own copy of the beginning, with the ring's id, before a step names it."""
    if not keeper.beginning:
        loader.load("banker.app.store.lost_steps").repeat_beginning(keeper)
    elif _is_old(keeper.journal, keeper.beginning):
        keeper.save_again()


def _is_old(j: Journal, seq: int) -> bool:
    """Is this record on pages without the ring's id, which version 0.1 wrote?"""
    block = j.blocks[j.sector_of(seq)]
    for slot in range(SLOTS):
        if j.look(block, slot) == GOOD and sequence(j.seen) == seq:
            return bool(j.seen[AT_VERSION] == OLD_VERSION)
    return False


def _unreadable(error: Exception) -> BooksError:
    """The CRC was right, so a rule or an argument that nobody knows is from newer firmware."""
    is_newer = isinstance(error, IndexError) or "no such rule" in str(error)
    return (VersionError if is_newer else BooksError)("the saved game cannot be read")


def _head(data: bytes) -> tuple[int, ...]:
    if len(data) < HEAD_SIZE:
        raise BooksError("the saved step is too short")
    return records.head_of(data)


def _unpack(data: bytes, start: Game, about: About) -> tuple[Game, Command | None]:
    """(game, command) of a step's record, checked to the last byte; BooksError if anything is wrong."""
    text = records.command_of(data, records.head_of(data))
    at = HEAD_SIZE + len(text)
    command = None
    if text:
        command, used = command_bytes.read(text)
        if used != len(text):
            raise BooksError("the saved command is damaged")
    game = state_bytes.unpack(memoryview(data)[at:], start.board, start.rules)
    again = bytearray(ROOM_MAX)
    used = state_bytes.pack(game, again)
    for task in game.tasks:
        if task[KIND] > END_TURN:  # the last kind
            raise VersionError("an unknown task")
    if data[at:] != again[:used] or game.players != len(about["names"]) or not _possible(game):
        raise BooksError("the saved game does not add up")
    return game, command


def _possible(g: Game) -> bool:
    """Could play have led here? The books add up, and nothing points beyond the end of a table."""
    if not state_bytes.sound(g) or g.turn >= g.players or max(g.space) >= _SPACES or max(g.dice) > 6:
        return False
    for deck in (0, 1):
        cards = g.decks[deck]
        if len(set(cards)) != len(cards) or (len(cards) == 15 and g.held[deck] >= g.players):
            return False
    for task in g.tasks:
        if task[KIND] < BUY:  # the first kind
            return False
    for claim in g.claims:
        if claim[CLAIM_DEED] >= DEEDS or claim[CLAIM_PAYER] >= g.players:
            return False
    return True


# -- a save --


def resume_save(keeper: Keeper, game: str) -> None:
    if game == game_id(keeper.identity):
        return
    text, step, _ = save_files.read(game)
    had_game = bool(keeper.game)
    if had_game:
        put_aside(keeper, True)
    loader.drop_all()  # the rules of the other game need one large piece
    try:
        _resume_save(keeper, game, text, step)
    except Exception as error:
        if had_game:
            resume(keeper)  # the game before it goes on
        if isinstance(error, UNREADABLE):
            raise _unreadable(error)
        raise


def _resume_save(keeper: Keeper, name: str, text: bytes, step: bytes) -> None:
    about, edition, start = new_game.start(text)
    head = _head(step)
    game, command = _unpack(step, start, about)
    which = records.identity_of(head)
    if game_id(which) != name:
        raise BooksError("the file holds another game")
    j = keeper.journal
    j.payload[: len(text)] = text
    beginning = keeper.commit(AGAIN, len(text))
    j.payload[: len(step)] = step
    struct.pack_into("<I", j.payload, 0, beginning)
    here = keeper.commit(CLOCK, len(step))
    keeper.set_game(about, edition, start, game)
    keeper.set_records(here, beginning, which, head[records.PLAYED_S])
    keeper.link = NO_LINK
    keeper.command = command
    save_files.remove(save_files.path(which, save_files.SAVE))
