"""A conversation with a host: questions in, answers out, as frames that port.py receives and sends.

Each verb has a function in verbs/, which takes the conversation and the data of the question. It returns the
data of the answer, or yields it piece by piece; a None between lets the game go on.
"""

from __future__ import annotations

import os
import struct
import time
from binascii import crc32
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from banker.app import loader
from banker.core.refusal import Refused
from banker.protocol.frame import encode
from banker.protocol.tickets import AGAIN, STALE, TICKET_SIZE, Tickets
from banker.protocol.verbs import (
    ABOUT,
    ANSWER,
    ANSWER_ROOM,
    BEGIN,
    CHECK,
    COMMAND,
    DATA,
    END,
    ERROR,
    EVENTS,
    EXAMINE,
    GET,
    GUIDE,
    HEARD,
    HELLO,
    KEY,
    LEARN,
    LIST,
    LOOK,
    LYING,
    MORE,
    OK,
    ORDERS,
    PAGES,
    PICTURE,
    QUESTION_HEAD,
    QUESTION_SIZE,
    REFUSED,
    REMOVE,
    REPL,
    REPORT,
    RESET,
    SCRATCH_BEGIN,
    SCRATCH_END,
    SCRATCH_GIVEN,
    SCRATCH_STEP,
    SIGN,
    STATUS,
    TAGS,
    TAP,
    UNLEARN,
    WATCH,
    answer,
)

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.link.verbs.files import Upload
    from banker.drivers.types import Buffer

    Watcher = tuple[int, int, int, bool]  # tag, sequence number, sum of the picture, whether that counts

_WATCHERS_MOST = 4
_SCRATCH_MS = 60_000  # a scratch game without a step for so long is forgotten

# verb: its module in verbs/, its function, and how many bytes of data it needs at least
FUNCTIONS = {
    HELLO: ("look", "hello", 3),
    LOOK: ("look", "look", 0),
    ABOUT: ("look", "about", 4),
    EVENTS: ("look", "events", 4),
    WATCH: ("look", "watch", 9),
    PICTURE: ("look", "picture", 0),
    PAGES: ("look", "pages", 0),
    STATUS: ("look", "status", 8),
    LIST: ("files", "list", 0),
    GET: ("files", "get", 5),
    DATA: ("files", "data", 4),
    BEGIN: ("files", "begin", 36),
    END: ("files", "end", 0),
    REMOVE: ("files", "remove", 1),
    TAGS: ("tags", "tags", 0),
    HEARD: ("tags", "heard", 0),
    LYING: ("tags", "lying", 0),
    CHECK: ("check", "check", 0),
    REPORT: ("report", "report", 0),
    COMMAND: ("play", "command", 1),
    TAP: ("play", "tap", 2),
    KEY: ("play", "key", 1),
    RESET: ("play", "reset", 0),
    REPL: ("play", "repl", 0),
    GUIDE: ("tags", "guide", 2),
    LEARN: ("tags", "learn", 3),
    UNLEARN: ("tags", "unlearn", 2),
    SIGN: ("tags", "sign", 0),
    EXAMINE: ("check", "examine", 0),
    SCRATCH_BEGIN: ("scratch_game", "begin", 0),
    SCRATCH_GIVEN: ("scratch_game", "given", 2),
    SCRATCH_STEP: ("scratch_game", "step", 2),
    SCRATCH_END: ("scratch_game", "end", 2),
}


# A game that cannot go on takes no input of a host. After a fault of flash or of the books no host writes.
PLAYING = (COMMAND, TAP, KEY)
WRITING = (BEGIN, DATA, END, REMOVE, GUIDE, LEARN, UNLEARN, SIGN)


class LinkError(Exception):
    """A code of the link, and details."""


