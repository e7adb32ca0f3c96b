"""The command deedbox as a user has it: a process of its own, without the tests' stand-ins on its path."""

import os
import subprocess
import sys
from pathlib import Path

from json_answers import answer_faults

ROOT = Path(__file__).resolve().parents[2]
DEEDBOX = [sys.executable, "-m", "deedbox"]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{ROOT / 'host'}{os.pathsep}{ROOT / 'firmware'}", **more}


def run(*arguments, **more: str) -> subprocess.CompletedProcess:
    """`more` are variables of its environment. What --json prints must fit its schema."""
    result = subprocess.run(
        [*DEEDBOX, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=240,
        env=environment(**more),
        cwd=ROOT,
    )
    if "--json" in arguments:
        assert answer_faults(arguments, result.stdout) == []
    return result
