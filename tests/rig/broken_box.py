"""A box that answers oddly: the real answers of the firmware, with one of them broken in one way.

`Answers` asks the firmware once for each question and remembers. `BrokenBox` is the port of a host: it gives
these answers, except to the verb that its `Fault` is about. Its time is counted, not waited for.
"""

import itertools
import json
import random
import struct
import threading
import time
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from cable import payloads

from banker.protocol import frame, tickets, verbs
from banker.protocol.frame import Receiver
from deedbox.games import ring_pages
from deedbox.link import answers
from deedbox.twin.terminal import Terminal

NAMES = {number: answers.question_name(number) for number in range(49)}
# Clears the screen, colours it, writes from right to left, ends a line of JSON, is half a letter, is markup.
EVIL = "\x1b[2J\x9b31m\u202eevil\u2066\u200f\x00\x07\r\n$& $1 ${x} <b>\u2028\ud800"
_PAGE = 2 + ring_pages.PAGE
_BYTES_PER_S = 20_000  # what a box sends in a second
_ANSWER_BYTES_MOST = 40_000_000  # the tests give up here, not the host


class Answers:
    """What the firmware answers to each question, without tag and ticket."""

    def __init__(self, device):
        self.device = device
        self.always: dict[int, bytes] = {}  # verb: its answer, whatever the question
        self._book: dict[tuple[int, bytes], tuple[int, bytes]] = {}

    def of(self, verb: int, data: bytes) -> tuple[int, bytes]:
        """(status, data)"""
        if verb in self.always:
            return verbs.OK, self.always[verb]
        question = data[tickets.TICKET_SIZE :] if verb >= verbs.ORDERS else data
        if (verb, question) not in self._book:
            self._book[verb, question] = self._ask(verb, question)
        return self._book[verb, question]

    def longest(self, verb: int) -> bytes:
        """The longest good answer to this verb so far."""
        goods = [good for (number, _), (status, good) in self._book.items() if number == verb and not status]
        return max([*goods, self.always.get(verb, b"")], key=len)

    def _ask(self, verb: int, data: bytes) -> tuple[int, bytes]:
        if verb >= verbs.ORDERS:
            data = self._ticket() + data
        status, out = verbs.OK, b""
        receiver = Receiver()
        for part in self.device.talk.answers(verbs.question(verb, 1, data)):
            for payload in payloads(receiver, part or b""):
                status = struct.unpack_from(verbs.ANSWER_HEAD, payload)[2]
                out += bytes(payload[verbs.ANSWER_SIZE :])
        return status, out

    def _ticket(self) -> bytes:
        return struct.pack(tickets.TICKET, self.device.talk.tickets.nonce, self.device.talk.tickets.open(), 1)


@dataclass(frozen=True)
class Fault:
    """One odd answer. `of_data` changes what the answer says, `of_wire` how it comes."""

    name: str
    verb: int
    of_data: Any = None
    of_wire: Any = None

    def __str__(self) -> str:
        return f"{NAMES.get(self.verb, self.verb)}:{self.name}"


