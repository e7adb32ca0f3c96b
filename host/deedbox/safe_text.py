"""Text from a box or a file, made harmless: no character steers a terminal or turns the direction of a line.

Escape sequences can clear a screen or retitle a window, and marks of direction can make one name look like
another. Python calls all of these unprintable, so each becomes a question mark.
"""

from __future__ import annotations

from typing import Any


def safe_text(text: str) -> str:
    """The text with `?` for every character that cannot be printed; line ends stay."""
    return "".join(mark if mark.isprintable() or mark == "\n" else "?" for mark in text)


def one_line(text: str) -> str:
    """The same in one line."""
    return safe_text(" ".join(text.split()))


def safe_values(value: Any) -> Any:
    """The same for every text in tables and lists, keys as well."""
    if isinstance(value, str):
        return value if value.isprintable() else safe_text(value)
    if isinstance(value, dict):
        return {safe_values(key): safe_values(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [safe_values(item) for item in value]
    return value


def safe_json(text: str) -> str:
    """JSON with `\\u....` for every character that cannot be printed, so it means the same."""
    return "".join(mark if mark.isprintable() or mark == "\n" else _escape(mark) for mark in text)


def _escape(mark: str) -> str:
    code = ord(mark)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
