"""What git ignores: caches, built packages, what an editor leaves. The tests read it from .gitignore."""

from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def patterns() -> list[str]:
    lines = (ROOT / ".gitignore").read_text().splitlines()
    return [line.lstrip("\\") for line in lines if line and not line.startswith("#")]


def is_ignored(path: Path) -> bool:
    """Whether a path in the tree or a folder around it is ignored; of git's syntax only what we use."""
    parts = path.relative_to(ROOT).parts
    for pattern in patterns():
        name = pattern.strip("/")
        if pattern.startswith("/"):
            if parts[: name.count("/") + 1] == tuple(name.split("/")):
                return True
        elif any(fnmatch(part, name) for part in parts):
            return True
    return False
