"""A session with one box: questions, repeated until they are answered, and orders, which count only once."""

from __future__ import annotations

import hashlib
import json
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any

from banker.core.tags import TOKEN
from banker.protocol import frame, names, tickets, verbs
from deedbox.link import answers
from deedbox.link.errors import (
    AnswerError,
    DeviceError,
    LinkError,
    RefusedError,
    SilentError,
    UnsureError,
    VersionError,
)
from deedbox.link.receiver import TOO_LONG, Answer, Exchange
from deedbox.link.state_unpacking import Game, KnownGames, game_id
from deedbox.link.tag_names import FORMS, find_tag, tag_name
from deedbox.link.transport import Transport

if TYPE_CHECKING:
    from deedbox.editions.model import Edition

_FIRST_TRY_S = 0.5
# The box needs longer for these. A question that is repeated too early would make it work twice.
_SLOW_S = {
    verbs.LIST: 10.0,
    verbs.PAGES: 10.0,
    verbs.TAGS: 6.0,
    verbs.CHECK: 4.0,
    verbs.REPORT: 4.0,
    verbs.SCRATCH_BEGIN: 4.0,
    verbs.SCRATCH_GIVEN: 4.0,
    verbs.SCRATCH_STEP: 2.0,
}
_PATIENCE_MOST_S = 2.0
_WINDOW = 4  # frames of a file on their way at once
_DATA_MOST = frame.PAYLOAD_MOST - verbs.QUESTION_SIZE - 4
_AT_ONCE_MOST = _WINDOW * _DATA_MOST  # a file of up to so many bytes is sent without waiting in between
_SLICE_S = 0.05
_RECORDS_MOST = 4096  # a journal has 256 pages
_NO_CHANGE_MS = 100
_ORDER_MOST = frame.PAYLOAD_MOST - verbs.QUESTION_SIZE - tickets.TICKET_SIZE
_ORDERS_MOST = 60000  # in one session: a ticket has 16 bits for them

KEYS = "0123456789ABCD*#"
Progress = Callable[[int, int], None]  # bytes so far, bytes in all (0: unknown)


@dataclass(frozen=True)
class Hello:
    """The box that answered."""

    protocol: int  # version of the protocol that both sides speak
    firmware: str  # version of the firmware, "" if it does not know
    hash: str  # of all of the firmware, "" if it does not know
    board: str  # id of the Pico
    micropython: str
    boot: int  # a different number after every power-on
    remote: bool  # a host may play
    free: int  # bytes of room for files
    about: dict[str, Any]  # the whole answer


@dataclass(frozen=True)
class Look:
    """The box at one moment."""

    seq: int  # of the last record in the journal
    picture: int  # a checksum of the display
    game: str  # id of the game, "" if there is none
    state: dict[str, Any]  # the contract's state; empty if there is no game
    names: list[str]
    tokens: list[str]  # the tag of each player's token: "token:1"
    edition: str
    rules: dict[str, Any]  # the house rules that the table chose
    screen: str  # name of the screen
    rows: list[str]  # the eight rows of the display
    inputs: list[tuple[str, str]]  # keys that mean something now, each with its word
    taps: list[tuple[str, str]]  # tags that the screen asks for, each with the name of its item
    message: bool  # the game cannot go on; the rows tell why
    shown_names: list[str] = field(default_factory=list)  # if somebody was renamed in play: all names now


@dataclass(frozen=True)
class Event:
    """A step of the game, from its record in the journal."""

    seq: int
    game: str
    command: dict[str, Any]  # as the contract writes it; {"do": "begin", ...} for a new game
    remote: bool  # a host did it
    state: dict[str, Any]  # after it
    played_s: int
    origin: Game = field(compare=False)  # how its game began; each session has its own object
    record: bytes = b""  # the command as the journal has it; empty for a new game
    packed: bytes = b""  # the state as the journal has it; empty for a new game


@dataclass(frozen=True)
class Listed:
    path: str
    size: int
    hash: str  # the first 16 hexadecimal digits of its SHA-256


