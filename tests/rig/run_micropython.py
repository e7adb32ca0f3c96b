"""Starts a script of tests/micropython in the unix port and passes a job to it as one line of JSON."""

import json
import os
import re
import subprocess
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "tests" / "micropython"
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"


def run_job(
    script: str, job: Mapping[str, Any], summary: str, timeout_s: int, sources: str = ""
) -> tuple[list[int], str]:
    """The numbers of the last line, which must match `summary`, and the whole output.

    `sources`: a folder with more modules for the script.
    """
    process = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=64M", SCRIPTS / script],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": ":".join(filter(None, (sources, str(SCRIPTS), ".frozen")))},
        input=json.dumps(job) + "\n",
        capture_output=True,
        text=True,
        timeout=timeout_s,
    )
    last_line = re.search(summary + r"\n$", process.stdout)
    assert process.returncode == 0 and last_line, process.stdout[-3000:] + process.stderr[-3000:]
    return list(map(int, last_line.groups())), process.stdout
