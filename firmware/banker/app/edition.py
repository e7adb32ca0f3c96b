"""The edition in play: its numbers in RAM, its texts on flash. `deedbox` compiles it for this firmware.

 0  "DBE3"
 4  8 bytes: the first ones of the SHA-256 of all that follows; they identify the edition
12  bytes of the pool; bytes of the packed part; bytes of that unpacked (16 bits each, little-endian)
18  text pool (text_pool.py), not packed: a name costs two short reads
    packed part: raw deflate, window of 1 KB: the board's numbers (16 bits each), then JSON (id, games,
    rules, placeholders). It is only needed when a game begins.
core/edition/limits.py has the numbers of the texts, and what texts and numbers may be.
"""

from __future__ import annotations

import json
import os
import struct
from array import array
from binascii import hexlify
from typing import TYPE_CHECKING, Any

from banker.app.text_pool import TextPool
from banker.core.board import NUMBERS, Board
from banker.core.edition.limits import LABELS, SHORTS, TOKEN_SHORTS, TOKENS, WORDS
from banker.core.tags import TOKENS as TOKENS_MOST
from banker.ui.fit_name import fit
from micropython import const

if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC = b"DBE3"
_AT_HASH = const(4)
_AT_SIZES = const(12)
_HEAD = const(18)
_WINDOW_BITS = const(10)
_POOL_MOST = const(8192)
_PLAIN_MOST = const(4096)
# Of the JSON: a deep one would exhaust the stack, and one of many values the heap.
_NEST_MOST = const(4)
_VALUES_MOST = const(400)


class EditionError(Exception):
    """This file is no edition, a damaged one, or one for another firmware; the text has file and reason."""


class Edition:
    def __init__(self, name: str, path: str = "") -> None:
        """`path`: where the file is while it has not got its name yet."""
        self.name = name
        self._path = path = path or "editions/%s.bin" % name
        from banker.protocol.names import plain  # not resident

        if not plain(name):
            raise self._error("name")
        try:
            with open(path, "rb") as file:
                self.hash = self._check_file(file)
        except OSError:
            raise self._error("not here")
        unpacked = self._unpack()
        self.board = Board(array("H", unpacked[: 2 * NUMBERS]))  # little-endian, as the chip is
        del unpacked
        self._pool = TextPool(path, _HEAD)

    def _error(self, reason: str) -> EditionError:
        return EditionError("editions/%s.bin: %s" % (self.name, reason))

    def _check_file(self, file: Any) -> str:
        """Is the file complete and as it was compiled? Returns the hash."""
        from hashlib import sha256

        head = file.read(_HEAD)
        if len(head) != _HEAD or head[:4] != MAGIC:
            raise self._error("no edition for this firmware")
        pool, packed, plain = struct.unpack("<HHH", head[_AT_SIZES:])
        self._packed_at = _HEAD + pool
        self._plain_size = plain
        if not 4 < pool <= _POOL_MOST or not 2 * NUMBERS < plain <= _PLAIN_MOST or packed > _PLAIN_MOST:
            raise self._error("sizes")
        if os.stat(self._path)[6] != _HEAD + pool + packed:
            raise self._error("length")
        digest = sha256(head[_AT_SIZES:])
        buf = bytearray(256)
        view = memoryview(buf)
        while True:
            n = file.readinto(buf)
            if not n:
                break
            digest.update(view[:n])
        if digest.digest()[:8] != head[_AT_HASH:_AT_SIZES]:
            raise self._error("damaged")
        return hexlify(head[_AT_HASH:_AT_SIZES]).decode()

    def _unpack(self) -> bytes:
        import deflate

        try:
            with open(self._path, "rb") as file:
                file.seek(self._packed_at)
                stream = deflate.DeflateIO(file, deflate.RAW, _WINDOW_BITS)
                plain: bytes = stream.read(self._plain_size)
                more = stream.read(1)
        except (OSError, EOFError, ValueError):
            raise self._error("packed part")
        if len(plain) != self._plain_size or more:
            raise self._error("packed part")
        return plain

    def about(self) -> dict[str, Any]:
        """Id, games, rules, placeholders; read from flash each time."""
        text = self._unpack()[2 * NUMBERS :]
        depth = values = 0
        for byte in text:
            depth += 1 if byte in b"[{" else -1 if byte in b"]}" else 0
            values += byte in b"[{,"
            if depth > _NEST_MOST or values > _VALUES_MOST:
                raise self._error("about")
        try:
            about: dict[str, Any] = json.loads(text)
            return about
        except ValueError:
            raise self._error("about")

    def check(self) -> None:
        """Check everything that the rules and the screens rely on; EditionError names the first fault."""
        for _ in self.checks():
            pass

    def checks(self) -> Iterator[None]:
        """The same in pieces, between which the game may go on."""
        from banker.app.loader import load

        limits = load("banker.core.edition.limits")
        try:
            numbers = array("H", self._unpack()[: 2 * NUMBERS])
            fault = limits.numbers_fault(numbers) or self._pool.fault(self._packed_at)
            yield
            fault = fault or limits.texts_fault(self._pool)
        except UnicodeError:
            raise self._error("text")
        del limits, numbers  # both modules at once would need too much heap
        yield
        if not fault:
            about = self.about()
            metadata = load("banker.core.edition.metadata")
            fault = metadata.about_fault(about, self.board.extras, len(self.tokens()))
            if not fault and about["id"] != self.name:
                fault = "it is called %s inside" % about["id"]
        if fault:
            raise self._error(fault)

    # -- texts, from flash --

    def place(self, space: int, width: int = 0) -> str:
        """The name of a space, in at most so many letters."""
        name = self._pool[space]
        if not width or len(name) <= width:
            return name
        return fit(name, width, self._pool[SHORTS + space])

    def label(self, card: int) -> str:
        """The label of a card: 0 to 15 of chance, 16 to 31 of chest."""
        return self._pool[LABELS + card]

    def word(self, number: int) -> str:
        """A word of the edition's own (core/edition/limits.py, WORD_KEYS)."""
        return self._pool[WORDS + number]

    def tokens(self) -> list[str]:
        """What the tokens are called on the display, as many as the edition has: their short names if they
        have any."""
        names = []
        for token in range(TOKENS_MOST):
            name = self._pool[TOKENS + token]
            if name and self._pool.count > TOKEN_SHORTS:
                name = self._pool[TOKEN_SHORTS + token] or name
            if name:
                names.append(name)
        return names

    def close(self) -> None:
        self._pool.close()
