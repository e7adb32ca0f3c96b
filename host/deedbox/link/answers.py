"""The answers of a box, checked: bytes become values of the right shape, or there is an AnswerError.

A box may be damaged, run another program or mean harm. So nothing that it sends is used before it was here:
each verb has its longest answer in `bytes_most`, and a function that reads it.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from banker.protocol import names, verbs
from deedbox.link.errors import AnswerError, LinkError

Check = Callable[[Any], bool]

_PICTURE_BYTES = 1024
_PAGE_BYTES = 258  # its place and 256 bytes
_PAGES_MOST = 1024  # a ring has 256
_FILES_MOST = 1000  # a whole box has 140
_FILE_MOST = 1 << 18  # the longest archive of a game is below this
_FLASH_MOST = 16 << 20  # bytes of the largest flash chip on a Pico or its copies
_COUNT_MOST = 1 << 50  # no number of bytes is larger, not even on the machine that a twin runs on
_TEXT_MOST = 2000
_PLAYERS_MOST = 8
_SEATS_LEAST = 2

_QUESTIONS = (
    "HELLO LOOK ABOUT EVENTS WATCH PICTURE LIST GET PAGES DATA STATUS TAGS HEARD LYING CHECK COMMAND TAP KEY "
    "BEGIN END REMOVE RESET REPL GUIDE LEARN UNLEARN SIGN EXAMINE SCRATCH_BEGIN SCRATCH_GIVEN SCRATCH_STEP "
    "SCRATCH_END REPORT"
).split()
_NAMES: dict[int, str] = {getattr(verbs, name): name for name in _QUESTIONS}
_BYTES_MOST = {
    verbs.HELLO: 4096,
    verbs.LOOK: 8192,
    verbs.ABOUT: 4096,
    verbs.EVENTS: 8192,
    verbs.PICTURE: _PICTURE_BYTES,
    verbs.LIST: 1 << 16,
    verbs.GET: _FILE_MOST,
    verbs.PAGES: _PAGES_MOST * _PAGE_BYTES,
    verbs.TAGS: 4096,
    verbs.CHECK: 8192,
    verbs.REPORT: 8192,
    verbs.COMMAND: 1 << 15,
    verbs.SCRATCH_BEGIN: 4096,
    verbs.SCRATCH_GIVEN: 4096,
    verbs.SCRATCH_STEP: 4096,
}
_SHORT_MOST = 1024  # of all other answers, and of codes of errors


def question_name(verb: int) -> str:
    return _NAMES.get(verb, f"question {verb}")


def bytes_most(verb: int) -> int:
    """How long an answer to this verb can be."""
    return _BYTES_MOST.get(verb, _SHORT_MOST)


@contextmanager
def reading(verb: int) -> Iterator[None]:
    """In here the engine reads what a box sent.

    It checks rules and takes shapes as given, so whatever it raises means that the answer was wrong.
    """
    try:
        yield
    except LinkError:
        raise
    except Exception as error:
        raise AnswerError(question_name(verb), f"{type(error).__name__}: {error}") from error


# -- the parts of an answer --


def unpack(verb: int, head: str, data: bytes) -> tuple[Any, ...]:
    """Numbers that are all of an answer."""
    if len(data) != struct.calcsize(head):
        raise _wrong(verb, f"{len(data)} bytes instead of {struct.calcsize(head)}")
    return struct.unpack(head, data)


def unpack_head(verb: int, head: str, data: bytes) -> tuple[tuple[Any, ...], bytes]:
    """(numbers at the beginning of an answer, the rest)"""
    size = struct.calcsize(head)
    if len(data) < size:
        raise _wrong(verb, f"{len(data)} bytes, at least {size} are needed")
    return struct.unpack_from(head, data), data[size:]


def read_json(verb: int, data: bytes) -> Any:
    try:
        return json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise _wrong(verb, "no JSON") from None


def _no_number(name: str) -> Any:
    raise ValueError(name)


def read_table(verb: int, data: bytes) -> dict[str, Any]:
    table = read_json(verb, data)
    if not isinstance(table, dict):
        raise _wrong(verb, "no table")
    return table


def check_values(verb: int, table: dict[str, Any], checks: dict[str, Check], needed: bool = True) -> None:
    """Every key of `checks` has a value that fits it; without `needed`, keys may be missing."""
    for key, fits in checks.items():
        if key not in table:
            if needed:
                raise _wrong(verb, f"{key} is missing")
        elif not fits(table[key]):
            raise _wrong(verb, f"{key} is of a wrong kind")


def _wrong(verb: int, fault: str) -> AnswerError:
    return AnswerError(question_name(verb), fault)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _TEXT_MOST


def _is_number(most: int) -> Check:
    """An integer from 0 to this."""
    return lambda value: type(value) is int and 0 <= value <= most


def _is_fact(value: Any) -> bool:
    """A text or a number in a sentence of the display."""
    return _is_text(value) or (type(value) is int and abs(value) <= 0xFFFFFFFF)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool) or value in (0, 1)


def _is_list(fits: Check, most: int = 64) -> Check:
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(fits, value))


def _is_row(*fits: Check) -> Check:
    """A list with one value for each of these checks."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(fits)
        and all(check(part) for check, part in zip(fits, value, strict=True))
    )


