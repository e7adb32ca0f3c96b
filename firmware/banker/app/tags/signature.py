"""The signed record on a sticker: what the tag is, in the box's own hand. Loaded when wanted.

24 bytes in pages 32 to 37 of an NTAG213 (an NDEF link has 4 to 31):
  0  "DBOX"   4  version   5  kind   6  set (2 bytes, low first)   8  item   9  copy   10  flags (2 bytes)
  12 four zeros   16  MAC: the first 8 bytes of HMAC-SHA256(table key, UID + bytes 0 to 15)
The UID is in the MAC, so a record copied to another sticker is worth nothing. A write that tears leaves a
record whose MAC is wrong. The record makes learning automatic; identity stays the UID.
"""

import hashlib
import os

from banker.app.enrol import put

PAGE = 32
SIZE = 24
KEY_PATH = "table.key"
KEY_SIZE = 32

# What look() finds.
BLANK = 0  # no record
OWN = 1  # signed by this box for this tag
FOREIGN = 2  # signed by another box or for another tag, or torn
UNREAD = 3  # no sticker, or it was lifted

_MAGIC = b"DBOX"
_VERSION = 1
_SIGNED = 16
_BLOCK = 64  # of SHA-256, in bytes


def hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104)."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    inner = bytearray(b"\x36" * _BLOCK)
    outer = bytearray(b"\x5c" * _BLOCK)
    for i in range(len(key)):
        inner[i] ^= key[i]
        outer[i] ^= key[i]
    digest = hashlib.sha256(inner)
    digest.update(message)
    whole = hashlib.sha256(outer)
    whole.update(digest.digest())
    return whole.digest()


def table_key(path: str = KEY_PATH, stir: bytes = b"") -> bytes:
    """The box's own key: read, or made now and kept. b"" if it cannot be kept.

    `stir` is further entropy, such as the board's number and readings of its ADC. The key never leaves the
    box: a key that others know would sign for them.
    """
    try:
        with open(path, "rb") as file:
            key = file.read()
        if len(key) == KEY_SIZE:
            return key
    except OSError:
        pass
    # Twice, and hashed: a weak generator is not made worse by what is mixed in.
    key = hashlib.sha256(os.urandom(KEY_SIZE) + stir + os.urandom(KEY_SIZE)).digest()
    return key if put(path, key) else b""


def make(key: bytes, uid: bytes, kind: int, item: int, copy: int = 0, set: int = 0, flags: int = 0) -> bytes:
    if len(key) != KEY_SIZE or len(uid) not in (4, 7, 10):
        raise ValueError("key or uid")
    for value, top in ((kind, 255), (item, 255), (copy, 255), (set, 65535), (flags, 65535)):
        if not 0 <= value <= top:  # bytes() would not notice everywhere
            raise ValueError("out of range")
    head = _MAGIC + bytes(
        (_VERSION, kind, set & 255, set >> 8, item, copy, flags & 255, flags >> 8, 0, 0, 0, 0)
    )
    return head + hmac(key, uid + head)[:8]


def check(key: bytes, uid: bytes, record: bytes):
    """(kind, item, copy, set, flags) if this box signed it for this tag, None if not."""
    if len(key) != KEY_SIZE or len(record) != SIZE or record[:4] != _MAGIC or record[4] != _VERSION:
        return None
    if hmac(key, uid + record[:_SIGNED])[:8] != record[_SIGNED:]:
        return None
    return record[5], record[8], record[9], record[6] | record[7] << 8, record[10] | record[11] << 8


def write(reader, key: bytes, uid, length: int, kind: int, item: int, copy: int = 0, set: int = 0) -> int:
    """Sign the sticker that lies on the reader; the result is one of ntag.py's. TAG: it stands there."""
    from banker.drivers.ntag import NTAG

    uid = bytes(uid[:length])
    return NTAG(reader, uid, length).write(PAGE, make(key, uid, kind, item, copy, set))


def read(reader, key: bytes, uid, length: int):
    """What the sticker on the reader says, as check() gives it; None if nothing of this box's."""
    return look(reader, key, uid, length)[1]


def look(reader, key: bytes, uid, length: int) -> tuple:
    """(BLANK, OWN, FOREIGN or UNREAD; what it says, as check() gives it)"""
    from banker.drivers.mfrc522 import TAG
    from banker.drivers.ntag import NTAG

    record = bytearray(SIZE)
    if NTAG(reader, uid, length).read(PAGE, record) != TAG:
        return UNREAD, None
    told = check(key, bytes(uid[:length]), bytes(record))
    if told:
        return OWN, told
    return FOREIGN if record[:4] == _MAGIC else BLANK, None
