"""What is always in RAM, and what is loaded on use. RAM decides: the whole firmware would not fit at once.

What boot brings in stays; parts of the rules and screens that come from flash later, when they are needed,
are dropped again when another one needs the room. There is no list of them: it would take room itself.
"""

import gc
import sys

from banker.core import parts

# What every turn needs, loaded at power-on so that no throw waits for the flash.
EVERY_TURN = (
    "banker.core.turn",
    "banker.core.buy",
    "banker.ui.screens.home",
    "banker.ui.screens.dice",
    "banker.ui.screens.landing",
    "banker.ui.screens.offer",
    "banker.ui.screens.rent",
)
_resident: tuple = ()  # what boot has brought in
staying: tuple = ()  # what somebody is using for longer: dropped, it would soon be there twice
_SPARE = 70000  # below this much free heap, what is not needed now goes
_SPARE_TALKING = 40000  # the same while a host talks: its modules stay, and the screens still need some
_MODULE = 6000  # what one takes, about, with those that it brings along
_free = 1 << 20  # as counted last, less what has come since: counting takes the chip 7 ms, collecting 23


def load(module: str):
    """Bring a module in, first making room if heap is short."""
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
    """If heap is short, let go of what is not at work."""
    tidy()
    if _short():
        drop_all()


def tidy() -> None:
    """In idle moments: collect and count, so that nobody has to who is waited for."""
    global _free
    gc.collect()
    _free = gc.mem_free()


def drop_all() -> None:
    """Let go of everything that can be loaded again."""
    for module in list(sys.modules) if _resident else ():
        if module.startswith("banker.") and module not in _resident and module not in staying:
            drop(module)
    parts.forget_all()
    tidy()


def settle() -> None:
    """Boot has brought in all that stays."""
    global _resident
    _resident = tuple(sys.modules)


def drop(module: str) -> None:
    del sys.modules[module]
    at = module.rfind(".")
    package = sys.modules.get(module[:at])
    if package and hasattr(package, module[at + 1 :]):
        delattr(package, module[at + 1 :])


def part(name: str):
    """A part of the rules, for banker.core.parts."""
    return load("banker.core." + name)


def screen(name: str):
    return load("banker.ui.screens." + name)
