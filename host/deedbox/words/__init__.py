"""The words of the display: one text file per language, compiled to a text pool."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

LANGUAGES = ("en", "de")
_FOLDER = Path(__file__).parent


class WordsError(ValueError):
    """A line that cannot be used; names file and line."""


def read_words(language: str) -> dict[int, tuple[str, str]]:
    """Number -> (name, sentence); no two words have the same name."""
    words = read_file(_FOLDER / f"{language}.txt")
    names = [name for name, _ in words.values()]
    for name in names:
        if names.count(name) > 1:
            raise WordsError(f"{language}.txt: two words have the name {name}")
    return words


def read_file(path: Path) -> dict[int, tuple[str, str]]:
    """Number -> (name, sentence) of any file in this format."""
    words: dict[int, tuple[str, str]] = {}
    for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        try:
            number, name, sentence = line.split(" ", 2)
            key = int(number)
        except ValueError:
            raise WordsError(f"{path.name}:{at}: a line is a number, a name and a sentence") from None
        if key in words:
            raise WordsError(f"{path.name}:{at}: number {key} is there twice")
        words[key] = (name, sentence)
    return words


def names_module() -> str:
    """The source of firmware/banker/ui/words.py: each word's name, its number, and the English sentence."""
    lines = [
        '"""The names of the words that the box shows; the sentences are in host/deedbox/words/.',
        "",
        "Written by `make words`: do not edit. The build puts the numbers where the names are used, so this",
        "module is not on the box.",
        '"""',
        "",
    ]
    for number, (name, sentence) in sorted(read_words("en").items()):
        line = f"{name} = {number}  # {sentence}"
        lines.append(line if len(line) <= 110 else line[:107] + "...")
    return "\n".join(lines) + "\n"


def pack_pool(texts: Sequence[str]) -> bytes:
    """A text pool: texts by number, for firmware/banker/app/text_pool.py."""
    offsets = [0]
    data = b""
    for text in texts:
        data += text.encode()
        offsets.append(len(data))
    if offsets[-1] > 0xFFFF:
        raise WordsError("the texts are too long for one pool")
    return struct.pack(f"<H{len(offsets)}H", len(texts), *offsets) + data


def compile_words(language: str) -> bytes:
    """The words of one language for the device, as a text pool."""
    words = read_words(language)
    return pack_pool([words[n][1] if n in words else "" for n in range(max(words) + 1)])
