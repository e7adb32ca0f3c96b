"""Names that changed in play: the box keeps those of the beginning in its records and shows the new ones."""

from __future__ import annotations

import re
from typing import Any

_OF_A_LOOK = ("names", "state", "log", "moment", "worth", "taps")
_NO_NAMES = ("phase", "do", "kind", "why", "screen")  # their values are words of the contract


def with_shown_names(look: dict[str, Any]) -> dict[str, Any]:
    """The look of the page with the names that the box shows now."""
    new = dict(zip(look["names"], look["shown_names"], strict=False))
    if not any(old != name for old, name in new.items()):
        return look
    return {**look, **{key: _renamed(look[key], new) for key in _OF_A_LOOK}}


def _renamed(value: Any, new: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            new.get(key, key): item
            if key in _NO_NAMES
            else _in_text(item, new)
            if key == "text"
            else _renamed(item, new)
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [_renamed(item, new) for item in value]
    return new.get(value, value) if isinstance(value, str) else value


def _in_text(texts: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """Sentences by language; a name is a whole word in them."""
    longest_first = sorted(new, key=len, reverse=True)
    names = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")
    return {language: names.sub(lambda name: new[name[0]], text) for language, text in texts.items()}
