"""Faults in files that people write: the place, the value and what is allowed, all faults at once."""

from __future__ import annotations

import bisect
import difflib
import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

FILE_MOST = 65536  # bytes; a full edition has 9,000
NEST_MOST = 8
Path = tuple[str | int, ...]
_SYNTAX = re.compile(r" ?\(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True)
class Fault:
    file: str
    line: int
    key: str
    value: str
    allowed: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        what = f"{self.key} = {self.value}: " if self.value else f"{self.key}: " if self.key else ""
        return where + what + self.allowed


class FileError(ValueError):
    """A file that cannot be used. Its text is the first fault in one line; `faults` has all of them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        more = f" (and {len(self.faults) - 1} more)" if len(self.faults) > 1 else ""
        super().__init__(f"{self.faults[0]}{more}")

    @classmethod
    def without_file(cls, text: str) -> Self:
        """A fault that belongs to no file."""
        return cls([Fault("", 0, "", "", text)])


class Finder:
    """Collects the faults of one file and finds the line of each key."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self._lines = locate_keys(text)

    def line(self, path: Path) -> int:
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def add(self, path: Path, allowed: str, *value: Any) -> None:
        text = show_value(value[0]) if value else ""
        self.faults.append(Fault(self.file, self.line(path), dotted_key(path), text, allowed))

    def __bool__(self) -> bool:
        return bool(self.faults)


def dotted_key(path: Path) -> str:
    """deeds.brown1.rents[2]"""
    out = ""
    for part in path:
        out += f"[{part}]" if isinstance(part, int) else f".{part}" if out else part
    return out


def show_value(value: Any) -> str:
    """A value as it could be written in the file, on one line of at most 60 letters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """' (did you mean go_salary?)' or nothing."""
    matches = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean {matches[0]}?)" if matches else ""


def parse_toml(file: str, data: bytes) -> tuple[dict[str, Any], str]:
    """The tables of a TOML file and its text; FileError with the line if it is no TOML."""

    def fault(line: int, why: str) -> FileError:
        return FileError([Fault(file, line, "", "", why)])

    if len(data) > FILE_MOST:
        raise fault(1, f"{len(data)} bytes: at most {FILE_MOST} are allowed")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise fault(line, "this is no UTF-8 text; save the file as UTF-8") from None
    deep = _too_deep(text)
    if deep:
        raise fault(deep, f"brackets nested deeper than {NEST_MOST}")
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        place = _SYNTAX.search(str(error))
        line = int(place[1]) if place and place[1] else max(1, text.count("\n"))
        reason = str(error)[: place.start()] if place else str(error)
        raise fault(line, f"this is no TOML: {reason[:1].lower()}{reason[1:]}") from None
    except (ValueError, RecursionError):
        digits = re.search(r"\d{1000}", text)  # Python refuses to convert so many digits
        line = text.count("\n", 0, digits.start()) + 1 if digits else 1
        raise fault(line, "this cannot be read: a number has thousands of digits") from None


def _too_deep(text: str) -> int:
    """The line on which brackets are nested too deeply, 0 if there is none. Those in strings count, too."""
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        for char in line:
            if char in "[{":
                depth += 1
                if depth > NEST_MOST:
                    return number
            elif char in "]}":
                depth = max(0, depth - 1)
        if line.startswith("[") and line.rstrip().endswith("]"):
            depth = 0
    return 0


def locate_keys(text: str) -> dict[Path, int]:
    """The line of each key and of each element of an array. The text must be valid TOML."""
    return _Scan(text).lines


class _Scan:
    """Reads valid TOML once, from `at` on, and notes the lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self._counts: dict[Path, int] = {}
        self._document()

    def _mark(self, path: Path) -> None:
        self.lines.setdefault(path, bisect.bisect_right(self._starts, self.at))

    def _peek(self, many: int = 1) -> str:
        return self.text[self.at : self.at + many]

    def _blank(self, also: str = "") -> None:
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif char in " \t\r\n" + also:
                self.at += 1
            else:
                return

    def _document(self) -> None:
        table: Path = ()
        while True:
            self._blank()
            if self.at >= len(self.text):
                return
            if self._peek(2) == "[[":
                self.at += 2
                table = self._key(())
                self.at += 2
                count = self._counts.get(table, 0)
                self._counts[table] = count + 1
                table = (*table, count)
                self.lines.setdefault(table, bisect.bisect_right(self._starts, self.at))
            elif self._peek() == "[":
                self.at += 1
                table = self._key(())
                self.at += 1
            else:
                self._pair(table)

    def _pair(self, table: Path) -> None:
        path = self._key(table)
        self.at += 1  # the sign of equality
        self._value(path)

    def _key(self, table: Path) -> Path:
        """Read a dotted key; `at` is then behind it."""
        path = table
        while True:
            self._blank()
            start = self.at
            if self._peek() in ('"', "'"):
                self._string()
                name = tomllib.loads(f"k = {self.text[start : self.at]}")["k"]
            else:
                while self._peek() and (self._peek().isalnum() or self._peek() in "-_"):
                    self.at += 1
                name = self.text[start : self.at]
            path = (*path, name)
            self._mark(path)
            self._blank()
            if self._peek() != ".":
                return path
            self.at += 1

    def _value(self, path: Path) -> None:
        self._blank()
        self._mark(path)
        char = self._peek()
        if char == "{":
            self.at += 1
            while True:
                self._blank(",")
                if self._peek() in ("}", ""):
                    break
                self._pair(path)
            self.at += 1
        elif char == "[":
            self.at += 1
            index = 0
            while True:
                self._blank(",")
                if self._peek() in ("]", ""):
                    break
                self._value((*path, index))
                index += 1
            self.at += 1
        elif char in ('"', "'"):
            self._string()
        else:
            while self._peek() and self._peek() not in ",]}\n#":
                self.at += 1

    def _string(self) -> None:
        quote = self._peek()
        if self._peek(3) == quote * 3:
            self.at += 3
            while self._peek(3) != quote * 3 and self.at < len(self.text):
                self.at += 2 if quote == '"' and self._peek() == "\\" else 1
            self.at += 3
            while self._peek() == quote:  # the text may end in up to two quotes, before the closing ones
                self.at += 1
        else:
            self.at += 1
            while self._peek() not in (quote, ""):
                self.at += 2 if quote == '"' and self._peek() == "\\" else 1
            self.at += 1