class BrokenBox:
    """A transport for deedbox.link.Session."""

    name = "/dev/ttyODD"

    def __init__(self, book: Answers, fault: Fault | None = None, most_s: float = 600.0) -> None:
        self._book = book
        self._fault = fault
        self._most_s = most_s
        self._receiver = Receiver()
        self._to_host: list[Any] = []  # iterators over pieces
        self.time_s = 0.0
        self.sent_bytes = 0
        self.verbs: list[int] = []  # of the questions, in order

    def write(self, data: bytes) -> None:
        for payload in payloads(self._receiver, data):
            verb, tag = struct.unpack_from(verbs.QUESTION_HEAD, payload)
            question = bytes(payload[verbs.QUESTION_SIZE :])
            self.verbs.append(verb)
            if verb == verbs.WATCH and not (self._fault and self._fault.verb == verb):
                continue  # nothing happens at this box
            status, good = self._book.of(verb, question) if verb != verbs.WATCH else (verbs.OK, b"")
            fault = self._fault if self._fault and self._fault.verb == verb else None
            if fault and fault.of_data:
                status, good = verbs.OK, fault.of_data(good)
            if fault and fault.of_wire:
                self._to_host.append(iter(fault.of_wire(verb, tag, good)))
            else:
                self._to_host.append(frames(verb, tag, status, good))

    def read(self, timeout_s: float) -> bytes:
        while self._to_host:
            piece = next(self._to_host[0], None)
            if piece is None:
                self._to_host.pop(0)
                continue
            self.sent_bytes += len(piece)
            self.time_s += len(piece) / _BYTES_PER_S
            self._check()
            if piece:
                return piece
            self.time_s += timeout_s  # an empty piece: nothing comes for a while
            return b""
        self.time_s += timeout_s
        self._check()
        return b""

    def _check(self) -> None:
        if self.time_s > self._most_s:
            raise TooLongError(f"{self._fault}: {self.time_s:.0f} s and no end")
        if self.sent_bytes > _ANSWER_BYTES_MOST:
            raise TooLongError(f"{self._fault}: {self.sent_bytes} bytes and no end")

    def now_s(self) -> float:
        self.time_s += 0.0001
        return self.time_s

    def close(self) -> None:
        self._to_host.clear()


class OddPort(threading.Thread):
    """A real pseudo-terminal with a BrokenBox behind it, for a command in a process of its own."""

    def __init__(self, box: BrokenBox) -> None:
        super().__init__(daemon=True)
        self._box = box
        self._terminal = Terminal()
        self._closed = threading.Event()
        self.path = self._terminal.path

    def run(self) -> None:
        while not self._closed.is_set():
            data = self._terminal.read()
            if data:
                self._box.write(data)
            if self._terminal.connected and not self._terminal._waiting:
                self._terminal.write(self._box.read(0))
            else:
                self._terminal.write(b"")
            if not data and not self._terminal._waiting:
                time.sleep(0.001)

    def close(self) -> None:
        self._closed.set()
        self.join(10)
        self._terminal.close()


class TooLongError(BaseException):
    """The host has waited longer than any command may. No handler of the host catches it."""


def frames(verb, tag, status, data):
    """The frames of a good answer."""
    pieces = [data[at : at + verbs.ANSWER_ROOM] for at in range(0, len(data), verbs.ANSWER_ROOM)] or [b""]
    for part, piece in enumerate(pieces):
        last = part == len(pieces) - 1
        yield frame.encode(verbs.answer(verb, tag, status if last else verbs.MORE, part, piece))


# -- how an answer comes --


def _endless(verb, tag, data):
    for part in itertools.count():
        yield frame.encode(verbs.answer(verb, tag, verbs.MORE, part, b"\0" * verbs.ANSWER_ROOM))


def _endless_empty(verb, tag, data):
    for part in itertools.count():
        yield frame.encode(verbs.answer(verb, tag, verbs.MORE, part))


def _trickle(verb, tag, data):
    for part in itertools.count():
        yield frame.encode(verbs.answer(verb, tag, verbs.MORE, part, b"\0"))
        yield from [b""] * (part % 2)


def _endless_noise(verb, tag, data):
    while True:
        yield b"\x1b[31mTraceback " * 100


def _endless_heads(verb, tag, data):
    while True:
        yield b"~DAp"


def _half(verb, tag, data):
    yield b"".join(frames(verb, tag, verbs.OK, data))[:40]


def _flipped(verb, tag, data):
    whole = bytearray(b"".join(frames(verb, tag, verbs.OK, data)))
    whole[30] ^= 1
    yield bytes(whole)


def _text(status, text):
    def of_wire(verb, tag, data):
        yield frame.encode(verbs.answer(verb, tag, status, 0, text[: verbs.ANSWER_ROOM]))

    return of_wire


