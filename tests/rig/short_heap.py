"""A heap so short that each part of the rules that is loaded pushes out all others, as app/loader.py may.

A class that was loaded before is then another one than the class of the same name that is loaded after.
"""

import contextlib
import sys
from functools import cache

from banker.core import lazy
from deedbox.bench.firmware import resident_modules

stays = cache(resident_modules)


@contextlib.contextmanager
def every_part_pushed_out(*more):
    """`more` are modules that stay besides those of every turn."""
    before = {name: module for name, module in sys.modules.items() if name.startswith("banker.")}
    finder = lazy.finder
    lazy.forget_all()

    def load(name):
        for module in _on_use(more):
            _drop(module)
        lazy.forget_all()
        return __import__("banker.core." + name, None, None, ("core",))

    lazy.finder = load
    try:
        yield
    finally:
        lazy.finder = finder
        lazy.forget_all()
        for module in _on_use(()):
            _drop(module)
        for name, module in before.items():
            sys.modules[name] = module
            package, _, last = name.rpartition(".")
            setattr(sys.modules[package], last, module)


def _on_use(more):
    return [
        name
        for name in sys.modules
        if name.startswith("banker.core.") and name not in stays() and name not in more
    ]


def _drop(name):
    del sys.modules[name]
    package, _, last = name.rpartition(".")
    if package in sys.modules and hasattr(sys.modules[package], last):
        delattr(sys.modules[package], last)
