"""The steps of an update: a pure function of the files that the box has and those that it should have."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import NamedTuple

# Everything in these folders belongs to the firmware, so files that it no longer has are removed. In other
# folders (editions, rules) its files are beside those of the players, and nothing is ever removed.
CODE = ("banker", "boards", "data", "words")
# Files and folders that the box, its games and its players made. An update never touches them.
PROTECTED = (
    "ring",
    "games",
    "fixtures",
    "table.key",
    "table.json",
    "tags.bin",
    "settings.json",
    "newgame.json",
)
_METADATA = 8  # blocks: a folder that gets another entry may need one more pair of blocks
_INLINE = 8  # littlefs stores files of up to an eighth of a block in their folder's metadata
_ENTRY = 48  # bytes of metadata for a file, besides its name


class Entry(NamedTuple):
    size: int
    sha256: str


Manifest = Mapping[str, Entry]


class Plan(NamedTuple):
    send: tuple[str, ...]  # paths, in the order in which they are put into their places
    remove: tuple[str, ...]
    stay: tuple[str, ...]  # files that differ, but that a game needs as they are
    same: int  # how many files are the same already

    @property
    def nothing_to_do(self) -> bool:
        return not self.send and not self.remove


def make_manifest(files: Mapping[str, bytes]) -> dict[str, Entry]:
    return {path: Entry(len(data), hashlib.sha256(data).hexdigest()) for path, data in files.items()}


def plan_update(there: Manifest, firmware: Manifest, in_use: Collection[str] = ()) -> Plan:
    """The steps from `there` to `firmware`. `in_use`: files that a game was begun with, which stay."""
    for path in firmware:
        if path.split("/")[0] in PROTECTED:
            raise ValueError(f"{path} belongs to the box, not to the firmware")
    different = [path for path, entry in firmware.items() if there.get(path) != entry]
    stay = [path for path in different if path in in_use]
    # main.py comes first: after a power cut it finishes the update, and an older box may not have it.
    send = sorted(
        (path for path in different if path not in in_use), key=lambda path: (path != "main.py", path)
    )
    remove = sorted(path for path in there if path.split("/")[0] in CODE and path not in firmware)
    return Plan(tuple(send), tuple(remove), tuple(stay), len(firmware) - len(different))


def blocks_needed(there: Manifest, firmware: Manifest, packed_size: int, block: int, steps: Plan) -> int:
    """An upper bound of the free blocks that the update needs at any moment."""

    def blocks(size: int) -> int:
        return 0 if size <= block // _INLINE else -(-size // block)

    growth = sum(
        max(0, blocks(firmware[path].size) - (blocks(there[path].size) if path in there else 0))
        for path in steps.send
    )
    free_blocks = sum(blocks(there[path].size) for path in steps.remove)  # removed before anything is placed
    folders: dict[str, int] = {}  # bytes of metadata in each new folder
    old_folders = {path.rpartition("/")[0] for path in there}
    for path in steps.send:
        folder, _, name = path.rpartition("/")
        if folder not in old_folders:
            size = firmware[path].size
            folders[folder] = folders.get(folder, 0) + _ENTRY + len(name) + (0 if blocks(size) else size)
    # littlefs splits a folder's metadata when half of a block is full.
    pairs = sum(-(-size // (block // 2)) for size in folders.values())
    # One file at a time exists twice, old and new.
    double = max((blocks(there[path].size) for path in steps.send if path in there), default=0)
    return blocks(packed_size) + max(0, growth - free_blocks) + double + 2 * pairs + _METADATA
