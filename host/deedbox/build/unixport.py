"""Runs scripts in MicroPython's unix port, with compiled modules of the firmware on their path."""

from __future__ import annotations

import os
import platform
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from deedbox.build import firmware
from deedbox.twin.runner import unix_port_command

# Architectures of the unix port for which modules with machine code are compiled. On others the modules
# without machine code serve.
_MARCH = {"x86_64": "x64", "AMD64": "x64", "i686": "x86", "armv7l": "armv7m"}


class ScriptError(Exception):
    """A script in the unix port failed."""


class UnixPort:
    """`with UnixPort("banker/core/") as port:`, then `port.start(script, ...)` as often as needed.

    Only modules under these device paths are there, so a fault in one layer does not stop tests of another.
    """

    def __init__(self, *parts: str, machine_code: bool = False) -> None:
        self._command = unix_port_command()
        self._started: list[subprocess.Popen[str]] = []
        self._closed = False
        self._folder = tempfile.TemporaryDirectory(prefix="deedbox-unix-")
        march = _MARCH.get(platform.machine()) if machine_code else None
        sources = {
            name: path
            for name, path in firmware.source_files().items()
            if name.endswith(".py")
            and name.startswith(("banker/__init__", *parts))
            and (march or not name.endswith("viper.py"))
        }
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            codes = pool.map(lambda name: _compile_module(name, sources[name], march), sources)
            for name, code in zip(sources, codes, strict=True):
                self.put(name[:-3] + ".mpy", code)

    def put(self, name: str, data: bytes) -> None:
        """Add a file to the path."""
        target = Path(self._folder.name, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def start(self, script: Path, *, heap: str) -> subprocess.Popen[str]:
        """Start the script in a process of its own, with pipes. The process ends with this port."""
        if self._closed:
            raise ScriptError("closed")
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
            start_new_session=True,  # Ctrl-C reaches only this program, which then ends the others
        )
        self._started.append(process)
        return process

    def run(self, script: Path, text: str, *, heap: str, timeout_s: float = 120) -> str:
        """Run the script with this text as input; returns its output, or ScriptError if it fails."""
        process = self.start(script, heap=heap)
        try:
            out, _ = process.communicate(text, timeout=timeout_s)
        except subprocess.TimeoutExpired:
            raise ScriptError(f"{script.name}: no end within {timeout_s} s") from None
        finally:
            process.kill()
            process.wait()
        if process.returncode:
            raise ScriptError(f"{script.name}: {last_line(out)}")
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
    """The error of a script that failed; MicroPython prints it to stdout."""
    return (out.strip().splitlines() or ["it ended without a word"])[-1]


def _compile_module(name: str, path: Path, march: str | None) -> bytes:
    return firmware.compile_module(path.read_bytes(), name, march if name.endswith("viper.py") else None)
