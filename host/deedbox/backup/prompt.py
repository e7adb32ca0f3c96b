"""Reads and writes files of a box through its raw prompt, including those that the link does not hand out.

The firmware is stopped for that and started again. The game continues from the journal.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from deedbox.deploy import remote, wait_for_box
from deedbox.deploy.keep_running import brought_back

_DEVICE = Path(__file__).parent / "device"
_PIECE = 3072  # bytes in one script
_BOOT_S = 60.0  # the twin is slow on a busy machine


class PromptError(Exception):
    """The box could not do it; one line that tells why."""


def fetch_files(
    port: str, files: Iterable[str], folders: Iterable[tuple[str, tuple[str, ...]]]
) -> dict[str, bytes]:
    """Read these files, and those in these folders with these endings, if they exist."""
    names = f"FILES = {tuple(files)!r}\nFOLDERS = {tuple(folders)!r}\n".encode()
    with _stop_firmware(port):
        return _unpack_files(remote.run_scripts(port, [names + _read_script("fetch")], fresh=True))


def place_files(port: str, files: Mapping[str, bytes]) -> None:
    """Write all files or, unless the power is cut in the last moment, none; then the box runs again."""
    if not files:
        return
    with _stop_firmware(port):
        lines = remote.run_scripts(port, _piece_scripts(files), fresh=True)
        if lines[-1:] != ["placed"]:
            raise PromptError(f"nothing was written: {lines[-1] if lines else 'the box said nothing'}")
    _check_files(port, files)


@contextmanager
def _stop_firmware(port: str) -> Iterator[None]:
    with brought_back(port, lambda: wait_for_box(port, _BOOT_S)):
        yield
    remote.restart_pico(port)
    wait_for_box(port, _BOOT_S)


def _read_script(name: str) -> bytes:
    return (_DEVICE / f"{name}.py").read_bytes()


def _piece_scripts(files: Mapping[str, bytes]) -> Iterator[bytes]:
    yield _read_script("place")
    for number, data in enumerate(files.values()):
        script = f"start({number})\n".encode()
        for at in range(0, len(data), _PIECE):
            yield script + b'take("' + base64.b64encode(data[at : at + _PIECE]) + b'")\n'
            script = b""
        if script:
            yield script
    hashes = [(path, hashlib.sha256(data).hexdigest()) for path, data in files.items()]
    yield f"finish({hashes!r})\n".encode()


def _unpack_files(lines: Iterable[str]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    path, data = "", b""
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "file":
            path, data = rest, b""
        elif word == "data":
            data += base64.b64decode(rest)
        elif word == "end":
            if hashlib.sha256(data).hexdigest() != rest:
                raise PromptError(f"{path} came damaged from the box; repeat")
            files[path] = data
        elif word == "all":
            return files
    raise PromptError("the box stopped before it had told everything; repeat")


def _check_files(port: str, files: Mapping[str, bytes]) -> None:
    from deedbox import link

    with link.connect(port, timeout_s=20.0) as box:
        there = {file.path: file.hash for file in box.list()}
    for path, data in files.items():
        if there.get(path) != hashlib.sha256(data).hexdigest()[:16]:
            raise PromptError(f"{path} is not on the box as it should be; repeat")