_EVIL_BYTES = EVIL.encode("utf-8", "surrogatepass")
WIRE = {
    "silence": lambda verb, tag, data: iter(()),
    "half a frame": _half,
    "a flipped bit": _flipped,
    "another tag": lambda verb, tag, data: frames(verb, tag ^ 0x5555, verbs.OK, data),
    "another verb": lambda verb, tag, data: frames(verb ^ 3, tag, verbs.OK, data),
    "the question itself": lambda verb, tag, data: [frame.encode(verbs.question(verb, tag, data[:700]))],
    "an unknown status": _text(77, b"what"),
    "a wrong part": lambda verb, tag, data: [frame.encode(verbs.answer(verb, tag, verbs.OK, 9, data[:9]))],
    "an answer without a head": lambda verb, tag, data: [frame.encode(b"\x81\x01")],
    "endless parts": _endless,
    "endless empty parts": _endless_empty,
    "a trickle": _trickle,
    "endless noise": _endless_noise,
    "endless heads": _endless_heads,
    "an error without a code": _text(verbs.ERROR, b""),
    "an error of odd letters": _text(verbs.ERROR, _EVIL_BYTES),
    "a refusal of odd letters": _text(verbs.REFUSED, _EVIL_BYTES + b" " + _EVIL_BYTES),
    "a refusal of bytes": _text(verbs.REFUSED, bytes(range(128, 256))),
    "a fault": _text(verbs.ERROR, b"fault KeyError: 'x'"),
    "stale for ever": _text(verbs.ERROR, b"stale"),
}


# -- what an answer says --


def _random(seed, size=None):
    def of_data(data):
        return random.Random(seed).randbytes(size if size is not None else len(data))

    return of_data


def _spoilt(seed):
    """A few bytes of the good answer changed."""

    def of_data(data):
        out = bytearray(data)
        chance = random.Random(seed)
        for _ in range(3):
            if out:
                out[chance.randrange(len(out))] = chance.randrange(256)
        return bytes(out)

    return of_data


