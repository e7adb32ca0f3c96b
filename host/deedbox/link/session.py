"""A conversation with one box: questions and answers, asked again when lost; orders that count once."""

from __future__ import annotations

import hashlib
import json
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from banker.protocol import frame, names, tickets, verbs

from .errors import DeviceError, LinkError, Refused, Silent, Unsure, WrongVersion
from .hearing import Answer, Hearing
from .transport import Transport
from .unfold import Unfolder, game_name

_FIRST_TRY_S = 0.5
# These take the box a while: asked again too early, it would do all of it twice.
_SLOW_S = {verbs.LIST: 10.0, verbs.PAGES: 10.0, verbs.TAGS: 6.0, verbs.CHECK: 4.0}
_PATIENCE_MOST_S = 2.0
_WINDOW = 4  # frames of a file on their way at once
_DATA_MOST = frame.PAYLOAD_MOST - verbs.QUESTION_SIZE - 4
_AT_ONCE_MOST = _WINDOW * _DATA_MOST  # bytes of a file that is sent without waiting
_SLICE_S = 0.05
_FIXTURE_S = 60.0
_ORDERS_MOST = 60000  # in one session: a ticket has 16 bits for them

Progress = Callable[[int, int], None]  # bytes so far, of how many (0: not known)


@dataclass(frozen=True)
class Hello:
    """Who answered."""

    protocol: int  # the version spoken from now on
    firmware: str  # version of the firmware, "" if it does not know
    hash: str  # of the firmware as a whole, "" if it does not know
    board: str  # id of the Pico
    micropython: str
    boot: int  # another number after every power-on
    remote: bool  # may a host play
    free: int  # bytes of room for files
    about: dict[str, Any]  # all that it said


@dataclass(frozen=True)
class Look:
    """The box at one moment."""

    seq: int  # of the last record in the journal
    picture: int  # a sum over the display: another one when anything on it has changed
    game: str  # id of the game, "" if there is none
    state: dict[str, Any]  # the contract's state; empty if there is no game
    names: list[str]
    tokens: list[str]  # the tag of each player's token: "token:1"
    edition: str
    rules: dict[str, Any]  # the house rules that the table chose
    screen: str  # its name
    rows: list[str]  # the eight rows of the display
    inputs: list[tuple[str, str]]  # keys that mean something now, each with its word
    taps: list[tuple[str, str]]  # tags that the screen asks for, each with what it is called
    message: bool  # the game cannot go on; the rows say why


@dataclass(frozen=True)
class Event:
    """Something that was done, as the journal has it."""

    seq: int
    game: str
    command: dict[str, Any]  # as the contract writes it; {"do": "begin", ...} for a new game
    remote: bool  # a host did it
    state: dict[str, Any]  # after it
    played_s: int


@dataclass(frozen=True)
class Listed:
    path: str
    size: int
    hash: str  # the first 16 hexadecimal digits of its SHA-256


# Named here: within the class `list` is the method.
_Files = list[Listed]
_Happened = list[tuple[int, ...]]
_Pages = list[tuple[int, bytes]]
_Tags = list[int]


