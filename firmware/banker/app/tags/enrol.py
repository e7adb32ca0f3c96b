"""Learning tags: which UID is which token, deed or card. Loaded when wanted, dropped after.

Every change is a new file under another name, read back and renamed: a pulled plug leaves the old set or
the new one. An item has one tag and a tag is one item: a second of either is said, not overwritten.
"""

import os

from banker.app.tags import BANKER, CARD, DEED, KIND, LOST, NUMBER, SIZE, TOKEN

# Results.
DONE = 0
KNOWN = 1  # this tag is learned already: Tags.find() says as what
TAKEN = 2  # this item has another tag: replace() it, or forget() it first
FULL = 3
BAD = 4  # no such kind, number or UID
UNSAVED = 5  # the file could not be written; nothing changed
REVOKED = 6  # this tag was replaced as lost: learn it by hand if it is found again

COUNTS = {TOKEN: 8, DEED: 28, CARD: 64, BANKER: 1}
ENTRIES_MAX = 160
_UID_MAX = 10
_NEW = ".new"


def learn(tags, uid, length: int, kind: int, number: int) -> int:
    """This tag is that item from now on."""
    return _enrol(tags, uid, length, kind, number, False)


def replace(tags, uid, length: int, kind: int, number: int) -> int:
    """This tag stands for that item, and the one before it is nobody any more. Ask everyone else first."""
    return _enrol(tags, uid, length, kind, number, True)


def _enrol(tags, uid, length: int, kind: int, number: int, instead: bool) -> int:
    if length not in (4, 7, 10) or not 0 <= number < COUNTS.get(kind, 0):
        return BAD
    known = tags.known
    at = tags.place(uid, length)
    if at >= 0:
        if known[at + KIND] != LOST:
            return DONE if known[at + KIND] == kind and known[at + NUMBER] == number else KNOWN
        known = _without(known, at)  # it was lost and is found
    old = _tag_of(known, kind, number)
    if old >= 0:
        if not instead:
            return TAKEN
        known = known[: old + KIND] + bytes((LOST, 0)) + known[old + SIZE :]
    return _add(tags, known, uid, length, kind, number)


def adopt(tags, uid, length: int, told: tuple) -> int:
    """Learn by a signed record, (kind, number, ...) as record.check() gives it: for a box that lost its list.

    Only for an item without a tag, and never a tag that was replaced.
    """
    at = tags.place(uid, length)
    if at >= 0 and tags.known[at + KIND] == LOST:
        return REVOKED
    return learn(tags, uid, length, told[0], told[1])


def forget(tags, uid, length: int) -> int:
    """This tag is a stranger again; DONE also if it was one."""
    at = tags.place(uid, length)
    return DONE if at < 0 else _save(tags, _without(tags.known, at))


def forget_all(tags, kind: int = -1) -> int:
    """All tags, or all of one kind."""
    kept = b""
    for entry in _entries(tags.known):
        if kind >= 0 and entry[KIND] != kind:
            kept += entry
    return _save(tags, kept)


def known(tags) -> list:
    """(kind, number, UID) of every learned tag, in order."""
    found = []
    for entry in _entries(tags.known):
        if entry[KIND] != LOST:
            found.append((entry[KIND], entry[NUMBER], entry[1 : 1 + entry[0]]))
    found.sort()
    return found


def missing(tags, kind: int) -> list:
    """Numbers of this kind that have no tag yet: what is to be named next, after a pause too."""
    have = [entry[NUMBER] for entry in _entries(tags.known) if entry[KIND] == kind]
    return [number for number in range(COUNTS[kind]) if number not in have]


def _entries(data: bytes):
    for at in range(0, len(data), SIZE):
        yield data[at : at + SIZE]


def _tag_of(data: bytes, kind: int, number: int) -> int:
    for at in range(0, len(data), SIZE):
        if data[at + KIND] == kind and data[at + NUMBER] == number:
            return at
    return -1


def _without(data: bytes, at: int) -> bytes:
    return data[:at] + data[at + SIZE :]


def _add(tags, data: bytes, uid, length: int, kind: int, number: int) -> int:
    if len(data) >= ENTRIES_MAX * SIZE:
        oldest = _tag_of(data, LOST, 0)
        if oldest < 0:
            return FULL
        data = _without(data, oldest)
    entry = bytearray(SIZE)
    entry[0] = length
    for i in range(length):
        entry[1 + i] = uid[i]
    entry[KIND] = kind
    entry[NUMBER] = number
    return _save(tags, data + bytes(entry))


def _save(tags, data: bytes) -> int:
    if not put(tags.path, data):
        return UNSAVED
    tags.known = data
    return DONE


def put(path: str, data: bytes) -> bool:
    """Replace a file whole, or not at all."""
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
