"""Measures how long this tool takes to start."""

from __future__ import annotations

import subprocess
import sys
import time

from deedbox.bench import LOWER, Aim, Measurement

AIMS = [Aim("host.start_ratio", "times", 8, LOWER)]
_TIMES = 7


def measure(target: str) -> dict[str, Measurement]:
    bare = ours = float("inf")
    for _ in range(_TIMES):  # in turn, so that a busy moment affects both
        bare = min(bare, _time_command([sys.executable, "-c", "pass"]))
        ours = min(ours, _time_command([sys.executable, "-m", "deedbox", "--version"]))
    how = f"measured: --version {ours * 1e3:.0f} ms, bare Python {bare * 1e3:.0f} ms, best of {_TIMES}"
    return {"host.start_ratio": Measurement(round(ours / bare, 2), how)}


def _time_command(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began