class Conversation:
    def __init__(self, box: Box) -> None:
        self.box = box
        self.tickets = Tickets(struct.unpack("<I", os.urandom(4))[0])
        self.upload: Upload | None = None
        self.scratches = self.tickets.nonce & 0xFFFF  # number of the last scratch game
        self.watchers: list[Watcher] = []
        self.tag = 0  # of the current question
        self.after: Callable[[], None] | None = None  # called when the answer is sent
        self.free = -1  # bytes of room for files; -1: not counted yet
        self.clean_folders: tuple[str, ...] = ()  # without remains of an upload that was cut

    def room(self) -> int:
        """Bytes free on flash. Counted once, because littlefs looks at all its blocks for that."""
        if self.free < 0:
            block_size, _, _, free_blocks = os.statvfs("/")[:4]
            self.free = block_size * free_blocks
        return self.free

    def error(self, code: str, details: str = "") -> LinkError:
        """To be raised by a verb."""
        return LinkError((code + " " + details).strip())

    def text(self, data: Buffer) -> str:
        try:
            return bytes(data).decode()
        except UnicodeError:
            raise LinkError("bad-question")

    def answers(self, payload: Buffer) -> Iterator[bytes | None]:
        """The frames that answer a question; at a None other tasks may run."""
        if len(payload) < QUESTION_SIZE:
            return
        verb, tag = struct.unpack_from(QUESTION_HEAD, payload)
        if verb & ANSWER:
            return  # an echo of our own answer
        data = payload[QUESTION_SIZE:]
        self._free_scratch()
        if verb >= ORDERS:
            yield from self._order(verb, tag, data)
            return
        status = OK
        waiting = None
        part = 0
        try:
            for piece in self._pieces(verb, tag, data):
                if piece is None:
                    yield None
                    continue
                if waiting is not None:
                    yield encode(answer(verb, tag, MORE, part, waiting))
                    part += 1
                waiting = piece
        except Exception as error:
            status, waiting = _error_answer(error)
        if waiting is not None:
            yield encode(answer(verb, tag, status, part, waiting))

    def _pieces(self, verb: int, tag: int, data: Buffer) -> Iterable[bytes | None]:
        result = self._do(verb, data, tag)
        return _cut(result) if isinstance(result, bytes) else result

    def _order(self, verb: int, tag: int, data: Buffer) -> Iterator[bytes | None]:
        status, out = ERROR, b"bad-question"
        if len(data) >= TICKET_SIZE:
            ticket = bytes(data[:TICKET_SIZE])
            state, last_answer = self.tickets.judge(ticket)
            if state == STALE:
                out = b"stale"
            elif state == AGAIN:
                status, out = last_answer or (status, b"busy")
            else:
                while self.box.inputs.count:  # earlier inputs at the table come first
                    yield None
                try:
                    result = self._do(verb, data[TICKET_SIZE:], tag)
                    if not isinstance(result, bytes):  # a long order: the game goes on between its pieces
                        pieces, result = result, b""
                        for piece in pieces:
                            if piece is None:
                                yield None
                            else:
                                result = piece
                    status, out = OK, result
                except Exception as error:
                    status, out = _error_answer(error)
                self.tickets.keep(ticket, (status, out))
        part = 0
        parts = list(_cut(out))
        for piece in parts:
            last = part == len(parts) - 1
            yield encode(answer(verb, tag, status if last else MORE, part, piece))
            part += 1

    def _do(self, verb: int, data: Buffer, tag: int) -> Any:
        if verb not in FUNCTIONS:
            raise LinkError("unknown-verb %d" % verb)
        module, name, least = FUNCTIONS[verb]
        if len(data) < least:
            raise LinkError("bad-question")
        if self.box.message and (verb in PLAYING or self.box.stopped and verb in WRITING):
            raise LinkError("stopped")
        self.tag = tag
        return getattr(loader.load("banker.app.link.verbs." + module), name)(self, data)

    def _free_scratch(self) -> None:
        """Forget the scratch game (verbs/scratch_game.py) if its host has forgotten it."""
        scratch = self.box.keeper.scratch
        if scratch and time.ticks_diff(time.ticks_ms(), scratch.used_ms) > _SCRATCH_MS:
            self.box.keeper.scratch = None

    def due(self) -> Iterator[bytes]:
        """Answers for the watchers, where something has changed."""
        seq = self.box.journal.seq
        picture = crc32(self.box.picture) & 0xFFFFFFFF
        for watcher in self.watchers[:]:
            tag, old, old_picture, counts = watcher
            if old != seq or (counts and old_picture != picture):
                self.watchers.remove(watcher)
                yield encode(answer(WATCH, tag, OK, 0))

    def watch(self, seq: int, picture: int, counts: bool) -> None:
        if len(self.watchers) >= _WATCHERS_MOST:
            self.watchers.pop(0)
        self.watchers.append((self.tag, seq, picture, counts))


def _cut(data: bytes) -> Iterator[bytes]:
    at = 0
    while True:
        yield data[at : at + ANSWER_ROOM]
        at += ANSWER_ROOM
        if at >= len(data):
            return


def _error_answer(error: Exception) -> tuple[int, bytes]:
    """(status, data) for an error."""
    if isinstance(error, Refused):
        return REFUSED, error.code.encode()
    if isinstance(error, LinkError):
        return ERROR, str(error).encode()[:ANSWER_ROOM]
    if isinstance(error, MemoryError):
        return ERROR, b"no-memory"
    text = "fault %s: %s" % (type(error).__name__, error)
    return ERROR, text.encode()[:200]
