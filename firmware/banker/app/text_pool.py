"""A text pool: texts on flash by number. Only the text that is asked for comes into RAM.

The file: count, then count + 1 offsets (16 bits each, little-endian), then the texts (UTF-8), end to end.
"""

from __future__ import annotations


class TextPool:
    def __init__(self, path: str, start: int = 0) -> None:
        self._file = open(path, "rb")  # stays open: opening costs more than reading
        self._start = start
        self._word = bytearray(4)
        self._file.seek(start)
        self._file.readinto(memoryview(self._word)[:2])
        self.count = self._word[0] | self._word[1] << 8

    def _span(self, number: int) -> tuple[int, int]:
        word = self._word
        self._file.seek(self._start + 2 + 2 * number)
        self._file.readinto(word)
        return word[0] | word[1] << 8, word[2] | word[3] << 8

    def __getitem__(self, number: int) -> str:
        if not 0 <= number < self.count:
            raise IndexError("there is no text %d" % number)
        begin, end = self._span(number)
        self._file.seek(self._start + 4 + 2 * self.count + begin)
        text: str = self._file.read(end - begin).decode()
        return text

    def fault(self, end: int) -> str:
        """The first fault of a pool that should end there in the file; "" if every text lies within it."""
        room = end - self._start - 4 - 2 * self.count
        last = 0
        for number in range(self.count):
            begin, after = self._span(number)
            if begin != last or after < begin or after > room:
                return "text %d lies elsewhere" % number
            last = after
        return "" if last == room else "more than texts"

    def close(self) -> None:
        self._file.close()
