"""Changes the tag map: which UID is which token, deed or card. Loaded on use.

Every change is a new file under another name, which is read back and renamed: a power cut leaves the old map
or the new one. An item has one tag and a tag is one item; a second one of either is reported, and nothing is
overwritten.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from banker.app.tags.tag_map import ENTRIES_MAX, ENTRY_SIZE, KIND, LOST, NUMBER, UID, UID_LENGTH, TagMap
from banker.core.tags import count
from banker.drivers.types import Buffer

# Results. The link sends them (protocol/verbs.py, LEARNT_*): never change a number.
DONE = 0
KNOWN = 1  # this tag is learned already: TagMap.find() returns as what
TAKEN = 2  # this item has another tag: replace() it, or forget() it first
FULL = 3
BAD = 4  # no such kind, number or UID
UNSAVED = 5  # the file could not be written; nothing changed
REVOKED = 6  # this tag was replaced as lost: if it turns up again, it is learned by hand

UID_LENGTHS = (4, 7, 10)  # in bytes (ISO/IEC 14443-3)
_RANDOM_UID = 0x08  # first byte of a UID that is another one at each visit (drivers/taps.py)
_NEW = ".new"


def learn(tags: TagMap, uid: Buffer, length: int, kind: int, number: int) -> int:
    """This tag is that item from now on."""
    return _enrol(tags, uid, length, kind, number, False)


def replace(tags: TagMap, uid: Buffer, length: int, kind: int, number: int) -> int:
    """This tag is that item, and the tag before it becomes unknown. The caller has everyone's consent."""
    return _enrol(tags, uid, length, kind, number, True)


def _enrol(tags: TagMap, uid: Buffer, length: int, kind: int, number: int, instead: bool) -> int:
    if length not in UID_LENGTHS or not 0 <= number < count(kind) or (length == 4 and uid[0] == _RANDOM_UID):
        return BAD
    entries = tags.entries
    at = tags.position(uid, length)
    if at >= 0:
        if entries[at + KIND] != LOST:
            return DONE if entries[at + KIND] == kind and entries[at + NUMBER] == number else KNOWN
        entries = _without(entries, at)  # the lost tag turned up
    old = _entry_of(entries, kind, number)
    if old >= 0:
        if not instead:
            return TAKEN
        entries = entries[: old + KIND] + bytes((LOST, 0)) + entries[old + ENTRY_SIZE :]
    return _add(tags, entries, uid, length, kind, number)


def adopt(tags: TagMap, uid: Buffer, length: int, kind: int, number: int) -> int:
    """Learn what a tag's signature says: for a box that lost its map.

    Only for an item without a tag, and never for a tag that was replaced.
    """
    at = tags.position(uid, length)
    if at >= 0 and tags.entries[at + KIND] == LOST:
        return REVOKED
    return learn(tags, uid, length, kind, number)


def forget(tags: TagMap, uid: Buffer, length: int) -> int:
    """This tag becomes unknown; DONE also if it was."""
    at = tags.position(uid, length)
    return DONE if at < 0 else _save(tags, _without(tags.entries, at))


def forget_all(tags: TagMap, kind: int = -1) -> int:
    """All tags, or all of one kind."""
    rest = b""
    for entry in _entries(tags.entries):
        if kind >= 0 and entry[KIND] != kind:
            rest += entry
    return _save(tags, rest)


def learned(tags: TagMap) -> list[tuple[int, int, bytes]]:
    """(kind, number, UID) of every learned tag, in order."""
    items = []
    for entry in _entries(tags.entries):
        if entry[KIND] != LOST:
            items.append((entry[KIND], entry[NUMBER], entry[UID : UID + entry[UID_LENGTH]]))
    items.sort()
    return items


def missing(tags: TagMap, kind: int) -> list[int]:
    """Numbers of this kind that have no tag yet."""
    taken = [entry[NUMBER] for entry in _entries(tags.entries) if entry[KIND] == kind]
    return [number for number in range(count(kind)) if number not in taken]


def _entries(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data), ENTRY_SIZE):
        yield data[at : at + ENTRY_SIZE]


def _entry_of(data: bytes, kind: int, number: int) -> int:
    for at in range(0, len(data), ENTRY_SIZE):
        if data[at + KIND] == kind and data[at + NUMBER] == number:
            return at
    return -1


def _without(data: bytes, at: int) -> bytes:
    return data[:at] + data[at + ENTRY_SIZE :]


def _add(tags: TagMap, data: bytes, uid: Buffer, length: int, kind: int, number: int) -> int:
    if len(data) >= ENTRIES_MAX * ENTRY_SIZE:
        oldest = _entry_of(data, LOST, 0)
        if oldest < 0:
            return FULL
        data = _without(data, oldest)
    entry = bytearray(ENTRY_SIZE)
    entry[UID_LENGTH] = length
    for i in range(length):
        entry[UID + i] = uid[i]
    entry[KIND] = kind
    entry[NUMBER] = number
    return _save(tags, data + bytes(entry))


def _save(tags: TagMap, data: bytes) -> int:
    if not replace_file(tags.path, data):
        return UNSAVED
    tags.entries = data
    return DONE


def replace_file(path: str, data: bytes) -> bool:
    """Replace a file as a whole, or not at all."""
    new = path + _NEW
    try:
        with open(new, "wb") as file:
            file.write(data)
        with open(new, "rb") as file:
            if file.read() != data:
                return False
        os.rename(new, path)
    except OSError:
        return False
    return True
