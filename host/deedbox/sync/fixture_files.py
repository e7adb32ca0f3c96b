"""Fixtures as files for the box: the same tables as JSON, with the id of their edition."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path

from banker.protocol.names import NAME_MOST
from deedbox.sync import FIXTURES, SyncError, path_on_box


def pack_fixtures(paths: Iterable[Path]) -> dict[str, bytes]:
    """The files by their paths on the box; SyncError if the box cannot run one of them."""
    from deedbox.editions import load_edition
    from deedbox.fixtures import FixtureError
    from deedbox.fixtures.files import read_fixture

    files: dict[str, bytes] = {}
    for file in paths:
        try:
            fixture = read_fixture(file)
        except FixtureError as why:
            raise SyncError(f"{file}: {why}") from None
        if not fixture.edition:
            raise SyncError(f"{file}: the box cannot run it: it names no edition that exists")
        if fixture.for_the_device:
            raise SyncError(
                f"{file}: taps, keys, power and screens are for whoever drives the box, not for itself"
            )
        data = {**fixture.data, "edition": load_edition(fixture.edition).id}
        path = path_on_box(FIXTURES, _file_name(file.stem))
        if path in files:
            raise SyncError(f"{file}: another of these has the same name on the box, {path}")
        files[path] = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    return files


def _file_name(stem: str) -> str:
    """A name for the box. A long one is cut, and a part of its hash makes it unique."""
    name = re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-")
    if len(name) > NAME_MOST:
        name = f"{name[: NAME_MOST - 7]}-{hashlib.sha256(stem.encode()).hexdigest()[:6]}"
    return name