class Session:
    """Talks to one box. Several threads may use it; each call waits for its answer."""

    def __init__(self, transport: Transport, *, timeout_s: float = 5.0) -> None:
        self.transport = transport
        self.timeout_s = timeout_s
        self.round_trips = 0
        self._lock = threading.RLock()
        self._hearing = Hearing(transport)
        self._unfolder = Unfolder(self)
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
        """What it is connected to."""
        return self.transport.name

    @property
    def wire_bytes(self) -> int:
        """Sent and received so far."""
        return self._hearing.sent_bytes + self._hearing.got_bytes

    # -- who is there --

    def hello(self) -> Hello:
        """Ask who it is, and agree on a version."""
        return self._greet(False)

    def _greet(self, session: bool) -> Hello:
        told = self.ask(verbs.HELLO, bytes((verbs.LEAST, verbs.MOST, session)))
        if len(told) < 2:
            raise LinkError(f"{self.name}: this is no box that deedbox knows")
        version = verbs.agree(told[0], told[1])
        if not version:
            older = told[1] < verbs.LEAST
            raise WrongVersion(
                f"{self.name}: the box speaks version {told[0]} to {told[1]} of the link, "
                f"this deedbox {verbs.LEAST} to {verbs.MOST}; "
                + ("update the box: deedbox deploy" if older else "update deedbox")
            )
        about: dict[str, Any] = json.loads(told[2:])
        hello = Hello(
            protocol=version,
            firmware=str(about.get("firmware", "")),
            hash=str(about.get("hash", "")),
            board=str(about.get("board", "")),
            micropython=str(about.get("micropython", "")),
            boot=int(about.get("boot", 0)),
            remote=bool(about.get("remote")),
            free=int(about.get("free", 0)),
            about=about,
        )
        self._hello = hello
        if session:
            self._session = int(about.get("session", 0))
            self._number = 0
            if not self._session:
                raise LinkError(f"{self.name}: the box has given out all its sessions; restart it")
        return hello

    # -- what it shows --

    def look(self) -> Look:
        """The box now: screen, keys, tags, state."""
        told = self.ask(verbs.LOOK)
        seq, picture, one, two, length = struct.unpack_from(verbs.LOOK_HEAD, told)
        packed, text = told[verbs.LOOK_SIZE :][:length], told[verbs.LOOK_SIZE + length :]
        shown = json.loads(text)
        name = game_name(one, two) if length else ""
        game = self._unfolder.game(name) if name else None
        return Look(
            seq=seq,
            picture=picture,
            game=name,
            state=game.state(packed) if game else {},
            names=[*game.names] if game else [],
            tokens=[tag_name(1, number) for number in game.tokens] if game else [],
            edition=game.about["edition"] if game else "",
            rules=game.about.get("rules", {}) if game else {},
            screen=str(shown["screen"]),
            rows=as_shown(shown["rows"]),
            inputs=[(str(key), plain(word)) for key, word in shown["keys"]],
            taps=[
                (tag_name(kind, number), game.word(kind, number) if game else "")
                for kind, number in shown["taps"]
            ],
            message=bool(shown["message"]),
        )

    def game(self) -> Any:
        """The game that stands, as the engine has it (banker.core.state.Game); None if there is none."""
        told = self.ask(verbs.LOOK)
        _, _, one, two, length = struct.unpack_from(verbs.LOOK_HEAD, told)
        if not length:
            return None
        return self._unfolder.game(game_name(one, two)).unpack(told[verbs.LOOK_SIZE :][:length])

    def picture(self) -> bytes:
        """The display: 128 x 64 pixels in pages, as its chip has them."""
        return self.ask(verbs.PICTURE)

    def wait(self, look: Look, timeout_s: float = 1.0) -> bool:
        """Wait until the box shows or has done something else than in this look; False after so long."""
        return self._watch(look.seq, look.picture, timeout_s)

    def events(self, since: int | None = None, *, timeout_s: float | None = None) -> Iterator[Event]:
        """What was done after record `since` (default: from now on), as it happens.

        Ends when nothing was done for `timeout_s`; without one never.
        """
        if since is None:
            since = self.look().seq
        last_s = self.transport.now_s()
        changed = False
        while True:
            records = self.ask(verbs.EVENTS, struct.pack("<I", since))
            found = False
            for seq, event in self._unfolder.records(records):
                since = seq
                found = True
                if event is not None:
                    yield event
            if found:
                last_s = self.transport.now_s()
                continue
            if changed:  # but not beyond `since`: a journal that has begun anew
                since = min(since, self.look().seq)
            left_s = 1.0 if timeout_s is None else last_s + timeout_s - self.transport.now_s()
            if left_s <= 0:
                return
            changed = self._watch(since, None, min(left_s, 1.0))

    def _watch(self, seq: int, picture: int | None, timeout_s: float) -> bool:
        watched = 0 if picture is None else picture
        data = struct.pack("<IIB", seq, watched, picture is not None)
        end_s = self.transport.now_s() + timeout_s
        with self._lock:
            tag = self._hearing.send(verbs.WATCH, data)
        while True:
            with self._lock:  # in slices, so that others can ask meanwhile
                answer = self._hearing.hear(tag, min(_SLICE_S, timeout_s))
            if answer is not None:
                return True
            if self.transport.now_s() >= end_s:
                self._hearing.forget(tag)
                return False

    # -- playing --

    def command(self, command: dict[str, Any]) -> _Happened:
        """Do a command of the contract; what happened (banker.core.events), or Refused."""
        told = self.order(verbs.COMMAND, json.dumps(command, ensure_ascii=False).encode())
        return [tuple(event) for event in json.loads(told[4:])]

    def tap(self, tag: str, ms: int = 0) -> None:
        """Hold a tag to the reader: "token:1", "deed:brown1", "card:chance-3", "banker"."""
        self.order(verbs.TAP, bytes(tag_numbers(tag)))
        self._pause(ms)

    def key(self, key: str) -> None:
        if len(key) != 1 or key not in "0123456789ABCD*#":
            raise LinkError(f"{key}: keys are 0 to 9, A to D, * and #")
        self.order(verbs.KEY, key.encode())

    def _pause(self, ms: int) -> None:
        if ms > 0:
            import time

            time.sleep(ms / 1000)

    # -- files --

    def list(self, folder: str = "") -> _Files:
        """Files of a folder, or all, with sizes and hashes: one question."""
        told = self.ask(verbs.LIST, folder.encode(), timeout_s=max(self.timeout_s, 20.0))
        found = []
        at = 0
        while at < len(told):
            end = told.index(0, at)
            path = told[at:end].decode()
            size = int.from_bytes(told[end + 1 : end + 5], "little")
            found.append(Listed(path, size, told[end + 5 : end + 13].hex()))
            at = end + 13
        return sorted(found, key=lambda file: file.path)

    def get(self, path: str, progress: Progress | None = None) -> bytes:
        """A file's bytes."""
        if not names.readable(path):
            raise DeviceError("bad-name", path)
        return self.ask(
            verbs.GET,
            struct.pack("<I", 0) + path.encode(),
            timeout_s=max(self.timeout_s, 20.0),
            progress=progress,
        )

    def put(self, path: str, data: bytes, progress: Progress | None = None) -> None:
        """Write a file, whole or not at all. One that was begun before goes on where it stopped."""
        most = names.writable(path)
        if not most:
            raise DeviceError("bad-name", path)
        if len(data) > most:
            raise DeviceError("too-long", f"{path}: {len(data)} bytes, at most {most}")
        if len(data) > _AT_ONCE_MOST or not self._put_at_once(path, data, progress):
            self._upload(path, data, progress)
            self.order(verbs.END, timeout_s=max(self.timeout_s, 10.0))

    def _put_at_once(self, path: str, data: bytes, progress: Progress | None) -> bool:
        """A short file without waiting in between: one round trip. False: something was lost on the way.

        Nothing is spoiled by that, since pieces carry their place and the end is refused if one is missing.
        """
        with self._lock:
            if not self._session:
                self._greet(True)
            begin = self._hearing.send(verbs.BEGIN, self._ticket() + _begin(path, data))
            pieces = [
                self._hearing.send(verbs.DATA, struct.pack("<I", at) + data[at : at + _DATA_MOST])
                for at in range(0, len(data), _DATA_MOST)
            ]
            end = self._hearing.send(verbs.END, self._ticket())
            self.round_trips += 1
            try:
                ended = self._hearing.hear(end, _FIRST_TRY_S + self.timeout_s / 4)
                begun = self._hearing.hear(begin, 0)
            finally:
                for tag in (begin, *pieces, end):
                    self._hearing.forget(tag)
        if ended is not None and ended.status == verbs.OK:
            if progress:
                progress(len(data), len(data))
            return True
        if begun is not None and begun.status == verbs.ERROR and begun.data != b"stale":
            self._checked(begun)
        return False

    def remove(self, path: str) -> None:
        if not names.writable(path):
            raise DeviceError("bad-name", path)
        self.order(verbs.REMOVE, path.encode())

    def pages(self) -> _Pages:
        """The journal as it lies on flash: (place, 256 bytes) of every page that is not blank."""
        told = self.ask(verbs.PAGES, timeout_s=max(self.timeout_s, 20.0))
        return [
            (int.from_bytes(told[at : at + 2], "little"), told[at + 2 : at + 258])
            for at in range(0, len(told), 258)
        ]

    def _upload(self, path: str, data: bytes, progress: Progress | None) -> None:
        reached = int.from_bytes(self.order(verbs.BEGIN, _begin(path, data)), "little")
        if progress:
            progress(reached, len(data))
        with self._lock:
            self._send_pieces(data, reached, progress)

    def _send_pieces(self, data: bytes, reached: int, progress: Progress | None) -> None:
        """Several on their way at once; back to where the box is when one was lost, and then with care."""
        sent = reached
        flight: dict[int, int] = {}  # tag: where the piece ends
        window = _WINDOW
        deadline_s = self.transport.now_s() + self.timeout_s
        while reached < len(data):
            if not flight:
                self.round_trips += 1
            while sent < len(data) and len(flight) < window:
                piece = data[sent : sent + _DATA_MOST]
                tag = self._hearing.send(verbs.DATA, struct.pack("<I", sent) + piece)
                sent += len(piece)
                flight[tag] = sent
            answer = self._hearing.hear_any([*flight], _FIRST_TRY_S)
            end = len(data) + 1
            if answer is not None:
                end = flight.pop(answer.tag)
                now = int.from_bytes(self._checked(answer), "little")
                if now > reached:
                    reached = now
                    deadline_s = self.transport.now_s() + self.timeout_s
                    if progress:
                        progress(reached, len(data))
            if end <= reached:
                window = min(window + 1, _WINDOW)
                continue
            for tag in flight:
                self._hearing.forget(tag)
            flight.clear()
            sent = reached
            window = 1
            if self.transport.now_s() > deadline_s:
                raise self._silence()

    # -- fixtures, and the end --

    def run_fixture(self, fixture: dict[str, Any]) -> dict[str, Any]:
        """Run a fixture on a scratch game, beside the one in play: {"steps": n} or {"failed": why}."""
        data = json.dumps(fixture, ensure_ascii=False).encode()
        while True:
            self._upload("", data, None)
            try:
                told: dict[str, Any] = json.loads(self.ask(verbs.FIXTURE, timeout_s=_FIXTURE_S))
                return told
            except DeviceError as error:
                if error.code != "no-upload":
                    raise  # else it ran and its answer was lost: once more

    def reset(self) -> None:
        """Start the box again."""
        self.order(verbs.RESET)
        self._hello = None
        self._session = 0

    def repl(self) -> None:
        """Stop the firmware and leave MicroPython's prompt at the port."""
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
        """Ask until it is answered; Silent if it is not. For questions without an effect."""
        with self._lock:
            answer, _ = self._try(verb, data, timeout_s or self.timeout_s, progress)
            return self._checked(answer)

    def order(self, verb: int, data: bytes = b"", *, timeout_s: float | None = None) -> bytes:
        """Order something; it is done once, however often it has to be said."""
        with self._lock:
            if not self._session or self._number >= _ORDERS_MOST:
                self._greet(True)
            for _ in range(2):
                try:
                    answer, tries = self._try(verb, self._ticket() + data, timeout_s or self.timeout_s)
                except Silent as silent:
                    self._session = 0
                    raise Unsure(f"{silent}; whether it was done is not known, look first") from None
                try:
                    return self._checked(answer)
                except DeviceError as error:
                    if error.code != "stale":
                        raise
                    if tries > 1:
                        raise Unsure(
                            f"{self.name}: the box was restarted meanwhile; "
                            "whether it was done is not known, look first"
                        ) from None
                    self._greet(True)  # it was certainly not done: once more, in a new session
            raise DeviceError("stale")

    def _ticket(self) -> bytes:
        """Of the next order."""
        assert self._hello is not None
        self._number += 1
        return struct.pack(tickets.TICKET, self._hello.boot, self._session, self._number)

    def _try(
        self, verb: int, data: bytes, timeout_s: float, progress: Progress | None = None
    ) -> tuple[Answer, int]:
        """(the answer, how often it was sent)"""
        end_s = self.transport.now_s() + timeout_s
        patience_s = _SLOW_S.get(verb, _FIRST_TRY_S)
        tags: _Tags = []
        try:
            while True:
                tags.append(self._hearing.send(verb, data))
                self.round_trips += 1
                answer = self._hearing.hear_any(tags, min(patience_s, timeout_s), progress)
                if answer is not None:
                    return answer, len(tags)
                patience_s = max(patience_s, min(2 * patience_s, _PATIENCE_MOST_S))
                if self.transport.now_s() >= end_s:
                    raise self._silence()
        finally:
            for tag in tags:
                self._hearing.forget(tag)

    def _checked(self, answer: Answer) -> bytes:
        if answer.status == verbs.OK:
            return answer.data
        code, _, details = answer.data.decode("utf-8", "replace").partition(" ")
        raise Refused(code) if answer.status == verbs.REFUSED else DeviceError(code, details)

    def _silence(self) -> Silent:
        return Silent(f"{self.name}: the box does not answer", self._hearing.heard())


