"""Runs the functions named test_* of a script in MicroPython. Last line: 'N passed, N failed'."""

import gc
import sys


def run(names):
    """names: the script's globals()."""
    passed = failed = 0
    for name in sorted(names):
        if not name.startswith("test_"):
            continue
        gc.collect()
        try:
            names[name]()
            passed += 1
        except Exception as error:
            failed += 1
            print("FAILED", name)
            sys.print_exception(error)
    print("%d passed, %d failed" % (passed, failed))
    if failed or not passed:
        sys.exit(1)
