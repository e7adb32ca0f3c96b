"""The signature on a sticker: what the tag is, signed with the box's own key. Loaded on use.

24 bytes in pages 32 to 37 of an NTAG213 (an NDEF link has 4 to 31):
  0  "DBOX"   4  version   5  kind   6  set (2 bytes, low first)   8  item   9  copy   10  flags (2 bytes)
  12 four zeros   16  MAC: the first 8 bytes of HMAC-SHA256(table key, UID + bytes 0 to 15)
The UID is in the MAC, so a signature copied to another sticker is worth nothing. A torn write leaves a wrong
MAC. A signature only makes learning automatic; the UID stays the identity.
"""

from __future__ import annotations

import hashlib
import os

from banker.app.tags.enrol import UID_LENGTHS, replace_file
from banker.app.tags.tag_map import KEY_PATH
from banker.app.types import Signature
from banker.drivers.types import Buffer, Reader

PAGE = 32
KEY_SIZE = 32

# Results of look(). The link sends them (protocol/verbs.py, RECORD_*): never change a number.
BLANK = 0  # no signature
OWN = 1  # signed by this box for this tag
FOREIGN = 2  # signed by another box or for another tag, or torn
UNREAD = 3  # no sticker, or it was lifted

# Places in the 24 bytes. Stickers keep them: never change one.
_MAGIC = b"DBOX"
_AT_VERSION = 4
_AT_KIND = 5
_AT_SET = 6
_AT_ITEM = 8
_AT_COPY = 9
_AT_FLAGS = 10
_AT_MAC = 16
SIZE = 24

_VERSION = 1
_MAC_SIZE = 8
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
    mac: bytes = whole.digest()
    return mac


def table_key(path: str = KEY_PATH, entropy: bytes = b"") -> bytes:
    """The box's own key: read from flash, or made now and stored; b"" if it cannot be stored.

    `entropy` is added to the generator's, such as the time and a reading of the ADC. The key never leaves
    the box: whoever knows it can sign.
    """
    try:
        with open(path, "rb") as file:
            key: bytes = file.read()
        if len(key) == KEY_SIZE:
            return key
    except OSError:
        pass
    # The hash mixes all of it, so more entropy never makes a weak generator worse.
    key = hashlib.sha256(os.urandom(KEY_SIZE) + entropy + os.urandom(KEY_SIZE)).digest()
    return key if replace_file(path, key) else b""


def make(key: bytes, uid: bytes, kind: int, item: int, copy: int = 0, set: int = 0, flags: int = 0) -> bytes:
    if len(key) != KEY_SIZE or len(uid) not in UID_LENGTHS:
        raise ValueError("key or uid")
    for value, top in ((kind, 255), (item, 255), (copy, 255), (set, 65535), (flags, 65535)):
        if not 0 <= value <= top:  # MicroPython's bytes() does not check
            raise ValueError("out of range")
    head = _MAGIC + bytes(
        (_VERSION, kind, set & 255, set >> 8, item, copy, flags & 255, flags >> 8, 0, 0, 0, 0)
    )
    return head + hmac(key, uid + head)[:_MAC_SIZE]


def check(key: bytes, uid: bytes, data: bytes) -> Signature | None:
    """(kind, item, copy, set, flags) if this box signed it for this tag, None if not."""
    if len(key) != KEY_SIZE or len(data) != SIZE or data[:4] != _MAGIC or data[_AT_VERSION] != _VERSION:
        return None
    if hmac(key, uid + data[:_AT_MAC])[:_MAC_SIZE] != data[_AT_MAC:]:
        return None
    return (
        data[_AT_KIND],
        data[_AT_ITEM],
        data[_AT_COPY],
        data[_AT_SET] | data[_AT_SET + 1] << 8,
        data[_AT_FLAGS] | data[_AT_FLAGS + 1] << 8,
    )


def write(
    reader: Reader, key: bytes, uid: Buffer, length: int, kind: int, item: int, copy: int = 0, set: int = 0
) -> int:
    """Sign the sticker on the reader. The result is one of ntag.py's; TAG: written and read back."""
    from banker.drivers.ntag import NTAG

    own_uid = bytes(uid[:length])
    return NTAG(reader, own_uid, length).write(PAGE, make(key, own_uid, kind, item, copy, set))


def read(reader: Reader, key: bytes, uid: Buffer, length: int) -> Signature | None:
    """This box's signature on the sticker on the reader, as check() returns it; None if there is none."""
    return look(reader, key, uid, length)[1]


def look(reader: Reader, key: bytes, uid: Buffer, length: int) -> tuple[int, Signature | None]:
    """(BLANK, OWN, FOREIGN or UNREAD; the signature as check() returns it)"""
    from banker.drivers.codes import TAG
    from banker.drivers.ntag import NTAG

    data = bytearray(SIZE)
    if NTAG(reader, uid, length).read(PAGE, data) != TAG:
        return UNREAD, None
    signature = check(key, bytes(uid[:length]), bytes(data))
    if signature:
        return OWN, signature
    return FOREIGN if data[:4] == _MAGIC else BLANK, None
