"""The edition in play: its numbers in RAM, its names on flash. Compiled by `deedbox`, made for this firmware.

 0  "DBE3"
 4  8 bytes: begin of the SHA-256 of all that follows; the edition is known by it
12  bytes of the pool; bytes of the packed part; bytes of that unpacked (16 bits each, little-endian)
18  pool (app/pool.py): texts by number, plain, so that a name costs two short reads and not an unpacking
    packed part: raw deflate, window of 1 KB: the board's numbers (16 bits each), then JSON (id, games,
    rules, placeholders); both are needed when a game begins, and no more after that
What texts and numbers may be stands in core/edition.py.
"""

import json
import os
import struct
from array import array
from binascii import hexlify

from banker.app.pool import Pool
from banker.core.board import NUMBERS, Board
from banker.ui.fit import fit
from micropython import const

MAGIC = b"DBE3"
_HEAD = const(18)
_WINDOW_BITS = const(10)
_POOL_MOST = const(8192)
_PLAIN_MOST = const(4096)
_NEST_MOST = const(4)  # of brackets in the JSON: a deep one would exhaust the stack

_SHORTS = const(40)  # texts by number, see core/edition.py
_LABELS = const(80)
_WORDS = const(112)
_TOKENS = const(127)


class EditionError(Exception):
    """This file is no edition, a damaged one, or one for another firmware; the text says which and why."""


class Edition:
    def __init__(self, name: str):
        self.name = name
        self._path = path = "editions/%s.bin" % name
        if not name or len(name) > 20 or name.strip("abcdefghijklmnopqrstuvwxyz0123456789-"):
            raise self._no("name")
        try:
            with open(path, "rb") as file:
                self.hash = self._check_whole(file)
        except OSError:
            raise self._no("not here")
        plain = self._unpack()
        self.board = Board(array("H", plain[: 2 * NUMBERS]))  # little-endian, as the chip is
        del plain
        self._pool = Pool(path, _HEAD)

    def _no(self, why: str) -> EditionError:
        return EditionError("%s: %s" % (self._path, why))

    def _check_whole(self, file) -> str:
        """Nothing missing, nothing changed since it was compiled; returns the hash."""
        from hashlib import sha256

        head = file.read(_HEAD)
        if len(head) != _HEAD or head[:4] != MAGIC:
            raise self._no("no edition for this firmware")
        pool, packed, plain = struct.unpack("<HHH", head[12:])
        self._packed_at = _HEAD + pool
        self._plain_size = plain
        if not 4 < pool <= _POOL_MOST or not 2 * NUMBERS < plain <= _PLAIN_MOST or packed > _PLAIN_MOST:
            raise self._no("sizes")
        if os.stat(self._path)[6] != _HEAD + pool + packed:
            raise self._no("length")
        digest = sha256(head[12:])
        buf = bytearray(256)
        view = memoryview(buf)
        while True:
            n = file.readinto(buf)
            if not n:
                break
            digest.update(view[:n])
        if digest.digest()[:8] != head[4:12]:
            raise self._no("damaged")
        return hexlify(head[4:12]).decode()

    def _unpack(self) -> bytes:
        import deflate

        try:
            with open(self._path, "rb") as file:
                file.seek(self._packed_at)
                stream = deflate.DeflateIO(file, deflate.RAW, _WINDOW_BITS)
                plain = stream.read(self._plain_size)
                more = stream.read(1)
        except (OSError, EOFError, ValueError):
            raise self._no("packed part")
        if len(plain) != self._plain_size or more:
            raise self._no("packed part")
        return plain

    def about(self) -> dict:
        """Id, games, rules, placeholders: read when a game begins, not kept."""
        text = self._unpack()[2 * NUMBERS :]
        depth = 0
        for byte in text:
            depth += 1 if byte in b"[{" else -1 if byte in b"]}" else 0
            if depth > _NEST_MOST:
                raise self._no("about")
        try:
            return json.loads(text)
        except ValueError:
            raise self._no("about")

    def check(self) -> None:
        """Everything that the rules and the screens rely on; before a game begins with it."""
        from banker.app.loader import load

        form = load("banker.core.edition")  # what it is made of, then what it says of itself: one at a time
        try:
            numbers = array("H", self._unpack()[: 2 * NUMBERS])
            fault = (
                form.numbers_fault(numbers)
                or self._pool.fault(self._packed_at)
                or form.texts_fault(self._pool)
            )
        except UnicodeError:
            raise self._no("text")
        del form, numbers  # room for what comes
        if not fault:
            about = self.about()
            form = load("banker.core.about")
            fault = form.about_fault(about, self.board.extras, len(self.tokens()))
            if not fault and about["id"] != self.name:
                fault = "it is called %s inside" % about["id"]
        if fault:
            raise self._no(fault)

    # -- texts, from flash --

    def place(self, space: int, width: int = 0) -> str:
        """The name of a space, as short as its place on the screen demands."""
        name = self._pool[space]
        if not width or len(name) <= width:
            return name
        return fit(name, width, self._pool[_SHORTS + space])

    def label(self, card: int) -> str:
        """What a card is about: 0 to 15 of chance, 16 to 31 of chest."""
        return self._pool[_LABELS + card]

    def word(self, number: int) -> str:
        """A word of the edition's own (core/edition.py, WORD_KEYS)."""
        return self._pool[_WORDS + number]

    def tokens(self) -> list:
        return [self._pool[_TOKENS + n] for n in range(8) if self._pool[_TOKENS + n]]

    def close(self) -> None:
        self._pool.close()
