"""The map of a box's tags as the firmware keeps it (firmware/banker/app/tags.py), and a set of model tags."""

from __future__ import annotations

from banker.core.board import DEEDS
from deedbox.models.iso14443 import NTAG213, Classic1K, Tag

KINDS = ("token", "deed", "card", "banker")
_UID_MAX = 10


def entry(uid: bytes, kind: str, number: int) -> bytes:
    """One learned tag: 13 bytes."""
    return bytes((len(uid),)) + uid.ljust(_UID_MAX, b"\0") + bytes((KINDS.index(kind) + 1, number))


class TagSet:
    """One box's set: tokens are fobs with 4-byte UIDs, the rest stickers with 7 bytes."""

    def __init__(self, tokens: int = 8, table: int = 0) -> None:
        self.tags: dict[tuple[str, int], Tag] = {}
        for n in range(tokens):
            self.tags["token", n] = Classic1K(bytes((0xD0 + n, 0xEE, 0xDB, table)))
        for n in range(DEEDS):
            self.tags["deed", n] = NTAG213(bytes((0x04, 0xDE, 0xED, n, table, 0x52, 0x80)))
        for n in range(32):
            self.tags["card", n] = NTAG213(bytes((0x04, 0xCA, 0xDD, n, table, 0x52, 0x80)))
        self.tags["banker", 0] = NTAG213(bytes((0x04, 0xBA, 0x4C, 0, table, 0x52, 0x80)))

    def file(self) -> bytes:
        """tags.bin of a box that has learned all of them."""
        return b"".join(entry(bytes(tag.uid), kind, number) for (kind, number), tag in self.tags.items())
