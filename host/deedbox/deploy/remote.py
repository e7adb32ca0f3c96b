"""Runs scripts at the raw prompt of a Pico, through mpremote as a separate program."""

from __future__ import annotations

import re
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
_AGAIN = "unplug the board, plug it in again and repeat"
# What mpremote's last line has in it, and what people read instead.
_SENTENCES = (
    (
        "could not enter raw repl",
        "it does not come to its prompt; hold any key of the box while you plug it in, then repeat",
    ),
    (r"ENOSPC|OSError: 28", "the box has no room left; remove games, editions or fixtures that nobody needs"),
    (r"^MemoryError", "the board has not enough memory for this; unplug it, plug it in again and repeat"),
    (
        r"\bEIO\b|^OSError: 5$",
        "the flash of the board does not keep what is written; repeat, or take another board",
    ),
    (
        r"Input/output error|SerialException|termios\.error|failed to access|Bad file descriptor",
        "the board has gone from its port; plug it in again and repeat",
    ),
    (
        r"^struct\.error|^UnicodeDecodeError|unexpected read|raw paste|could not exec|timeout waiting for",
        f"what the board says is garbled; try another cable, {_AGAIN}",
    ),
)


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
    """A sentence for mpremote's last line: its own, of a lost port, or the end of a board's traceback."""
    line = line.removeprefix("mpremote: ")
    for pattern, sentence in _SENTENCES:
        if re.search(pattern, line):
            return sentence
    own_words = re.fullmatch(
        r"OSError: ([^\[\d].*)", line
    )  # of a script of ours (deploy/device, backup/device)
    if own_words:
        return own_words[1]
    if re.match(r"[\w.]*(Error|Exception|Interrupt|error)\b", line):
        return f"the board could not do it ({line}); unplug it, plug it in again and repeat"
    return line
