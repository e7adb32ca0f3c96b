# mypy: ignore-errors
# `re` for MicroPython, as the host calls it: match[1], fullmatch, escape, {m,n} after one letter, a final \b.

import sys

_native = sys.modules.pop("re", None)
_path = sys.path[:]
sys.path[:] = []
import ure as _native  # noqa: E402

sys.path[:] = _path


def _plain(pattern):
    """The pattern without {m,n}, which MicroPython does not know."""
    out = ""
    last = ""
    at = 0
    while at < len(pattern):
        if pattern[at] == "{":
            end = pattern.index("}", at)
            least, _, most = pattern[at + 1 : end].partition(",")
            least = int(least)
            most = int(most) if most else least
            out = out[: len(out) - len(last)] + last * least + (last + "?") * (most - least)
            at = end + 1
            continue
        size = 2 if pattern[at] == "\\" else 1
        if pattern[at] == "[":
            size = pattern.index("]", at) + 1 - at
        last = pattern[at : at + size]
        out += last
        at += size
    return out


def _is_word(mark):
    return mark.isalpha() or mark.isdigit() or mark == "_"


class Match:
    def __init__(self, native):
        self._native = native

    def __getitem__(self, number):
        return self._native.group(number)

    group = __getitem__


class Pattern:
    def __init__(self, pattern):
        self._at_edge = pattern.endswith("\\b")
        self._plain = _plain(pattern[:-2] if self._at_edge else pattern)
        self._code = _native.compile(self._plain)

    def _checked(self, native, text):
        if native is None:
            return None
        end = text.find(native.group(0)) + len(native.group(0))
        if self._at_edge and end < len(text) and _is_word(text[end]):
            return None
        return Match(native)

    def match(self, text):
        return self._checked(self._code.match(text), text)

    def search(self, text):
        return self._checked(self._code.search(text), text)

    def fullmatch(self, text):
        native = _native.match("(?:" + self._plain + ")$", text)
        return Match(native) if native is not None else None


def compile(pattern):
    return Pattern(pattern)


def match(pattern, text):
    return Pattern(pattern).match(text)


def search(pattern, text):
    return Pattern(pattern).search(text)


def fullmatch(pattern, text):
    return Pattern(pattern).fullmatch(text)


def escape(text):
    return "".join(
        [mark if mark.isalpha() or mark.isdigit() or mark == " " else "\\" + mark for mark in text]
    )
