# mypy: ignore-errors
"""Counts the heap that each screen takes when it is loaded with its modules, and whether it is free again.

In: the resident modules in one line, the screens in the next. Out: "SCREEN BYTES" for each screen, and last
"LEFT BYTES", the heap that is not free again after every screen was loaded and dropped twice.
"""

import gc
import sys

import banker.names  # noqa: F401 every name while the heap is empty, as main.py has it


def load(module):
    return __import__(module, None, None, ("banker",))


def drop(module):
    del sys.modules[module]
    package, _, name = module.rpartition(".")
    if hasattr(sys.modules.get(package), name):
        delattr(sys.modules[package], name)


def heap_of(module, resident):
    gc.collect()
    before = gc.mem_alloc()
    load(module)
    gc.collect()
    size = gc.mem_alloc() - before
    for name in [name for name in sys.modules if name not in resident]:
        drop(name)
    return size


def main():
    for module in sys.stdin.readline().split():
        load(module)
    screens = sys.stdin.readline().split()
    resident = list(sys.modules)
    for screen in screens:
        heap_of(
            screen, resident
        )  # MicroPython keeps names of modules and files for ever, so they do not count
    gc.collect()
    before = gc.mem_alloc()
    for screen in screens:
        print(screen, heap_of(screen, resident))
    gc.collect()
    print("LEFT", gc.mem_alloc() - before)


main()