DATA = {
    "nothing": lambda data: b"",
    "one byte": lambda data: b"\x01",
    "the first half": lambda data: data[: len(data) // 2],
    "all but one byte": lambda data: data[:-1],
    "one byte more": lambda data: data + b"\0",
    "twice": lambda data: data * 2,
    "zeros": lambda data: bytes(len(data)),
    "ones": lambda data: b"\xff" * len(data),
    "letters": lambda data: b"a" * len(data),
    "not UTF-8": lambda data: data[: len(data) // 2] + b"\xff\xc0\xed\xa0\x80" + data[len(data) // 2 :],
    "10 KB at random": _random(1, 10_000),
    **{f"random {seed}": _random(seed) for seed in range(3)},
    **{f"spoilt {seed}": _spoilt(seed) for seed in range(8)},
}


# -- what JSON says --

VALUES: dict[str, Any] = {
    "null": None,
    "true": True,
    "-1": -1,
    "huge": 10**30,
    "a float": 1e300,
    "not a number": float("nan"),
    "text": "text",
    "odd letters": EVIL,
    "a long text": "x" * 20_000,
    "a list": [],
    "a list of lists": [[]] * 3,
    "a list of texts": [EVIL] * 9,
    "a table": {},
    "a table of tables": {EVIL: {EVIL: EVIL}},
}
# Where the JSON of an answer begins.
_JSON_AT = {
    verbs.HELLO: lambda data: 2,
    verbs.ABOUT: lambda data: 0,
    verbs.CHECK: lambda data: 0,
    verbs.COMMAND: lambda data: 4,
    verbs.LOOK: lambda data: verbs.LOOK_SIZE + struct.unpack_from(verbs.LOOK_HEAD, data)[4],
}


def json_faults(verb, good, nested=True):
    """name -> function, for an answer that ends in JSON."""
    if verb not in _JSON_AT:
        return {}

    def part(change):
        def of_data(data):
            at = _JSON_AT[verb](data)
            text = change(json.loads(data[at:]))
            return data[:at] + (text if isinstance(text, bytes) else json.dumps(text).encode())

        return of_data

    faults = {f"all is {name}": part(lambda _, value=value: value) for name, value in VALUES.items()}
    faults["too deep"] = part(lambda _: b"[" * 50_000)
    faults["too deep a table"] = part(lambda _: b'{"a":' * 20_000 + b"1" + b"}" * 20_000)
    faults["a number of 9,000 digits"] = part(lambda _: b"9" * 9000)
    content = json.loads(good[_JSON_AT[verb](good) :])
    if isinstance(content, dict):
        for key, value in content.items():
            faults[f"no {key}"] = part(lambda all_, key=key: {k: v for k, v in all_.items() if k != key})
            for name, odd in VALUES.items():
                faults[f"{key} is {name}"] = part(lambda all_, key=key, odd=odd: {**all_, key: odd})
                if nested and isinstance(value, list) and value:
                    faults[f"{key} has {name}"] = part(
                        lambda all_, key=key, odd=odd: {**all_, key: [*all_[key][:-1], odd]}
                    )
                if nested and isinstance(value, list) and value and isinstance(value[0], list):
                    faults[f"a row of {key} has {name}"] = part(
                        lambda all_, key=key, odd=odd: {**all_, key: [[*all_[key][0][:-1], odd]]}
                    )
    return faults


# -- what only one verb can say wrongly --


def _entry(path: bytes, size: int = 10) -> bytes:
    return path + b"\0" + struct.pack("<I", size) + bytes(8)


def _saves(count: int, size: int = 10) -> bytes:
    return b"".join(_entry(b"games/%08x0000.sav" % number, size) for number in range(count))


def _look_head(state_size: int) -> bytes:
    return struct.pack(verbs.LOOK_HEAD, 1, 1, 1, 1, state_size)


def _record(seq, kind=verbs.STEPPED, text=b"", state=b"", one=1, two=1):
    return struct.pack(verbs.RECORD_HEAD, seq, kind, 1, one, two, 0, len(text), len(state)) + text + state


def _state_spoilt(seed):
    def of_data(data):
        out = bytearray(data)
        size = struct.unpack_from(verbs.LOOK_HEAD, data)[4]
        chance = random.Random(seed)
        for _ in range(1 + seed % 4):
            if size:
                out[verbs.LOOK_SIZE + chance.randrange(size)] = chance.randrange(256)
        return bytes(out)

    return of_data


def _with_sum(data: bytes) -> bytes:
    """The last four bytes become the sum of all before, as in a page of the journal and in a save."""
    return data[:-4] + struct.pack("<I", crc32(data[:-4]))


def _pages_spoilt(seed):
    """Pages whose contents are wrong and whose sums are right."""

    def of_data(data):
        chance = random.Random(seed)
        out = b""
        for at in range(0, len(data), _PAGE):
            page = bytearray(data[at + 2 : at + _PAGE])
            for _ in range(1 + seed % 3):
                page[chance.randrange(12 if seed % 2 else 20, 120)] = chance.randrange(256)
            out += data[at : at + 2] + _with_sum(bytes(page))
        return out

    return of_data


def _beginnings(about):
    """Pages in which every game began so."""

    def of_data(data):
        out = b""
        text = json.dumps(about).encode()[: ring_pages.ROOM]
        for at in range(0, len(data), _PAGE):
            page = data[at + 2 : at + _PAGE]
            head = list(struct.unpack_from(ring_pages.HEADER, page))
            if head[2] & 0x7F == verbs.BEGUN:
                head[6:] = [len(text), 0, 1]
                page = struct.pack(ring_pages.HEADER, *head) + text.ljust(ring_pages.ROOM, b"\0") + bytes(4)
            out += data[at : at + 2] + _with_sum(page)
        return out

    return of_data


ABOUTS: dict[str, Any] = {
    "a list": [],
    "names of numbers": {"names": [1, 2], "edition": "classic", "seed": 1},
    "odd names": {"names": [EVIL[:12], "Bob"], "edition": "classic", "seed": 1},
    "marks of direction": {"names": ["A\u202eb", "$& $1"], "edition": "classic", "seed": 1},
    "no names": {"names": [], "edition": "classic", "seed": 1},
    "an odd edition": {"names": ["A", "B"], "edition": ["x"], "seed": 1},
    "an edition that leads out": {"names": ["A", "B"], "edition": "../../x", "seed": 1},
    "an odd seed": {"names": ["A", "B"], "edition": "classic", "seed": "x"},
    "odd rules": {"names": ["A", "B"], "edition": "classic", "seed": 1, "rules": [1]},
    "rules of odd kinds": {"names": ["A", "B"], "edition": "classic", "seed": 1, "rules": {"go_salary": []}},
    "odd tokens": {"names": ["A", "B"], "edition": "classic", "seed": 1, "tokens": ["x", {}]},
    "odd positions": {"names": ["A", "B"], "edition": "classic", "seed": 1, "given": {"players": [1]}},
    "huge positions": {"names": ["A", "B"], "edition": "classic", "seed": 1,
                       "given": {"players": {"A": {"cash": 10**30, "space": -9}}}},
}  # fmt: skip


ONE_VERB = {
    verbs.PAGES: {
        **{f"spoilt contents {seed}": _pages_spoilt(seed) for seed in range(24)},
        **{f"games that began with {name}": _beginnings(about) for name, about in ABOUTS.items()},
    },
    verbs.GET: {
        f"spoilt with the right sum {n}": lambda data, n=n: _with_sum(_spoilt(n)(data)) for n in range(12)
    },
    verbs.ABOUT: {
        f"a beginning with {name}": lambda data, about=about: json.dumps(about).encode()
        for name, about in ABOUTS.items()
    },
    verbs.HELLO: {
        "a newer version": lambda data: bytes((9, 9)) + data[2:],
        "an older version": lambda data: bytes((0, 0)) + data[2:],
        "no version": lambda data: bytes((9, 1)) + data[2:],
    },
    verbs.LOOK: {
        "a state that is not there": lambda data: _look_head(60_000) + data[16:],
        "another game": lambda data: data[:8] + b"\x07\x07\x07\x07" + data[12:],
        **{f"a spoilt state {seed}": _state_spoilt(seed) for seed in range(24)},
    },
    verbs.LIST: {
        "odd names": lambda data: _entry(b"games/" + _EVIL_BYTES.replace(b"\0", b"") + b".sav") + data,
        "names that lead out": lambda data: _entry(b"games/../../x.sav") + _entry(b"/etc/x.log") + data,
        "sizes of 4 GB": lambda data: _saves(50, 0xFFFFFFFF),
        "20,000 files": lambda data: _saves(20_000),
        "one file 500 times": lambda data: _entry(b"games/000000010001.sav") * 500,
    },
    verbs.EVENTS: {
        "the same record for ever": lambda data: _record(5) * 20,
        "records that go back": lambda data: _record(9) + _record(8) + _record(7),
        "steps of an unknown game": lambda data: _record(10, text=b"\x01\x02", state=b"\x03" * 60),
        "a beginning of odd letters": lambda data: _record(
            10, verbs.BEGUN, json.dumps({"names": [EVIL, "b"], "edition": EVIL, "hash": EVIL}).encode()
        ),
        "a beginning that is a list": lambda data: _record(10, verbs.BEGUN, b"[]"),
    },
    verbs.TAGS: {
        "kinds that do not exist": lambda data: bytes((9, 200, 1, 2, 3, 4)) * 30,
        "numbers that do not exist": lambda data: bytes((1, 200, 1, 2, 3, 4, 4, 9, 1, 2, 3, 4)),
    },
}  # fmt: skip


def faults_of(verb: int, good: bytes, nested: bool = True) -> list[Fault]:
    """Every way in which the answer to this verb can be odd."""
    of_data = {**DATA, **json_faults(verb, good, nested), **ONE_VERB.get(verb, {})}
    return [Fault(name, verb, of_wire=how) for name, how in WIRE.items()] + [
        Fault(name, verb, of_data=how) for name, how in of_data.items()
    ]
