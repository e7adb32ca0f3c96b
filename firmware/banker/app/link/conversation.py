"""A conversation with a host: questions in, answers out, as frames that port.py brings and takes away.

What a verb does stands in the modules verbs_*: a function of its name that takes this conversation and what
the verb carries. It returns the data of the answer, or yields it piece by piece; None lets the game go on.
"""

import os
import struct
from binascii import crc32

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
    FIXTURE,
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
    RESET,
    SIGN,
    STATUS,
    TAGS,
    TAP,
    UNLEARN,
    WATCH,
    answer,
)

_WATCHERS_MOST = 4

# verb: where it is done (verbs_*.py), and bytes that it must carry at least
_DONE_IN = {
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
    FIXTURE: ("fixture", "fixture", 0),
    TAGS: ("tags", "tags", 0),
    HEARD: ("tags", "heard", 0),
    LYING: ("tags", "lying", 0),
    CHECK: ("check", "check", 0),
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
}


class Cannot(Exception):
    """A code of the link, and details."""


class Talk:
    def __init__(self, box):
        self.box = box
        self.tickets = Tickets(struct.unpack("<I", os.urandom(4))[0])
        self.upload = None  # of verbs_files
        self.watchers = []  # (tag, seq, sum over the picture, whether that counts)
        self.tag = 0  # of the question at hand
        self.after = None  # to be called when the answer is out
        self.free = None  # bytes of room for files, when they have been counted
        self.tidy = ()  # folders without remains of an upload that was cut

    def room(self) -> int:
        """Bytes free on flash. Counted once, not at every file: littlefs looks at all its blocks for that."""
        if self.free is None:
            found = os.statvfs("/")
            self.free = found[0] * found[3]
        return self.free

    def cannot(self, code: str, details: str = "") -> Cannot:
        """To be raised by a verb."""
        return Cannot((code + " " + details).strip())

    def text(self, data) -> str:
        try:
            return bytes(data).decode()
        except UnicodeError:
            raise Cannot("bad-question")

    def answers(self, payload):
        """The frames that answer a question; None where others may go first."""
        if len(payload) < QUESTION_SIZE:
            return
        verb, tag = struct.unpack_from(QUESTION_HEAD, payload)
        if verb & ANSWER:
            return  # an echo of our own words
        data = payload[QUESTION_SIZE:]
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
            status, waiting = _why(error)
        if waiting is not None:
            yield encode(answer(verb, tag, status, part, waiting))

    def _pieces(self, verb: int, tag: int, data):
        told = self._do(verb, data, tag)
        return _cut(told) if type(told) is bytes else told

    def _order(self, verb: int, tag: int, data):
        status, out = ERROR, b"bad-question"
        if len(data) >= TICKET_SIZE:
            ticket = bytes(data[:TICKET_SIZE])
            judged, kept = self.tickets.judge(ticket)
            if judged == STALE:
                out = b"stale"
            elif judged == AGAIN:
                status, out = kept or (status, b"busy")
            else:
                while self.box.inputs.count:  # what hands did before comes before
                    yield None
                try:
                    status, out = OK, self._do(verb, data[TICKET_SIZE:], tag)
                except Exception as error:
                    status, out = _why(error)
                self.tickets.keep(ticket, (status, out))
        part = 0
        pieces = list(_cut(out))
        for piece in pieces:
            last = part == len(pieces) - 1
            yield encode(answer(verb, tag, status if last else MORE, part, piece))
            part += 1

    def _do(self, verb: int, data, tag: int):
        if verb not in _DONE_IN:
            raise Cannot("unknown-verb %d" % verb)
        module, name, least = _DONE_IN[verb]
        if len(data) < least:
            raise Cannot("bad-question")
        self.tag = tag
        return getattr(loader.load("banker.app.verbs_" + module), name)(self, data)

    def due(self):
        """Frames for the watchers for whom something has changed."""
        seq = self.box.journal.seq
        picture = crc32(self.box.picture) & 0xFFFFFFFF
        for watcher in self.watchers[:]:
            tag, old, seen, counts = watcher
            if old != seq or (counts and seen != picture):
                self.watchers.remove(watcher)
                yield encode(answer(WATCH, tag, OK, 0))

    def watch(self, seq: int, picture: int, counts: bool) -> None:
        if len(self.watchers) >= _WATCHERS_MOST:
            self.watchers.pop(0)
        self.watchers.append((self.tag, seq, picture, counts))


def _cut(data):
    at = 0
    while True:
        yield data[at : at + ANSWER_ROOM]
        at += ANSWER_ROOM
        if at >= len(data):
            return


def _why(error):
    """(status, data) for an error."""
    if isinstance(error, Refused):
        return REFUSED, error.code.encode()
    if isinstance(error, Cannot):
        return ERROR, str(error).encode()[:ANSWER_ROOM]
    text = "fault %s: %s" % (type(error).__name__, error)
    return ERROR, text.encode()[:200]
