"""Where the code is. tests/cpython comes first: its `micropython` must win over the one in site-packages."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

for folder in ("tests/rig", "host", "firmware", "tests/cpython"):
    path = str(ROOT / folder)
    if path in sys.path:
        sys.path.remove(path)
    sys.path.insert(0, path)

from banker.app import loader  # noqa: E402

# The ticks of every twin wrap a few seconds after power-on, as those of a Pico do every twelve days.
os.environ.setdefault("DEEDBOX_TICKS_MS", str((1 << 30) - 7000))


class Heap:
    """Stands in for `gc` where the app makes room: all that this process has would be collected."""

    @staticmethod
    def collect() -> int:
        return 0

    @staticmethod
    def mem_free() -> int:
        return 1 << 20


loader.gc = Heap

# Scripts for the other interpreter (test_micropython.py runs them), stand-ins for CPython, what tests share.
collect_ignore = ["micropython", "cpython", "rig"]


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(config, items):
    """Make proofs of the cases that `proof_unless` does not name."""
    words = {}  # of each test: those that no case has
    for item in items:
        mark = item.get_closest_marker("proof_unless")
        if mark:
            case = item.callspec.id
            words.setdefault(item.nodeid.partition("[")[0], set(mark.args)).difference_update(
                [word for word in mark.args if word in case]
            )
            if not any(word in case for word in mark.args):
                item.add_marker("proof")
    wrong = {test: unknown for test, unknown in words.items() if unknown}
    if wrong and not any("::" in argument for argument in config.args):  # else some cases were not collected
        raise pytest.UsageError(f"proof_unless names no case: {wrong}")
