"""Runs scripts at the raw prompt of a Pico, through mpremote as a separate program."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

PATIENCE_S = 60.0  # without any output; a Pico needs a few seconds to erase and hash everything
FEED = Path(__file__).with_name("device") / "feed.py"
_EMULATED_S = 1800.0  # the same for the emulated chip
_LINE_MOST = 1 << 16  # bytes
_OUTPUT_MOST = 16 << 20  # bytes of all lines; a whole flash takes 3 MB
_patience_s: dict[str, float] = {}  # by port, for those that need longer


class RemoteError(Exception):
    """The Pico did not carry out a script; one line that tells why."""


def be_patient(port: str) -> None:
    """Wait longer at this port: its Pico is emulated and slow."""
    _patience_s[port] = _EMULATED_S


def run_scripts(
    port: str,
    scripts: Iterable[bytes],
    *,
    fresh: bool = False,
    on_line: Callable[[str], None] | None = None,
    patience_s: float | None = None,
) -> list[str]:
    """Run scripts one after the other in one scope; returns the lines that they print.

    `on_line` gets each line at once. `fresh` interrupts the running program, restarts the interpreter without
    main.py, and feeds the watchdog of a box from then on.
    """
    with tempfile.TemporaryDirectory(prefix="deedbox-") as folder:
        command = [] if fresh else ["resume"]
        for number, script in enumerate([FEED.read_bytes(), *scripts] if fresh else scripts):
            file = Path(folder, f"{number}.py")
            file.write_bytes(script)
            command += ["run", str(file)]
        return _run_mpremote(port, command, on_line, patience_s)


def restart_pico(port: str) -> None:
    """Reset the Pico, so that main.py runs again."""
    _run_mpremote(port, ["resume", "reset"], None, None)


def _run_mpremote(
    port: str, words: list[str], on_line: Callable[[str], None] | None, patience_s: float | None
) -> list[str]:
    patience_s = patience_s or _patience_s.get(port, PATIENCE_S)
    command = [sys.executable, "-m", "mpremote", "connect", port, *words]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,  # Ctrl-C is for deedbox, which then starts the box again
    )
    assert process.stdout is not None
    stdout = process.stdout
    silent = threading.Event()

    def give_up() -> None:
        silent.set()
        process.kill()

    lines: list[str] = []
    left_bytes = _OUTPUT_MOST
    timer = threading.Timer(patience_s, give_up)
    try:
        timer.start()
        for raw in iter(lambda: stdout.readline(_LINE_MOST), b""):
            timer.cancel()
            timer = threading.Timer(patience_s, give_up)
            timer.start()
            line = raw.decode("utf-8", "replace").strip()
            left_bytes -= len(raw)
            if left_bytes < 0:
                raise RemoteError(f"{port} says more than a Pico has; unplug the board and repeat")
            if line:
                lines.append(line)
                if on_line:
                    on_line(line)
        code = process.wait()
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
    if silent.is_set():
        raise RemoteError(f"{port} says nothing; unplug the board, plug it in again and repeat")
    if code:
        raise RemoteError(_last_error_line(lines[-1] if lines else "mpremote ended without a word"))
    return lines


def _last_error_line(line: str) -> str:
    """mpremote's last line, or the last of a traceback from the board."""
    line = line.removeprefix("mpremote: ")
    if "could not enter raw repl" in line:
        return "it does not come to its prompt; hold any key of the box while you plug it in, then repeat"
    if "ENOSPC" in line or line.startswith("OSError: 28"):
        return "the box has no room left; remove games, editions or fixtures that nobody needs"
    if line.startswith("MemoryError"):
        return "the board has not enough memory for this; unplug it, plug it in again and repeat"
    return line
