"""Scripts in MicroPython's unix port, with modules of the firmware on their path, compiled as on the box."""

from __future__ import annotations

import os
import platform
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from deedbox import firmware
from deedbox.twin.runner import interpreter

# The unix port's own architecture, for modules in machine code; elsewhere their plain form serves.
_MARCH = {"x86_64": "x64", "AMD64": "x64", "i686": "x86", "armv7l": "armv7m"}


class PortError(Exception):
    """A script in the unix port failed."""


class UnixPort:
    """`with UnixPort("banker/core/") as port:`, then `port.start(script, ...)` as often as needed.

    Only what lies under the given device paths is there: one layer's fault does not stop another's run.
    """

    def __init__(self, *parts: str, machine_code: bool = False) -> None:
        self._command = interpreter()
        self._started: list[subprocess.Popen[str]] = []
        self._closed = False
        self._folder = tempfile.TemporaryDirectory(prefix="deedbox-unix-")
        march = _MARCH.get(platform.machine()) if machine_code else None
        chosen = {
            name: path
            for name, path in firmware.sources().items()
            if name.endswith(".py")
            and name.startswith(("banker/__init__", *parts))
            and (march or not name.endswith("viper.py"))
        }
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            codes = pool.map(lambda name: _compile(name, chosen[name], march), chosen)
            for name, code in zip(chosen, codes, strict=True):
                self.put(name[:-3] + ".mpy", code)

    def put(self, name: str, data: bytes) -> None:
        """One more file on the path."""
        target = Path(self._folder.name, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def start(self, script: Path, *, heap: str) -> subprocess.Popen[str]:
        """The script in a process of its own; talk to it through its pipes. It ends with this port."""
        if self._closed:
            raise PortError("closed")
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": self._folder.name,
            "MICROPYPATH": f"{self._folder.name}:.frozen",
        }
        process = subprocess.Popen(
            [self._command, "-X", f"heapsize={heap}", str(script)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            cwd=self._folder.name,
            env=environment,
            start_new_session=True,  # Ctrl-C is for this program, which then ends the others
        )
        self._started.append(process)
        return process

    def run(self, script: Path, text: str, *, heap: str, timeout_s: float = 120) -> str:
        """What the script prints when it is given this text; PortError if it fails."""
        process = self.start(script, heap=heap)
        try:
            out, _ = process.communicate(text, timeout=timeout_s)
        except subprocess.TimeoutExpired:
            raise PortError(f"{script.name}: no end within {timeout_s} s") from None
        finally:
            process.kill()
            process.wait()
        if process.returncode:
            raise PortError(f"{script.name}: {last_line(out)}")
        return out

    def __enter__(self) -> UnixPort:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        for process in self._started:
            process.kill()
            process.wait()
        self._folder.cleanup()


def last_line(out: str) -> str:
    """Of a script that failed: its error, which MicroPython prints to stdout."""
    return (out.strip().splitlines() or ["it ended without a word"])[-1]


def _compile(name: str, path: Path, march: str | None) -> bytes:
    return firmware.compile_module(path.read_bytes(), name, march if name.endswith("viper.py") else None)