_byte = _is_number(0xFF)
_word = _is_number(0xFFFFFFFF)


# -- who is there, what it shows --


def hello(data: bytes) -> dict[str, Any]:
    """What a box says about itself, without the two bytes of its versions."""
    about = read_table(verbs.HELLO, data)
    texts: dict[str, Check] = dict.fromkeys(("firmware", "hash", "board", "micropython"), _is_text)
    numbers = {"boot": _word, "free": _is_number(_COUNT_MOST), "session": _is_number(0xFFFF)}
    check_values(verbs.HELLO, about, {**texts, **numbers, "remote": _is_flag}, needed=False)
    return about


class LookAnswer(NamedTuple):
    seq: int
    picture: int
    game: tuple[int, int]
    state: bytes
    screen: dict[str, Any]


def look(data: bytes) -> LookAnswer:
    (seq, picture, one, two, length), rest = unpack_head(verbs.LOOK, verbs.LOOK_HEAD, data)
    if length > len(rest):
        raise _wrong(verbs.LOOK, f"a state of {length} bytes in {len(rest)}")
    screen = read_table(verbs.LOOK, rest[length:])
    checks: dict[str, Check] = {
        "screen": _is_text,
        "rows": _is_list(_is_text),
        "keys": _is_list(_is_row(_is_text, _is_text)),
        "taps": _is_list(_is_row(_byte, _byte), 256),
        "message": _is_flag,
    }
    if "names" in screen:  # only where somebody was renamed in play
        checks["names"] = _is_list(_is_text, 8)
    check_values(verbs.LOOK, screen, checks)
    return LookAnswer(seq, picture, (one, two), rest[:length], screen)


def picture(data: bytes) -> bytes:
    if len(data) != _PICTURE_BYTES:
        raise _wrong(verbs.PICTURE, f"{len(data)} bytes instead of {_PICTURE_BYTES}")
    return data


def self_check(data: bytes) -> dict[str, Any]:
    """The box's report about its parts."""
    report = read_table(verbs.CHECK, data)
    room = _is_row(_is_number(_COUNT_MOST), _is_number(_COUNT_MOST))
    checks: dict[str, Check] = {
        "findings": _is_list(_is_row(_is_number(0xFFFF), _is_number(0xFFFF), _is_list(_is_fact, 16))),
        "screen": _is_text,
        "message": _is_list(_is_text),
        "pressed": _is_text,
        "restarts": _word,
        "flash": room,
        "heap": room,
        "played_s": _word,
        "limit_s": _word,
        "over": _is_flag,
    }
    check_values(verbs.CHECK, report, checks)
    check_values(
        verbs.CHECK,
        report,
        {"pages": _is_row(_word, _word), "damaged": _is_list(_is_text, 256)},
        needed=False,
    )
    return report


def hardware_facts(data: bytes) -> dict[str, Any]:
    """What a box knows about its hardware."""
    facts = read_table(verbs.REPORT, data)
    check_values(verbs.REPORT, facts, {"machine": _is_text}, needed=False)
    return facts


def reads(data: bytes) -> tuple[int, int, int]:
    """(tries, how many of them read a tag, the kind of that tag). Without a try a host would ask for ever."""
    row = read_json(verbs.REPORT, data)
    if not _is_row(_byte, _byte, _byte)(row) or not row[0] or row[1] > row[0]:
        raise _wrong(verbs.REPORT, "no count of tries")
    return row[0], row[1], row[2]


# -- the game --


