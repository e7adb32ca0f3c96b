"""Which modules are always in RAM, and which are loaded on use: all of them do not fit at once.

What boot loads stays. Parts of the rules and screens that are loaded later are dropped again when the heap is
short. There is no list of them, because the list itself would take RAM. Where even that is too little, the
modules of every turn are dropped as well: a MicroPython that takes more RAM for itself makes rolls slower,
and does not end a game.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

from banker.core import lazy

# The modules of every turn, loaded at power-on so that no roll waits for the flash.
EVERY_TURN = (
    "banker.core.rules.turn",
    "banker.core.rules.buy",
    "banker.ui.screens.turn.home",
    "banker.ui.screens.turn.dice",
    "banker.ui.screens.turn.landing",
    "banker.ui.screens.turn.offer",
    "banker.ui.screens.turn.rent",
)
_resident: tuple[str, ...] = ()  # what boot has loaded
pause: Any = None  # pauses what can wait, which a module would otherwise stay for
staying: tuple[str, ...] = ()  # modules in use for longer: once dropped, they would soon be loaded twice
_SPARE = 70000  # below this much free heap, modules that are not in use are dropped
_SPARE_TALKING = 40000  # the same while a host talks, whose modules stay
_SCARCE = 67000  # still below this after that: a board with less heap, where the modules of every turn go too
_MODULE = 6000  # what one module takes, roughly, with those that it imports
_free = 1 << 20  # an estimate between two counts: counting takes the chip 7 ms, collecting 23


def load(module: str) -> Any:
    """Import a module by name; first make room if the heap is short."""
    global _free
    found = sys.modules.get(module)
    if found is None:
        _free -= _MODULE
        if _short():
            make_room()
        found = __import__(module, None, None, ("banker",))
    return found


def _short() -> bool:
    return _free < (_SPARE_TALKING if staying else _SPARE)


def make_room() -> None:
    """If the heap is short, drop the modules that are not resident; on a board with less heap also those of
    every turn, which come back with the next roll."""
    tidy()
    if _short():
        drop_all()
        if _free < _SCARCE and not staying:
            for module in EVERY_TURN:
                if module in sys.modules:
                    drop(module)
            lazy.forget_all()
            tidy()


def tidy() -> None:
    """In idle moments: collect and count, so that nobody waits for it later."""
    global _free
    gc.collect()
    _free = gc.mem_free()


def drop_all() -> None:
    """Drop every module that can be loaded again."""
    if pause:
        pause()
    for module in list(sys.modules) if _resident else ():
        if module.startswith("banker.") and module not in _resident and module not in staying:
            drop(module)
    lazy.forget_all()
    tidy()


def settle() -> None:
    """Boot has loaded everything that stays."""
    global _resident
    _resident = tuple(sys.modules)


def drop(module: str) -> None:
    del sys.modules[module]
    at = module.rfind(".")
    package = sys.modules.get(module[:at])
    if package and hasattr(package, module[at + 1 :]):
        delattr(package, module[at + 1 :])


def part(name: str) -> Any:
    """A part of the rules, for banker.core.lazy."""
    return load("banker.core." + name)


def ui_module(name: str) -> Any:
    """A module of banker.ui, for Ui."""
    return load("banker.ui." + name)
