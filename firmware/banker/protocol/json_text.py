"""Is a text JSON, as strictly as our files need it? Read piece by piece, so that no file is too long for it.

UTF-8 without control characters; whole numbers; lists and tables within each other up to a depth. The parser
of MicroPython takes more than JSON, and builds objects while it reads.
"""

from __future__ import annotations

_SPACE = b" \t\n\r"
_WORD_MOST = 20  # letters of a number
_HEX = b"0123456789abcdefABCDEF"

# What may come next.
_VALUE, _AFTER, _KEY, _COLON, _STRING, _ESCAPE, _WORD, _FIRST, _FIRST_KEY = range(9)


class JsonText:
    """feed() the pieces in order, then ask end(); once a piece was refused, so is the text."""

    def __init__(self, depth_most: int) -> None:
        self._depth_most = depth_most
        self._next = _VALUE
        self._inside = b""  # the brackets that are open
        self._word = b""
        self._is_key = False
        self._rest = 0  # bytes of a letter, or digits of an escape, that must follow
        self.values = 0  # so far

    def feed(self, piece: bytes | bytearray | memoryview) -> bool:
        for byte in piece:
            if not self._take(byte):
                self._next = -1
                return False
        return True

    def end(self) -> bool:
        """Was it one value, and all of it?"""
        if self._next == _WORD and not self._inside:
            return self._end_word()
        return self._next == _AFTER and not self._inside

    def _take(self, byte: int) -> bool:
        state = self._next
        if state == _STRING:
            return self._letter(byte)
        if state == _ESCAPE:
            return self._escaped(byte)
        if state == _WORD:
            if byte not in b" \t\n\r,]}":
                self._word += bytes((byte,))
                return len(self._word) <= _WORD_MOST
            if not self._end_word():
                return False
            state = self._next
        if byte in _SPACE:
            return state >= 0
        if state in (_KEY, _FIRST_KEY) and byte == 0x22:  # "
            self._is_key = True
            self._next = _STRING
            return True
        if byte in b"]}" and state in (_AFTER, _FIRST if byte == 0x5D else _FIRST_KEY):
            return self._close(byte)
        if state == _AFTER:
            if byte != 0x2C or not self._inside:  # ,
                return False
            self._next = _VALUE if self._inside[-1] == 0x5B else _KEY
            return True
        if state == _COLON:
            self._next = _VALUE
            return byte == 0x3A
        return state in (_VALUE, _FIRST) and self._begin(byte)

    def _begin(self, byte: int) -> bool:
        """A value begins."""
        self.values += 1
        if byte == 0x22:
            self._is_key = False
            self._next = _STRING
        elif byte in b"[{":
            self._inside += bytes((byte,))
            self._next = _FIRST if byte == 0x5B else _FIRST_KEY
            return len(self._inside) <= self._depth_most
        else:
            self._word = bytes((byte,))
            self._next = _WORD
        return True

    def _close(self, byte: int) -> bool:
        if not self._inside or self._inside[-1] != byte - 2:
            return False
        self._inside = self._inside[:-1]
        self._next = _AFTER
        return True

    def _end_word(self) -> bool:
        self._next = _AFTER
        word = self._word
        if word in (b"true", b"false", b"null"):
            return True
        digits = word[1:] if word[:1] == b"-" else word
        for byte in digits:
            if not 0x30 <= byte <= 0x39:
                return False
        return bool(digits) and (digits == b"0" or digits[0] != 0x30)

    def _letter(self, byte: int) -> bool:
        if self._rest:  # of a letter beyond ASCII
            self._rest -= 1
            return byte & 0xC0 == 0x80
        if byte == 0x22:
            self._next = _COLON if self._is_key else _AFTER
        elif byte == 0x5C:  # \
            self._next = _ESCAPE
        elif byte >= 0x80:
            self._rest = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
            return 0xC2 <= byte <= 0xF4
        return byte >= 0x20 and byte != 0x7F

    def _escaped(self, byte: int) -> bool:
        if self._rest:
            self._rest -= 1
            if not self._rest:
                self._next = _STRING
            return byte in _HEX
        if byte == 0x75:  # u
            self._rest = 4
            return True
        self._next = _STRING
        return byte in b'"\\/bfnrt'
