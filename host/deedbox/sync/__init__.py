"""Brings editions, house rules and fixtures to a box. Only files that differ are sent.

A file arrives as a whole or not at all; after the cable was pulled its upload continues. Files that a game
uses are not replaced. If there is not enough room, nothing is sent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from banker.protocol import names
from deedbox.build.firmware import BLOCK_SIZE

if TYPE_CHECKING:
    from deedbox.link import Session

EDITIONS, RULES, FIXTURES = "editions", "rules", "fixtures"

Progress = Callable[[int, int], None]  # bytes so far, bytes in all


class SyncError(Exception):
    """Nothing was sent; one line that tells why."""


class Entry(NamedTuple):
    size: int
    hash: str  # the first 16 hexadecimal digits of its SHA-256


class Plan(NamedTuple):
    send: tuple[str, ...]  # new or different files
    same: tuple[str, ...]
    others: tuple[str, ...]  # files that are only on the box; they stay


class SyncResult(NamedTuple):
    sent: tuple[str, ...]
    same: tuple[str, ...]
    in_use: tuple[str, ...]  # not sent, because a game needs the old file


def path_on_box(folder: str, name: str) -> str:
    """The path on the box for this name; SyncError if the name is not allowed."""
    path = f"{folder}/{name}{names.WRITABLE[folder][0]}"
    if not names.writable(path):
        raise SyncError(
            f"{name}: a name on the box has at most {names.NAME_MOST} small letters, digits and hyphens"
        )
    return path


def name_from_path(path: str) -> str:
    return path.partition("/")[2].rpartition(".")[0]


def make_manifest(files: Mapping[str, bytes]) -> dict[str, Entry]:
    return {path: Entry(len(data), hashlib.sha256(data).hexdigest()[:16]) for path, data in files.items()}


def files_on_box(box: Session, folder: str) -> dict[str, Entry]:
    """The files in a folder of the box that a host may write, by one question."""
    files = box.list(folder)
    return {file.path: Entry(file.size, file.hash) for file in files if names.writable(file.path)}


def plan_sync(on_box: Mapping[str, Entry], here: Mapping[str, Entry]) -> Plan:
    send = sorted(path for path, entry in here.items() if on_box.get(path) != entry)
    same = sorted(path for path, entry in here.items() if on_box.get(path) == entry)
    return Plan(tuple(send), tuple(same), tuple(sorted(path for path in on_box if path not in here)))


def check_fits(sizes: Mapping[str, int], free: int) -> None:
    """Raise SyncError for files that the box would refuse, before anything is sent. `free` is in bytes."""
    for path, size in sizes.items():
        most = names.writable(path)
        if size > most:
            raise SyncError(f"{path}: {size} bytes, the box takes at most {most}")
    blocks = sum(-(-size // BLOCK_SIZE) for size in sizes.values())
    room = max(0, free // BLOCK_SIZE - names.RESERVE_BLOCKS)
    if blocks > room:
        raise SyncError(
            f"this needs {blocks * BLOCK_SIZE // 1024} KB, the box has room for {room * BLOCK_SIZE // 1024}: "
            "remove editions, fixtures or games that nobody needs"
        )


def push_files(
    box: Session, folder: str, files: Mapping[str, bytes], progress: Progress = lambda done, total: None
) -> SyncResult:
    """Bring these files to the box. If nothing differs, that takes one question."""
    from deedbox.link import DeviceError

    steps = plan_sync(files_on_box(box, folder), make_manifest(files))
    if not steps.send:
        return SyncResult((), steps.same, ())
    check_fits({path: len(files[path]) for path in steps.send}, box.hello().free)
    total = sum(len(files[path]) for path in steps.send)
    before = 0

    def count(size: int, _: int) -> None:
        progress(before + size, total)

    sent, in_use = [], []
    for path in steps.send:
        try:
            box.put(path, files[path], count)
            sent.append(path)
        except DeviceError as error:
            if error.code != "in-use":
                raise
            in_use.append(path)
        before += len(files[path])
    return SyncResult(tuple(sent), steps.same, tuple(in_use))


def remove_files(box: Session, paths: Iterable[str]) -> None:
    """Remove files from the box. If one is not there, SyncError, and nothing is removed."""
    paths = list(paths)
    for folder in sorted({path.partition("/")[0] for path in paths}):
        on_box = files_on_box(box, folder)
        for path in paths:
            if path.startswith(folder + "/") and path not in on_box:
                names_there = ", ".join(name_from_path(other) for other in sorted(on_box)) or "nothing"
                raise SyncError(
                    f"{name_from_path(path)} is not in {folder} on the box; there is {names_there}"
                )
    for path in paths:
        box.remove(path)
