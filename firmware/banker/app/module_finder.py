"""Finds modules in the packed file of their folder, and makes imports faster.

All modules of banker/core/rules are in banker/core/rules.pack, and so on (deedbox/build/pack.py): one file
for each would take 100 blocks more of the flash. For each module MicroPython asks whether it is a folder, a
.py or a .mpy, and then opens it; littlefs walks from the root each time, which takes 3 to 7 ms on the chip.
The box has only .mpy modules and empty packages, so the first three answers are known.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import vfs

# Folders below /banker. One string with a space around each: a list would take twice the RAM.
_FOLDERS = (
    " /core /core/rules /core/setup /core/codec /core/edition"
    " /ui /ui/screens /ui/screens/turn /ui/screens/trade"
    " /ui/screens/deeds /ui/screens/setup /ui/screens/table /ui/screens/box"
    " /app /app/store /app/link /app/link/verbs /app/tags"
    " /drivers /protocol "
)
_MOUNT_POINT = "/m"
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_ENOENT = 2


class ModuleFolder:
    """A filesystem for import: below /m it shows the modules that are below /banker.

    MicroPython keeps the path of every module in RAM, so a short one is better.
    """

    def mount(self, readonly: bool, mkfs: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def stat(self, path: str) -> tuple[int, ...]:
        if path.endswith(".mpy") and not path.endswith("__init__.mpy"):
            return _FILE
        if path != "/" and (path.endswith(".py") or " " + path + " " not in _FOLDERS):
            raise OSError(_ENOENT)
        return _FOLDER

    def ilistdir(self, path: str) -> Iterator[Any]:
        return iter(())  # whoever lists files sees none twice

    def open(self, path: str, mode: str) -> Any:
        path = "/banker" + path
        try:
            file = open_packed(path, mode)
            return open(path, mode) if file is None else file
        except OSError:
            raise ImportError(path)


def open_packed(path: str, mode: str) -> Any:
    """The packed file of the module's folder, to be read from where the module begins; None: not packed."""
    at = path.rfind("/")
    try:
        file = open(path[:at] + ".pack", mode)
    except OSError:
        return None
    head = file.read(int.from_bytes(file.read(2), "little"))
    name = b" " + path[at + 1 : -4].encode() + b":"
    start = head.find(name) + len(name)
    if start < len(name):
        file.close()
        return None
    file.seek(int(head[start : head.find(b" ", start)]))
    return file


def shorten() -> None:
    """Use it from now on; call this before importing the modules that are to come faster."""
    try:
        vfs.mount(ModuleFolder(), _MOUNT_POINT)
    except OSError:
        pass  # mounted already: the box was stopped and started again at the prompt
    sys.modules["banker"].__path__ = _MOUNT_POINT  # type: ignore[assignment]
    sys.modules["banker.app"].__path__ = _MOUNT_POINT + "/app"  # type: ignore[assignment]
