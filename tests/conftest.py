"""Where the code is. tests/cpython comes first: its `micropython` must win over the one in site-packages."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

for folder in ("tests/rig", "host", "firmware", "tests/cpython"):
    path = str(ROOT / folder)
    if path in sys.path:
        sys.path.remove(path)
    sys.path.insert(0, path)

# Scripts for the other interpreter (test_micropython.py runs them), stand-ins for CPython, what tests share.
collect_ignore = ["micropython", "cpython", "rig"]