def plain(text: str) -> str:
    """A text of the display without its marks."""
    return "".join(mark for mark in text if mark >= " ")


def as_shown(rows: Sequence[str]) -> list[str]:
    """The eight rows of the display, of items as banker.ui.paint takes them."""
    from banker.ui.paint import BIG, DOUBLE, HEADER

    shown: list[str] = []
    for item in rows:
        high = {DOUBLE: 2, BIG: 3}.get(item.lstrip(HEADER)[:1], 1)
        shown += [plain(item), *[""] * (high - 1)]
    return (shown + [""] * 8)[:8]


def _begin(path: str, data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + hashlib.sha256(data).digest() + path.encode()


def tag_numbers(tag: str) -> tuple[int, int]:
    """("token:1") -> (1, 0): kind and number, as the reader reports them."""
    from banker.core.ids import DEED_IDS, card_number

    kind, _, rest = tag.partition(":")
    if kind == "token" and rest.isdecimal() and 1 <= int(rest) <= 8:
        return 1, int(rest) - 1
    if kind == "deed" and rest in DEED_IDS:
        return 2, DEED_IDS.index(rest)
    number = card_number(rest) if kind == "card" else None
    if number is not None:
        return 3, number
    if tag == "banker":
        return 4, 0
    raise LinkError(f"{tag}: tags are token:1 to token:8, deed:ID, card:ID and banker")


def tag_name(kind: int, number: int) -> str:
    from banker.core.ids import DEED_IDS, card_id

    if kind == 1:
        return f"token:{number + 1}"
    if kind == 2:
        return f"deed:{DEED_IDS[number]}"
    return f"card:{card_id(number)}" if kind == 3 else "banker"