def about(data: bytes, verb: int = verbs.ABOUT) -> dict[str, Any]:
    """How a game began."""
    from banker.core.refusal import Refused
    from banker.core.setup.new_game import check_names

    table = read_table(verb, data)
    check_values(verb, table, {"names": _is_list(_is_text, _PLAYERS_MOST), "edition": _is_text})
    try:
        check_names(table["names"])
    except Refused:
        raise _wrong(verb, "names that no player can have") from None
    if not names.plain(table["edition"]):
        raise _wrong(verb, "an edition that no file can be called")
    seats = len(table["names"])
    seat_tokens = _is_list(_is_number(_PLAYERS_MOST - 1), _PLAYERS_MOST)
    optional: dict[str, Check] = {
        "hash": lambda value: value is None or _is_text(value),
        "tokens": lambda value: not value or (seat_tokens(value) and len(value) == seats == len(set(value))),
        "rules": lambda value: isinstance(value, dict),
        "seed": lambda value: type(value) is int,
        "given": lambda value: isinstance(value, dict),
    }
    check_values(verb, table, optional, needed=False)
    if not _SEATS_LEAST <= seats:
        raise _wrong(verb, f"a game of {seats}")
    return table


class Record(NamedTuple):
    seq: int
    kind: int
    beginning: int
    game: tuple[int, int]
    played_s: int
    text: bytes
    state: bytes


def records(data: bytes, since: int) -> list[Record]:
    """The records of the journal after `since`. Their numbers grow, or a host would ask for ever."""
    result: list[Record] = []
    while data:
        head, data = unpack_head(verbs.EVENTS, verbs.RECORD_HEAD, data)
        seq, kind, beginning, one, two, played_s, text_size, state_size = head
        if text_size + state_size > len(data):
            raise _wrong(verbs.EVENTS, f"record {seq} is cut off")
        if seq <= since:
            raise _wrong(verbs.EVENTS, f"record {seq} after record {since}")
        since = seq
        text, state = data[:text_size], data[text_size : text_size + state_size]
        data = data[text_size + state_size :]
        result.append(Record(seq, kind, beginning, (one, two), played_s, text, state))
    return result


def events(data: bytes) -> list[tuple[int, ...]]:
    """The events of a command."""
    _, rest = unpack_head(verbs.COMMAND, "<I", data)
    rows = read_json(verbs.COMMAND, rest)
    if not _is_list(lambda row: isinstance(row, list), 4096)(rows):
        raise _wrong(verbs.COMMAND, "no list of events")
    return [tuple(row) for row in rows]


# -- files --


def files(data: bytes) -> list[tuple[str, int, str]]:
    """(path, size, the first 16 hexadecimal digits of its SHA-256) of every file, by path."""
    entries: dict[str, tuple[int, str]] = {}
    at = 0
    while at < len(data):
        end = data.find(0, at)
        if end < 0 or end + 13 > len(data):
            raise _wrong(verbs.LIST, "the last file is cut off")
        try:
            path = data[at:end].decode()
        except UnicodeDecodeError:
            raise _wrong(verbs.LIST, "a name that is no text") from None
        if not path or path in entries:
            raise _wrong(verbs.LIST, "a file without a name" if not path else "a file twice")
        entries[path] = (int.from_bytes(data[end + 1 : end + 5], "little"), data[end + 5 : end + 13].hex())
        at = end + 13
    if len(entries) > _FILES_MOST or sum(size for size, _ in entries.values()) > _FLASH_MOST:
        raise _wrong(verbs.LIST, "more files than a box has room for")
    return [(path, size, digest) for path, (size, digest) in sorted(entries.items())]


def pages(data: bytes) -> list[tuple[int, bytes]]:
    """(place, 256 bytes) of every page of the journal."""
    if len(data) % _PAGE_BYTES:
        raise _wrong(verbs.PAGES, "the last page is cut off")
    return [
        (int.from_bytes(data[at : at + 2], "little"), data[at + 2 : at + _PAGE_BYTES])
        for at in range(0, len(data), _PAGE_BYTES)
    ]


def offset(verb: int, data: bytes, size: int) -> int:
    """How many bytes of an upload of this size the box has."""
    (count,) = unpack(verb, "<I", data)
    if count > size:
        raise _wrong(verb, f"{count} bytes of {size} have arrived")
    return int(count)


# -- tags --


def tags(data: bytes) -> list[tuple[int, int, bytes]]:
    """(kind, number, mark) of every learned tag."""
    if len(data) % verbs.TAG_SIZE:
        raise _wrong(verbs.TAGS, "the last tag is cut off")
    return list(struct.iter_unpack(verbs.TAG_HEAD, data))
