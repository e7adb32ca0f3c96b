"""Reads and writes files of a box through its raw prompt, including those that the link does not hand out.

    with stop_firmware(port, tell):
        files = fetch_files(port, ...)
        place_files(port, ...)

The firmware is stopped for that, if somebody at the box agrees, and started again. The game continues from
the journal.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from deedbox.deploy import remote, wait_for_box
from deedbox.deploy.keep_running import brought_back
from deedbox.deploy.way_in import Tell, reach_prompt

_DEVICE = Path(__file__).parent / "device"
_PIECE = 3072  # bytes in one script
_TRIES = 4  # to fetch what came damaged
_BOOT_S = 60.0  # the twin is slow on a busy machine


class PromptError(Exception):
    """The box could not do it; one line that tells why."""


def fetch_files(
    port: str, files: Iterable[str], folders: Iterable[tuple[str, tuple[str, ...]]]
) -> dict[str, bytes]:
    """Read these files, and those in these folders with these endings, if they exist."""
    wanted = f"FILES = {tuple(files)!r}\nFOLDERS = {tuple(folders)!r}\n"
    content: dict[str, bytes] = {}
    for _ in range(_TRIES):  # a Pico drops output when this computer does not read for half a second
        script = f"{wanted}HERE = {set(content)!r}\n".encode() + _read_script("fetch")
        new, complete = _unpack_files(remote.run_scripts(port, [script], fresh=True))
        content |= new
        if complete:
            return content
    raise PromptError("files came damaged from the box; close other programs, and repeat")


def place_files(port: str, files: Mapping[str, bytes]) -> None:
    """Write all files or, unless the power is cut in the last moment, none. All are read back before."""
    if not files:
        return
    lines = remote.run_scripts(port, _piece_scripts(files), fresh=True)
    if lines[-1:] != ["placed"]:
        raise PromptError(f"nothing was written: {lines[-1] if lines else 'the box said nothing'}")


@contextmanager
def stop_firmware(port: str, tell: Tell = lambda line: None) -> Iterator[None]:
    """The box is at its prompt until the end of the `with` block; then it runs again."""
    with brought_back(port, lambda: wait_for_box(port, _BOOT_S)):
        reach_prompt(port, tell)
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


def _unpack_files(lines: Iterable[str]) -> tuple[dict[str, bytes], bool]:
    """The files that came whole, and whether these are all."""
    files: dict[str, bytes] = {}
    data = b""
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "file":
            data = b""
        elif word == "data":
            with suppress(ValueError):
                data += base64.b64decode(rest)
        elif word == "end":
            path, _, digest = rest.partition(" ")
            if hashlib.sha256(path.encode() + data).hexdigest() == digest:
                files[path] = data
            data = b""
        elif word == "all":
            return files, rest == str(len(files))
    return files, False
