"""The tag map: which UID is which token, deed or card. A tag carries no money; its UID is its identity.

File tags.bin: one entry of 13 bytes for each tag. Only enrol.py writes it.
"""

from __future__ import annotations

from banker.core.tags import count
from banker.drivers.types import Buffer

# Kinds in an entry: those of core/tags.py, and
LOST = 0  # replaced by another tag: unknown to the box, and only learned again by hand

PATH = "tags.bin"
KEY_PATH = "table.key"  # the key that signs stickers (signature.py)

# An entry on flash: never change these places.
UID_LENGTH = 0
UID = 1  # 10 bytes, the rest zeros
KIND = 11
NUMBER = 12
ENTRY_SIZE = 13
ENTRIES_MAX = 160


class TagMap:
    def __init__(self, path: str = PATH) -> None:
        self.path = path
        try:
            with open(path, "rb") as file:
                self.entries = whole_entries(file.read(ENTRIES_MAX * ENTRY_SIZE))
        except OSError:
            self.entries = b""

    def find(self, uid: Buffer, length: int) -> int:
        """kind << 8 | number (see split()), or 0 for an unknown tag. Allocates nothing."""
        at = self.position(uid, length)
        if at < 0:
            return 0
        entries = self.entries
        kind, number = entries[at + KIND], entries[at + NUMBER]
        # A damaged map must not lead to a deed that does not exist.
        return kind << 8 | number if number < count(kind) else 0

    def position(self, uid: Buffer, length: int) -> int:
        """Where the entry of this UID begins, -1 if there is none."""
        entries = self.entries
        at = 0
        while at < len(entries):  # a range with a named step would be made on the heap
            if entries[at + UID_LENGTH] == length:
                i = 0
                while i < length and entries[at + UID + i] == uid[i]:
                    i += 1
                if i == length:
                    return at
            at += ENTRY_SIZE
        return -1


def split(item: int) -> tuple[int, int]:
    """(kind, number) of what find() returned; kind 0: unknown."""
    return item >> 8, item & 255


def whole_entries(data: bytes) -> bytes:
    """The data without an incomplete entry at its end."""
    rest = len(data) % ENTRY_SIZE
    return data[: len(data) - rest] if rest else data
