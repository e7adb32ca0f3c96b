"""littlefs as WebAssembly: the sources that littlefs-python has, of one known hash, and littlefs_js.c.

The compiler is Zig's (the package ziglang, group `site`). The result is stored, since a first run makes the C
library too, which takes minutes.
"""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path

from deedbox.build.firmware import default_cache
from deedbox.files import write_file

_GLUE = Path(__file__).with_name("littlefs_js.c")
_PIN = json.loads(Path(__file__).parents[1].joinpath("tools.json").read_text(encoding="utf-8"))["littlefs"]
_FLAGS = (
    "-target", "wasm32-wasi", "-mexec-model=reactor", "-Oz", "-s",
    "-DLFS_NO_DEBUG", "-DLFS_NO_WARN", "-DLFS_NO_ERROR", "-DLFS_NO_ASSERT",
)  # fmt: skip
_SOURCES = ("lfs.c", "lfs_util.c", "lfs.h", "lfs_util.h")


class LittlefsError(Exception):
    """littlefs cannot be had or compiled; the text says why."""


def compile_littlefs(store: Path | None = None) -> bytes:
    """The WebAssembly module."""
    identity = _GLUE.read_bytes() + " ".join(_FLAGS).encode() + _PIN["sha256"].encode()
    result = (store or default_cache()) / f"littlefs-{hashlib.sha256(identity).hexdigest()[:16]}.wasm"
    if result.exists():
        return result.read_bytes()
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        _place_sources(folder)
        output = folder / "littlefs.wasm"
        command = [sys.executable, "-m", "ziglang", "cc", *_FLAGS, f"-I{folder}"]
        command += [str(folder / "lfs.c"), str(folder / "lfs_util.c"), str(_GLUE), "-o", str(output)]
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode:
            raise LittlefsError(f"littlefs does not compile: {process.stderr.strip()}")
        data = output.read_bytes()
    result.parent.mkdir(parents=True, exist_ok=True)
    write_file(result, data, durable=False)
    return data


def _place_sources(folder: Path) -> None:
    try:
        with urllib.request.urlopen(_PIN["url"], timeout=60) as answer:
            packed = answer.read()
    except OSError as error:
        raise LittlefsError(f"{_PIN['url']}: {error}") from None
    if hashlib.sha256(packed).hexdigest() != _PIN["sha256"]:
        raise LittlefsError(f"{_PIN['url']}: not the file with the hash of tools.json")
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for name in _SOURCES:
            member = archive.extractfile(f"{_PIN['folder']}/{name}")
            assert member is not None
            (folder / name).write_bytes(member.read())
