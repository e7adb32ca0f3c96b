"""Writes the files of this computer: each as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_OPEN = 0o666  # less what the user's umask takes away


def write_file(path: Path, data: bytes | str, *, secret: bool = False, durable: bool = True) -> None:
    """Write beside the file, then rename: after a fault or a power cut there is the old file or the new one.

    With `secret` nobody else on this computer can read it, at no moment. Without `durable` a power cut may
    lose it, which is enough for what can be made again.
    """
    content = data.encode() if isinstance(data, str) else data
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists() and not target.is_file():  # /dev/stdout, a pipe
        target.write_bytes(content)
        return
    handle, part = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if not secret:
            os.chmod(part, _mode(target))
        os.replace(part, target)
    except BaseException:
        os.unlink(part)
        raise


def _mode(target: Path) -> int:
    """The mode that the file has, or that a new file gets."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return _OPEN & ~mask