# These types have names because inside the class `list` is a method.
_Files = list[Listed]
_Events = list[tuple[int, ...]]
_Pages = list[tuple[int, bytes]]
_Tags = list[int]


class Session:
    """Talks to one box. Several threads may use a session; each call waits for its answer."""

    def __init__(self, transport: Transport, *, timeout_s: float = 5.0) -> None:
        self.transport = transport
        self.timeout_s = timeout_s
        self.round_trips = 0
        self._lock = threading.RLock()
        self._exchange = Exchange(transport)
        self._games = KnownGames(self)
        self._hello: Hello | None = None
        self._session = 0
        self._number = 0

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.transport.close()

    @property
    def name(self) -> str:
        """The port or URL of the box."""
        return self.transport.name

    @property
    def wire_bytes(self) -> int:
        """Bytes sent and received so far."""
        return self._exchange.sent_bytes + self._exchange.got_bytes

    # -- who is there --

    def hello(self) -> Hello:
        """Ask the box who it is, and agree on a version of the protocol."""
        return self._greet(False)

    def _greet(self, session: bool) -> Hello:
        answer = self.ask(verbs.HELLO, bytes((verbs.LEAST, verbs.MOST, session)))
        if len(answer) < 2:
            raise LinkError(f"{self.name}: this is no box that deedbox knows")
        least, most = answer[:2]
        version = verbs.agree(least, most)
        if not version:
            older = most < verbs.LEAST
            raise VersionError(
                f"{self.name}: the box speaks version {least} to {most} of the link, "
                f"this deedbox {verbs.LEAST} to {verbs.MOST}; "
                + ("update the box: deedbox deploy" if older else "update deedbox")
            )
        about = answers.hello(answer[2:])
        hello = Hello(
            protocol=version,
            firmware=about.get("firmware", ""),
            hash=about.get("hash", ""),
            board=about.get("board", ""),
            micropython=about.get("micropython", ""),
            boot=about.get("boot", 0),
            remote=bool(about.get("remote")),
            free=about.get("free", 0),
            about=about,
        )
        self._hello = hello
        if session:
            self._session = about.get("session", 0)
            self._number = 0
            if not self._session:
                raise LinkError(f"{self.name}: the box has given out all its sessions; restart it")
        return hello

    # -- what it shows --

    def look(self) -> Look:
        """The box now: its screen, keys, tags and state."""
        answer = answers.look(self.ask(verbs.LOOK))
        screen = answer.screen
        current = game_id(*answer.game) if answer.state else ""
        game = self._games.game(current) if current else None
        return Look(
            seq=answer.seq,
            picture=answer.picture,
            game=current,
            state=game.state(answer.state) if game else {},
            names=[*game.names] if game else [],
            tokens=[tag_name(TOKEN, number) for number in game.tokens] if game else [],
            edition=game.about["edition"] if game else "",
            rules=game.about.get("rules", {}) if game else {},
            screen=screen["screen"],
            rows=rows_of_items(screen["rows"]),
            inputs=[(key, plain_text(word)) for key, word in screen["keys"]],
            taps=[
                (tag_name(kind, number), game.word(kind, number) if game else "")
                for kind, number in screen["taps"]
            ],
            message=bool(screen["message"]),
            shown_names=[*screen.get("names", ())],
        )

    def own_edition(self, look: Look) -> Edition | None:
        """The edition of this game, if it is only on the box; None if it comes with deedbox."""
        from deedbox import editions

        if not look.game:
            return None
        game = self._games.game(look.game)
        if look.edition in editions.IDS and editions.edition_hash(look.edition) == game.about.get("hash"):
            return None
        return game.edition

    def game(self) -> Any:
        """The current game as the engine's own banker.core.state.Game; None if there is none."""
        answer = answers.look(self.ask(verbs.LOOK))
        return self._games.game(game_id(*answer.game)).unpack(answer.state) if answer.state else None

    def picture(self) -> bytes:
        """The display: 128 x 64 pixels in display pages."""
        return answers.picture(self.ask(verbs.PICTURE))

    def wait(self, look: Look, timeout_s: float = 1.0) -> bool:
        """Wait until the display or the journal differs from this look; False after `timeout_s`."""
        return self._watch(look.seq, look.picture, timeout_s)

    def events(self, since: int | None = None, *, timeout_s: float | None = None) -> Iterator[Event]:
        """The steps after record `since` (default: from now on), as they happen.

        It ends when nothing was done for `timeout_s`; without a timeout it never ends.
        """
        if since is None:
            since = self.look().seq
        last_s = self.transport.now_s()
        has_change = False
        at_once = 0  # records without a pause between them
        while True:
            records = answers.records(self.ask(verbs.EVENTS, struct.pack("<I", since)), since)
            for record in records:
                event = self._games.event(record)
                since = record.seq
                if event is not None:
                    yield event
            if records:
                last_s = self.transport.now_s()
                at_once += len(records)
                if at_once > _RECORDS_MOST:
                    raise AnswerError("EVENTS", "more records than a journal has room for")
                continue
            at_once = 0
            if has_change:  # something happened, but not after `since`: a new journal has begun
                since = min(since, self.look().seq)
                self._pause(_NO_CHANGE_MS)  # or the box reports changes where there are none
            left_s = 1.0 if timeout_s is None else last_s + timeout_s - self.transport.now_s()
            if left_s <= 0:
                return
            has_change = self._watch(since, None, min(left_s, 1.0))

    def _watch(self, seq: int, picture: int | None, timeout_s: float) -> bool:
        data = struct.pack("<IIB", seq, picture or 0, picture is not None)
        end_s = self.transport.now_s() + timeout_s
        with self._lock:
            tag = self._exchange.send(verbs.WATCH, data)
        while True:
            with self._lock:  # short slices, so that other threads can ask in between
                answer = self._exchange.wait_for(tag, min(_SLICE_S, timeout_s))
            if answer is not None:
                return True
            if self.transport.now_s() >= end_s:
                self._exchange.forget(tag)
                return False

    # -- playing --

    def command(self, command: dict[str, Any]) -> _Events:
        """Do a command of the contract; returns its events (banker.core.events), or raises RefusedError."""
        answer = self.order(verbs.COMMAND, json.dumps(command, ensure_ascii=False).encode())
        return answers.events(answer)

    def tap(self, tag: str, ms: int = 0) -> None:
        """Hold a tag to the reader: "token:1", "deed:brown1", "card:chance-3", "banker"."""
        numbers = find_tag(tag)
        if numbers is None:
            raise LinkError(f"{tag}: tags are {FORMS}")
        self.order(verbs.TAP, bytes(numbers))
        self._pause(ms)

    def key(self, key: str) -> None:
        if len(key) != 1 or key not in KEYS:
            raise LinkError(f"{key}: keys are 0 to 9, A to D, * and #")
        self.order(verbs.KEY, key.encode())

    def _pause(self, ms: int) -> None:
        if ms > 0:
            import time

            time.sleep(ms / 1000)

    # -- files --

    def list(self, folder: str = "") -> _Files:
        """The files of a folder, or all files, with sizes and hashes, by one question."""
        answer = self.ask(verbs.LIST, folder.encode(), timeout_s=max(self.timeout_s, 20.0))
        return [Listed(*file) for file in answers.files(answer)]

    def get(self, path: str, progress: Progress | None = None) -> bytes:
        """Read a file."""
        if not names.readable(path):
            raise DeviceError("bad-name", path)
        return self.ask(
            verbs.GET,
            struct.pack("<I", 0) + path.encode(),
            timeout_s=max(self.timeout_s, 20.0),
            progress=progress,
        )

    def put(self, path: str, data: bytes, progress: Progress | None = None) -> None:
        """Write a file. It arrives as a whole or not at all; an interrupted upload continues."""
        most = names.writable(path)
        if not most:
            raise DeviceError("bad-name", path)
        if len(data) > most:
            raise DeviceError("too-long", f"{path}: {len(data)} bytes, at most {most}")
        if len(data) > _AT_ONCE_MOST or not self._put_at_once(path, data, progress):
            self._upload(path, data, progress)
            self.order(verbs.END, timeout_s=max(self.timeout_s, 10.0))

    def _put_at_once(self, path: str, data: bytes, progress: Progress | None) -> bool:
        """Send a short file in one round trip, without waiting in between. False: something was lost.

        A loss does no harm: pieces carry their offset, and the box refuses the end if one is missing.
        """
        with self._lock:
            if not self._session:
                self._greet(True)
            begin = self._exchange.send(verbs.BEGIN, self._ticket() + _begin_text(path, data))
            pieces = [
                self._exchange.send(verbs.DATA, struct.pack("<I", at) + data[at : at + _DATA_MOST])
                for at in range(0, len(data), _DATA_MOST)
            ]
            end = self._exchange.send(verbs.END, self._ticket())
            self.round_trips += 1
            try:
                end_answer = self._exchange.wait_for(end, _FIRST_TRY_S + self.timeout_s / 4)
                begin_answer = self._exchange.wait_for(begin, 0)
            finally:
                for tag in (begin, *pieces, end):
                    self._exchange.forget(tag)
        if end_answer is not None and end_answer.status == verbs.OK:
            if progress:
                progress(len(data), len(data))
            return True
        if begin_answer is not None and begin_answer.status == verbs.ERROR and begin_answer.data != b"stale":
            self._data_of(verbs.BEGIN, begin_answer)
        return False

    def remove(self, path: str) -> None:
        if not names.writable(path):
            raise DeviceError("bad-name", path)
        self.order(verbs.REMOVE, path.encode())

    def pages(self) -> _Pages:
        """The journal as it is on flash: (place, 256 bytes) of every page that is not blank."""
        return answers.pages(self.ask(verbs.PAGES, timeout_s=max(self.timeout_s, 20.0)))

    def _upload(self, path: str, data: bytes, progress: Progress | None) -> None:
        box_offset = answers.offset(verbs.BEGIN, self.order(verbs.BEGIN, _begin_text(path, data)), len(data))
        if progress:
            progress(box_offset, len(data))
        with self._lock:
            self._send_pieces(data, box_offset, progress)

    def _send_pieces(self, data: bytes, box_offset: int, progress: Progress | None) -> None:
        """Keep several pieces on their way. After a loss go back to the box's offset, one piece at a time."""
        next_offset = box_offset
        flight: dict[int, int] = {}  # tag -> offset of the piece's end
        window = _WINDOW
        deadline_s = self.transport.now_s() + self.timeout_s
        while box_offset < len(data):
            if not flight:
                self.round_trips += 1
            while next_offset < len(data) and len(flight) < window:
                piece = data[next_offset : next_offset + _DATA_MOST]
                tag = self._exchange.send(verbs.DATA, struct.pack("<I", next_offset) + piece)
                next_offset += len(piece)
                flight[tag] = next_offset
            answer = self._exchange.wait_for_any([*flight], _FIRST_TRY_S)
            end = len(data) + 1
            if answer is not None:
                end = flight.pop(answer.tag)
                offset = answers.offset(verbs.DATA, self._data_of(verbs.DATA, answer), len(data))
                if offset > box_offset:
                    box_offset = offset
                    deadline_s = self.transport.now_s() + self.timeout_s
                    if progress:
                        progress(box_offset, len(data))
            if end <= box_offset:
                window = min(window + 1, _WINDOW)
                continue
            for tag in flight:
                self._exchange.forget(tag)
            flight.clear()
            next_offset = box_offset
            window = 1
            if self.transport.now_s() > deadline_s:
                raise self._silence()

    # -- long orders, and the end --

    def order_json(self, verb: int, head: bytes, value: Any) -> bytes:
        """Give an order with JSON. What does not fit a frame is uploaded first."""
        data = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        if len(head) + len(data) <= _ORDER_MOST:
            return self.order(verb, head + data)
        self._upload("", data, None)
        return self.order(verb, head)

    def reset(self) -> None:
        """Restart the box."""
        self.order(verbs.RESET)
        self._hello = None
        self._session = 0

    def repl(self) -> None:
        """Stop the firmware and leave MicroPython's prompt at the port, if somebody at the box has agreed.

        RefusedError: not yet (`prompt-asked`, `prompt-busy`), or no (`prompt-closed`).
        """
        self.order(verbs.REPL)
        self._hello = None
        self._session = 0

    # -- questions and orders --

    def ask(
        self,
        verb: int,
        data: bytes = b"",
        *,
        timeout_s: float | None = None,
        progress: Progress | None = None,
    ) -> bytes:
        """Repeat a question without an effect until it is answered; SilentError if it is not."""
        with self._lock:
            answer, _ = self._try(verb, data, timeout_s or self.timeout_s, progress)
            return self._data_of(verb, answer)

    def order(self, verb: int, data: bytes = b"", *, timeout_s: float | None = None) -> bytes:
        """Give an order. The box carries it out once, however often it is repeated."""
        with self._lock:
            if not self._session or self._number >= _ORDERS_MOST:
                self._greet(True)
            for _ in range(2):
                try:
                    answer, tries = self._try(verb, self._ticket() + data, timeout_s or self.timeout_s)
                except SilentError as silent:
                    self._session = 0
                    raise UnsureError(f"{silent}; whether it was done is not known, look first") from None
                try:
                    return self._data_of(verb, answer)
                except DeviceError as error:
                    if error.code != "stale":
                        raise
                    if tries > 1:
                        raise UnsureError(
                            f"{self.name}: the box was restarted meanwhile; "
                            "whether it was done is not known, look first"
                        ) from None
                    self._greet(True)  # the order was not carried out, so it is repeated in a new session
            raise DeviceError("stale")

    def _ticket(self) -> bytes:
        """The ticket of the next order."""
        assert self._hello is not None
        self._number += 1
        return struct.pack(tickets.TICKET, self._hello.boot, self._session, self._number)

    def _try(
        self, verb: int, data: bytes, timeout_s: float, progress: Progress | None = None
    ) -> tuple[Answer, int]:
        """(the answer, how often the question was sent)"""
        end_s = self.transport.now_s() + timeout_s
        patience_s = _SLOW_S.get(verb, _FIRST_TRY_S)
        tags: _Tags = []
        try:
            while True:
                tags.append(self._exchange.send(verb, data))
                self.round_trips += 1
                answer = self._exchange.wait_for_any(tags, min(patience_s, timeout_s), progress)
                if answer is not None:
                    return answer, len(tags)
                patience_s = max(patience_s, min(2 * patience_s, _PATIENCE_MOST_S))
                if self.transport.now_s() >= end_s:
                    raise self._silence()
        finally:
            for tag in tags:
                self._exchange.forget(tag)

    def _data_of(self, verb: int, answer: Answer) -> bytes:
        if answer.status == verbs.OK:
            return answer.data
        if answer.status == TOO_LONG:
            raise AnswerError(answers.question_name(verb), f"more than {answers.bytes_most(verb)} bytes")
        if answer.status not in (verbs.REFUSED, verbs.ERROR):
            raise AnswerError(answers.question_name(verb), f"status {answer.status}, which no box has")
        code, _, details = answer.data.decode("utf-8", "replace").partition(" ")
        raise (RefusedError if answer.status == verbs.REFUSED else DeviceError)(code, details)

    def _silence(self) -> SilentError:
        return SilentError(f"{self.name}: the box does not answer", self._exchange.last_noise())


def plain_text(text: str) -> str:
    """A text of the display without its marks; the arrow from payer to taker as people read it."""
    from banker.ui.layout import PAYS

    return "".join(mark for mark in text if mark >= " ").replace(PAYS, "➤")


def rows_of_items(rows: Sequence[str]) -> list[str]:
    """The eight rows of the display, from items as banker.ui.paint takes them."""
    from banker.ui.paint import BIG, DOUBLE, HEADER

    texts: list[str] = []
    for item in rows:
        height = {DOUBLE: 2, BIG: 3}.get(item.lstrip(HEADER)[:1], 1)
        texts += [plain_text(item), *[""] * (height - 1)]
    return (texts + [""] * 8)[:8]


def _begin_text(path: str, data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + hashlib.sha256(data).digest() + path.encode()
