"""Verbs for fixtures: a host plays a game of its own, step by step, beside the one in play.

Nothing of it is saved, and the box has room for one. It goes at its end, when another game begins at the
table, when a host says hello, and after a minute without a step (Conversation.answers). The host has the
fixture and judges it: the box answers each step with the packed state, or with the refusal.
"""

from __future__ import annotations

import json
import struct
import time
from typing import TYPE_CHECKING, Any

from banker.app.edition import Edition, EditionError
from banker.app.loader import drop_all, load
from banker.core.refusal import BooksError, Refused
from banker.protocol.verbs import SCRATCH_HEAD

if TYPE_CHECKING:
    from banker.app.link.conversation import Conversation
    from banker.core.board import Board
    from banker.core.scratch_game import Scratch
    from banker.drivers.types import Buffer

_NUMBER_SIZE = 2


def begin(conversation: Conversation, data: Buffer) -> bytes:
    keeper = conversation.box.keeper
    about = _message(conversation, data)
    keeper.scratch = None
    drop_all()  # a set-up needs much heap
    try:
        name, names, seed, rules = [about[key] for key in ("edition", "players", "seed", "rules")]
        if type(name) is not str or type(seed) is not int or type(rules) is not dict:
            raise TypeError
    except (KeyError, TypeError):
        raise conversation.error("bad-question")
    board, edition_rules, edition_hash = _edition(conversation, name)
    module = load("banker.core.scratch_game")
    try:
        resolved = module.rules_of(board, edition_rules, rules, names)
        drop_all()
        scratch: Scratch = module.Scratch(board, resolved, names, seed)
    except Exception as error:
        raise _as_answer(conversation, error)
    finally:
        drop_all()
    conversation.scratches = scratch.number = (conversation.scratches + 1) & 0xFFFF
    keeper.scratch = scratch
    _touch(scratch)
    return struct.pack(SCRATCH_HEAD, scratch.number, edition_hash.encode()) + scratch.packed


def _edition(conversation: Conversation, name: str) -> tuple[Board, dict[str, Any], str]:
    """(board, rules, hash). The game in play shares its board."""
    mine = conversation.box.keeper.edition
    try:
        edition = mine if mine and mine.name == name else Edition(name)
    except EditionError as error:
        raise conversation.error("not-here", str(error))
    try:
        return edition.board, edition.about()["rules"], edition.hash
    except EditionError as error:  # a file that came by other means than the link
        raise conversation.error("not-here", str(error))
    finally:
        if edition is not mine:
            edition.close()


def given(conversation: Conversation, data: Buffer) -> bytes:
    scratch = _scratch(conversation, data)
    _touch(scratch)
    position = _message(conversation, data[_NUMBER_SIZE:])
    drop_all()
    try:
        scratch.given(position)
    except Exception as error:
        conversation.box.keeper.scratch = None
        raise _as_answer(conversation, error)
    finally:
        drop_all()
    return scratch.packed


def step(conversation: Conversation, data: Buffer) -> bytes:
    scratch = _scratch(conversation, data)
    command = _message(conversation, data[_NUMBER_SIZE:])
    _touch(scratch)
    try:
        scratch.do(command)
    except Refused:
        raise
    except Exception as error:
        conversation.box.keeper.scratch = None
        drop_all()
        raise conversation.error("unsound", str(error)) if isinstance(error, BooksError) else error
    return scratch.packed


def end(conversation: Conversation, data: Buffer) -> bytes:
    _scratch(conversation, data)
    conversation.box.keeper.scratch = None
    drop_all()
    return b""


def _scratch(conversation: Conversation, data: Buffer) -> Scratch:
    """The game with the number at the beginning of the data."""
    scratch: Scratch | None = conversation.box.keeper.scratch
    if not scratch or scratch.number != data[0] | data[1] << 8:
        raise conversation.error("scratch-gone")
    return scratch


def _touch(scratch: Scratch) -> None:
    scratch.used_ms = time.ticks_ms()


def _message(conversation: Conversation, data: Buffer) -> Any:
    """The JSON of a question; what did not fit it came as an upload, which is given up to free its RAM."""
    text: Any = bytes(data)
    upload = conversation.upload
    if not text:
        if not upload or upload.path or upload.at < upload.size:
            raise conversation.error("no-upload")
        conversation.upload = None
        text = upload.data
    try:
        return json.loads(text)
    except ValueError:
        raise conversation.error("bad-question")


def _as_answer(conversation: Conversation, error: Exception) -> Exception:
    """What the host is told of a set-up that failed: a refusal with its code and reason, or a fault."""
    code: str = getattr(error, "code", "")
    if code:
        reason = str(error)
        return Refused(code if reason == code else code + " " + reason)
    return conversation.error("unsound", str(error)) if isinstance(error, BooksError) else error
