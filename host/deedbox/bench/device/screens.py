# mypy: ignore-errors
"""What each screen takes of the heap when it comes, with all that it brings along, and whether it goes again.

In: the modules that are there always, in a line; the screens in another. Out: a line each, "SCREEN BYTES",
and last "LEFT BYTES", what is still taken when all of them have come and gone twice.
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


def taken(module, always):
    gc.collect()
    before = gc.mem_alloc()
    load(module)
    gc.collect()
    took = gc.mem_alloc() - before
    for name in [name for name in sys.modules if name not in always]:
        drop(name)
    return took


def main():
    for module in sys.stdin.readline().split():
        load(module)
    screens = sys.stdin.readline().split()
    always = list(sys.modules)
    for screen in screens:
        taken(screen, always)  # the names of modules and files are kept for ever: not a screen's fault
    gc.collect()
    before = gc.mem_alloc()
    for screen in screens:
        print(screen, taken(screen, always))
    gc.collect()
    print("LEFT", gc.mem_alloc() - before)


main()
