"""The edition in play: its numbers in RAM, its names on flash. Compiled by `deedbox`, made for this firmware.

File: "DBE1", the count of numbers, the numbers (16 bits each), then a pool: text 0 is the edition's knobs
and terms as JSON, texts 1 to 40 are the names of the spaces.
"""

import json
import struct

from banker.app.pool import Pool
from banker.core.board import NUMBERS, Board

MAGIC = b"DBE1"


class EditionError(Exception):
    """This file is no edition, or one for another firmware."""


class Edition:
    def __init__(self, name: str):
        path = "editions/%s.bin" % name
        with open(path, "rb") as file:
            head = file.read(6)
            if head[:4] != MAGIC or struct.unpack("<H", head[4:])[0] != NUMBERS:
                raise EditionError(path)
            self.board = Board(struct.unpack("<%dH" % NUMBERS, file.read(2 * NUMBERS)))
        self._pool = Pool(path, 6 + 2 * NUMBERS)

    def about(self) -> dict:
        """Knobs and terms: read when a game begins, not kept."""
        return json.loads(self._pool[0])

    def place(self, space: int) -> str:
        return self._pool[1 + space]

    def close(self) -> None:
        self._pool.close()
