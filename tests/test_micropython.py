"""Runs each script of tests/micropython in the real unix port, with about the heap of the Pico."""

import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest
from stripped import sources

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = sorted((ROOT / "tests" / "micropython").glob("test_*.py"))
# Scripts that do more when DEEDBOX_PROOF=1.
LONGER = [script for script in SCRIPTS if re.search(r"\bPROOF\b", script.read_text())]
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
# 240K on the unix port, where objects are larger, is about the Pico's budget for the whole firmware.
HEAP = "240K"
# A script whose rig itself (not the firmware) needs more says so in its first lines: "# heap 4M: why".
HEAP_LINE = re.compile(r"^# heap (\d+[KM]): \w", re.M)

pytestmark = pytest.mark.micropython


def heap(script: Path) -> str:
    head = "\n".join(script.read_text().splitlines()[:5])
    match = HEAP_LINE.search(head)
    return match[1] if match else HEAP


def run(script: Path, proof: bool = False, timeout_s: int = 240) -> subprocess.CompletedProcess:
    return subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={heap(script)}", script],
        cwd=ROOT,
        env={
            **os.environ,
            "MICROPYPATH": f"{sources('firmware')}:tests/micropython:.frozen",
            "DEEDBOX_PROOF": str(int(proof)),
        },
        capture_output=True,
        text=True,
        timeout=timeout_s,
    )


def fault(result: subprocess.CompletedProcess) -> str:
    """Why a run does not count as passed; empty if it does."""
    last = (result.stdout.strip().splitlines() or [""])[-1]
    summary = re.fullmatch(r"(\d+) passed, (\d+) failed", last)
    if result.returncode:
        return f"exit code {result.returncode}"
    if summary is None:
        return "the last line is not 'N passed, 0 failed'"
    if int(summary[1]) == 0 or int(summary[2]) != 0:
        return last
    return ""


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_a_portable_suite_passes_in_micropython(script):
    result = run(script)
    assert not fault(result), f"{fault(result)}\n{result.stdout[-4000:]}{result.stderr[-4000:]}"


@pytest.mark.proof
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("script", LONGER, ids=[script.stem for script in LONGER])
def test_a_portable_suite_passes_at_full_length(script):
    result = run(script, proof=True, timeout_s=4 * 3600)
    assert not fault(result), f"{fault(result)}\n{result.stdout[-4000:]}{result.stderr[-4000:]}"


def test_there_are_portable_suites():
    assert SCRIPTS


@pytest.mark.parametrize(
    "source, expected",
    [
        ("print('3 passed, 0 failed')", ""),
        ("print('0 passed, 0 failed')", "0 passed, 0 failed"),
        ("print('2 passed, 1 failed')", "2 passed, 1 failed"),
        ("print('3 passed, 0 failed'); print('and more')", "the last line is not 'N passed, 0 failed'"),
        ("print('3 passed, 0 failed'); raise SystemExit(1)", "exit code 1"),
        ("bytearray(300000); print('3 passed, 0 failed')", "exit code 1"),
        ("# heap 1M: the rig is large\nbytearray(300000); print('3 passed, 0 failed')", ""),
        ("import banker, sys; print(len(sys.implementation.name) - 8, 'passed, 0 failed')", ""),
    ],
)
def test_the_runner_tells_a_pass_from_a_failure(tmp_path, source, expected):
    script = tmp_path / "test_it.py"
    script.write_text(source)
    assert fault(run(script)) == expected
