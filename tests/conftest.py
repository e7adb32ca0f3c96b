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
def pytest_collection_modifyitems(items):
    """Make proofs of the cases that `proof_unless` does not name."""
    for item in items:
        kept = item.get_closest_marker("proof_unless")
        if kept and not any(part in item.callspec.id for part in kept.args):
            item.add_marker("proof")
