"""Which tag is what: the UIDs that this box has learned. Identity is the UID; a tag carries no money.

File tags.bin: 13 bytes a tag: length of the UID, the UID in 10, kind, number. Only enrol.py writes it.
"""

LOST = 0  # replaced by another tag: a stranger, and never learned again by itself
TOKEN = 1
DEED = 2
CARD = 3
BANKER = 4

MOST = b"\x00\x08\x1c\x20\x01"  # so many of each kind

PATH = "tags.bin"
SIZE = 13
KIND = 11  # place in an entry
NUMBER = 12


class Tags:
    def __init__(self, path: str = PATH):
        self.path = path
        try:
            with open(path, "rb") as file:
                self.known = whole(file.read())
        except OSError:
            self.known = b""

    def find(self, uid, length: int) -> int:
        """kind << 8 | number, or 0 for a stranger. Allocates nothing."""
        at = self.place(uid, length)
        if at < 0:
            return 0
        known = self.known
        kind, number = known[at + KIND], known[at + NUMBER]
        if kind > BANKER or number >= MOST[kind]:
            return 0  # a damaged map is no reason to look for a deed that is not there
        return kind << 8 | number

    def place(self, uid, length: int) -> int:
        """Where the entry of this UID begins, -1 if there is none."""
        known = self.known
        at = 0
        while at < len(known):  # a range with a named step would be made on the heap
            if known[at] == length:
                i = 0
                while i < length and known[at + 1 + i] == uid[i]:
                    i += 1
                if i == length:
                    return at
            at += SIZE
        return -1


def whole(data: bytes) -> bytes:
    """Without a torn entry at the end."""
    rest = len(data) % SIZE
    return data[: len(data) - rest] if rest else data
