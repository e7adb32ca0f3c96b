"""CPython and MicroPython agree on every digest of random games."""

import importlib.util
import json
import os
import subprocess
import sysconfig
from pathlib import Path

import pytest
from stripped import sources

from deedbox import editions
from deedbox.lab.edges import rows

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "tests" / "micropython" / "core_digests.py"
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
HEAP = "8M"  # the players and the laws belong to the rig; other tests check the firmware's own budget


def job(first: int, last: int, steps: int) -> dict:
    return {
        "editions": {e: [editions.board_numbers(e), editions.edition_rules(e)] for e in editions.IDS},
        "seeds": [first, last],
        "steps": steps,
    }


def here(what: dict) -> list[str]:
    spec = importlib.util.spec_from_file_location("core_digests", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    if what.get("outer"):
        return list(script.outer(what["seeds"][0], what["steps"]))
    return list(script.lines(json.loads(json.dumps(what))))


def there(what: dict) -> list[str]:
    result = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={HEAP}", SCRIPT],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": f"{sources('firmware', 'host/deedbox/lab')}:.frozen"},
        input=json.dumps(what) + "\n",
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    return result.stdout.splitlines()


def agree(what: dict) -> None:
    expected, actual = here(what), there(what)
    assert len(expected) == what["seeds"][1] - what["seeds"][0] == len(actual)
    for mine, theirs in zip(expected, actual, strict=True):
        ours, other = mine.split(" "), theirs.split(" ")
        different = [i for i in range(min(len(ours), len(other))) if ours[i] != other[i]]
        assert not different, f"seed {ours[0]}: command {different[0] - 1} differs"
        assert len(ours) == len(other)


@pytest.mark.micropython
def test_random_games_have_the_same_digests_in_both():
    agree(job(0, 60, 120))


@pytest.mark.micropython
def test_debts_have_a_way_out_in_both_by_rules_at_their_edges():
    what = {**job(0, 45, 20), "debts": rows(0)}
    agree(what)
    assert not [line for line in here(what) if "can raise" in line or "could raise" in line]


@pytest.mark.micropython
def test_malformed_commands_are_read_and_refused_alike_in_both():
    what = {"outer": True, "seeds": [5, 6], "steps": 8000}
    expected, actual = here(what), there(what)
    assert len(expected) == len(actual) == 8000
    assert [pair for pair in zip(expected, actual, strict=True) if pair[0] != pair[1]] == []
    assert len(set(expected)) > 60


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_many_debts_have_a_way_out_in_both():
    agree({**job(1000, 1400, 60), "debts": rows(1)})


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_many_long_random_games_have_the_same_digests_in_both():
    agree(job(1000, 1400, 500))
