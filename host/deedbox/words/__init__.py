"""The words of the interface: a text file per language, compiled to a pool read by number."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

LANGUAGES = ("en", "de")
_FOLDER = Path(__file__).parent


class WordsError(ValueError):
    """A line that cannot be used; the text names file and line."""


def read(language: str) -> dict[int, tuple[str, str]]:
    """Number -> (name, sentence)."""
    return read_file(_FOLDER / f"{language}.txt")


def read_file(path: Path) -> dict[int, tuple[str, str]]:
    """The same, of any file of this form."""
    found: dict[int, tuple[str, str]] = {}
    for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        try:
            number, name, sentence = line.split(" ", 2)
            key = int(number)
        except ValueError:
            raise WordsError(f"{path.name}:{at}: a line is a number, a name and a sentence") from None
        if key in found:
            raise WordsError(f"{path.name}:{at}: number {key} stands twice")
        found[key] = (name, sentence)
    return found


def pool(texts: Sequence[str]) -> bytes:
    """Texts by number, as firmware/banker/app/pool.py reads them."""
    offsets = [0]
    data = b""
    for text in texts:
        data += text.encode()
        offsets.append(len(data))
    if offsets[-1] > 0xFFFF:
        raise WordsError("the texts are too long for one pool")
    return struct.pack(f"<H{len(offsets)}H", len(texts), *offsets) + data


def compiled(language: str) -> bytes:
    words = read(language)
    return pool([words[n][1] if n in words else "" for n in range(max(words) + 1)])
