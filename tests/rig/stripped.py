"""The firmware's sources as MicroPython can run them: without types, which it does not have."""

import tempfile
from functools import cache
from pathlib import Path

from deedbox.build import fold

ROOT = Path(__file__).resolve().parents[2]
_FOLDERS: list[tempfile.TemporaryDirectory] = []  # removed at exit


@cache
def sources(*folders: str) -> str:
    """A folder with the Python files of these folders of the tree ("firmware", "host/deedbox/lab" ...)."""
    folder = tempfile.TemporaryDirectory(prefix="deedbox-sources-")
    _FOLDERS.append(folder)
    for name in folders:
        top = name.split("/")[0]
        for path in (ROOT / name).rglob("*.py"):
            target = Path(folder.name) / path.relative_to(ROOT / top)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(fold.strip_types(path.read_bytes()))
    return folder.name
