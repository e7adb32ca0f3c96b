"""Finds the parts of the core by name when they are needed.

Whoever runs the core may put another finder here: the box loads seldom used parts from flash and drops them
again.
"""

from __future__ import annotations

from typing import Any

_parts: dict[str, Any] = {}


def _import(name: str) -> Any:
    return __import__("banker.core." + name, None, None, ("core",))


finder = _import


def load(name: str) -> Any:
    """The module banker.core.NAME."""
    part = _parts.get(name)
    if part is None:
        part = _parts[name] = finder(name)
    return part


def forget_all() -> None:
    _parts.clear()
