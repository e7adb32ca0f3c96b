"""What goes when the heap is short: first what can be loaded on use, then the modules of every turn."""

import sys

import check

from banker.app import loader

ON_USE = "banker.core.consent"
FIRST = loader.EVERY_TURN[0]


class Heap:
    """Stands for gc: so many bytes are free, and so many more once modules have gone."""

    def __init__(self, free, more=0):
        self.free = free
        self.more = more

    def collect(self):
        pass

    def mem_free(self):
        return self.free if ON_USE in sys.modules else self.free + self.more


def prepare(free, more=0, staying=()):
    """All modules are loaded, then the heap is as it is."""
    loader.gc = Heap(1 << 20)
    loader.pause = None
    loader.tidy()
    for module in loader.EVERY_TURN:
        loader.load(module)
    if not loader._resident:
        loader.settle()
    loader.load(ON_USE)
    loader.staying = staying
    loader.gc = Heap(free, more)
    loader.make_room()
    loader.staying = ()


def test_with_enough_heap_everything_stays():
    prepare(80000)
    assert ON_USE in sys.modules and FIRST in sys.modules


def test_what_can_be_loaded_on_use_goes_first():
    prepare(60000, 20000)
    assert ON_USE not in sys.modules
    for module in loader.EVERY_TURN:
        assert module in sys.modules


def test_if_that_is_too_little_the_modules_of_every_turn_go_and_come_back():
    prepare(50000, 5000)
    for module in (ON_USE,) + loader.EVERY_TURN:
        assert module not in sys.modules, module
    turn = loader.load(FIRST)
    assert FIRST in sys.modules and turn.COMMANDS


def test_while_a_host_talks_the_modules_of_every_turn_stay():
    prepare(30000, 5000, ("banker.app.link.port",))
    assert FIRST in sys.modules and ON_USE not in sys.modules


def test_what_can_wait_is_paused_when_the_heap_is_short():
    pauses = []
    prepare(80000)
    loader.pause = lambda: pauses.append(1)
    loader.make_room()
    assert not pauses
    loader.gc = Heap(60000)
    loader.make_room()
    assert pauses


check.run(globals())
