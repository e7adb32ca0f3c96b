"""The tag map as the firmware stores it (banker/app/tags/tag_map.py), and a set of model tags."""

from __future__ import annotations

from banker.core import tags
from deedbox.models.iso14443 import NTAG213, Classic1K, Tag
from deedbox.tagging.items import Item

# In the order of their numbers, banker.core.tags.TOKEN to BANKER.
KINDS = ("token", "deed", "card", "banker")
ENTRY_SIZE = 13
_UID_MOST = 10
_REPLACED = 0  # the kind of a tag that was replaced by another


def pack_entry(uid: bytes, kind: str, number: int) -> bytes:
    """One learned tag, ENTRY_SIZE bytes."""
    item = bytes(Item(KINDS.index(kind) + 1, number))
    return bytes((len(uid),)) + uid.ljust(_UID_MOST, b"\0") + item


def is_entry(data: bytes) -> bool:
    """Is this the entry of a tag that the firmware knows, or of one that was replaced?"""
    uid_size, kind, number = data[0], data[-2], data[-1]
    return uid_size in (4, 7, 10) and (kind == _REPLACED or number < tags.count(kind))


def has_something_twice(entries: list[bytes]) -> bool:
    """Is a tag in two of these entries, or an item?"""
    uids = [entry[:-2] for entry in entries]
    items = [entry[-2:] for entry in entries if entry[-2] != _REPLACED]
    return len(set(uids)) < len(uids) or len(set(items)) < len(items)


class TagSet:
    """The model tags of one box: tokens are fobs with UIDs of 4 bytes, the rest are stickers with 7 bytes."""

    def __init__(self, tokens: int = tags.TOKENS, table: int = 0) -> None:
        self.tags: dict[tuple[str, int], Tag] = {}
        for n in range(tokens):
            self.tags["token", n] = Classic1K(bytes((0xD0 + n, 0xEE, 0xDB, table)))
        for n in range(tags.DEEDS):
            self.tags["deed", n] = NTAG213(bytes((0x04, 0xDE, 0xED, n, table, 0x52, 0x80)))
        for n in range(tags.CARDS):
            self.tags["card", n] = NTAG213(bytes((0x04, 0xCA, 0xDD, n, table, 0x52, 0x80)))
        self.tags["banker", 0] = NTAG213(bytes((0x04, 0xBA, 0x4C, 0, table, 0x52, 0x80)))

    def file(self) -> bytes:
        """The file tags.bin of a box that has learned all of them."""
        return b"".join(pack_entry(bytes(tag.uid), kind, number) for (kind, number), tag in self.tags.items())
