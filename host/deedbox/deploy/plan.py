"""What an update has to do: a pure function of what the box holds and what it should hold."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import NamedTuple

# Folders of which everything belongs to the firmware: what it no longer has goes. Elsewhere (editions, rules)
# its files lie beside those of the players, and nothing is ever removed.
CODE = ("banker", "boards", "data", "words")
# What the box, its games and its players made; no update may name anything in there.
KEPT = (
    "ring",
    "games",
    "fixtures",
    "table.key",
    "table.json",
    "tags.bin",
    "settings.json",
    "newgame.json",
)


class Entry(NamedTuple):
    size: int
    sha256: str


Manifest = Mapping[str, Entry]


class Plan(NamedTuple):
    send: tuple[str, ...]  # paths, in the order in which they come into their place
    remove: tuple[str, ...]
    stay: tuple[str, ...]  # differ, but a game needs them as they are
    same: int  # how many files are right already

    @property
    def nothing_to_do(self) -> bool:
        return not self.send and not self.remove


def manifest(files: Mapping[str, bytes]) -> dict[str, Entry]:
    return {path: Entry(len(data), hashlib.sha256(data).hexdigest()) for path, data in files.items()}


def plan(there: Manifest, wanted: Manifest, in_use: Collection[str] = ()) -> Plan:
    """`in_use` names files that a game was begun with: they are replaced only by the same."""
    for path in wanted:
        if path.split("/")[0] in KEPT:
            raise ValueError(f"{path} belongs to the box, not to the firmware")
    different = [path for path, entry in wanted.items() if there.get(path) != entry]
    stay = [path for path in different if path in in_use]
    # main.py first: it is what goes on with the rest after a power cut, and an older box may have none.
    send = sorted(
        (path for path in different if path not in in_use), key=lambda path: (path != "main.py", path)
    )
    remove = sorted(path for path in there if path.split("/")[0] in CODE and path not in wanted)
    return Plan(tuple(send), tuple(remove), tuple(stay), len(wanted) - len(different))


def blocks_needed(there: Manifest, wanted: Manifest, packed: int, block: int, steps: Plan) -> int:
    """Free blocks that the update needs at most, at the moment when it needs most."""

    def blocks(size: int) -> int:
        return -(-size // block)

    growth = sum(
        max(0, blocks(wanted[path].size) - (blocks(there[path].size) if path in there else 0))
        for path in steps.send
    )
    folders = {path.rpartition("/")[0] for path in steps.send} - {path.rpartition("/")[0] for path in there}
    # One file at a time is there twice, as it was and as it will be.
    double = max((blocks(there[path].size) for path in steps.send if path in there), default=0)
    return blocks(packed) + growth + double + 2 * len(folders) + _METADATA


_METADATA = 8  # folders that grow by an entry may need a block pair more
