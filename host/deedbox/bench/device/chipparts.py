# mypy: ignore-errors
"""Times the parts of a stopped box, one by one, at the prompt; chipwatch.py has kept the box.

In: PARTS, put before it by the host: names of the functions below.
Out: "US PART NAME MICROSECONDS" each time, and "N NAME VALUE" for what is no time.
"""

import gc
import os
import time

import chipwatch

from banker.app import loader

box = chipwatch.box
TIMES = 5
MODULES = """core.rules.auction core.rules.build core.rules.cards core.rules.jail core.rules.mortgage
core.rules.bankruptcy core.rules.tax core.rules.trade ui.screens.trade.auction
ui.screens.deeds.build ui.screens.turn.card ui.screens.turn.debt ui.screens.deeds.deed
ui.screens.turn.card_drawn ui.screens.turn.jail ui.screens.deeds.mortgage ui.screens.table.money
ui.screens.table.more ui.screens.table.player ui.refusal_text ui.screens.turn.result
ui.screens.trade.auction_sold ui.screens.trade.trade ui.screens.table.undo"""


def us(part, name, work, *args):
    began = time.ticks_us()
    work(*args)
    print("US", part, name, time.ticks_diff(time.ticks_us(), began))


def poll():
    """A look of the task that waits for taps, at what lies on the reader now."""
    for _ in range(TIMES):
        time.sleep_ms(20)
        us("poll", "look", box.inputs.taps.step, time.ticks_ms())


def read():
    """Until the UID is known (wake, select), and the halt after it."""
    reader = box.inputs.taps.reader
    for _ in range(TIMES):
        time.sleep_ms(20)
        us("read", "uid", lambda: reader.wake() and reader.select())
        us("halt", "uid", reader.halt)


def redraw():
    from banker.ui import paint

    for _ in range(TIMES):
        box.display.stale_pages = 0xFF
        us("redraw", "all", box.display.show)
        box.display.buffer[0] ^= 1
        us("redraw", "page", box.display.show)
        us("rows", box.ui.screen, box.ui.rows)
        us("paint", box.ui.screen, paint.screen, box.picture, box.ui.rows(), box.font)
        loader.tidy()


def collect():
    for _ in range(TIMES):
        us("collect", "all", gc.collect)
    print("N heap", gc.mem_free())


def load():
    """Modules that players meet in a game: each brought in once, the heap as roomy as it gets."""
    for module in MODULES.split():
        loader.drop_all()
        us("load", module, loader.load, "banker." + module)
    loader.drop_all()


def switch():
    """Another board, another game: the one that stood is put aside."""
    began = time.ticks_us()
    box.ui.close()
    box.keeper.begin({"edition": "zelda", "names": ["Ann", "Bob", "Cyd"], "seed": 1})
    box.open_game()
    print("US switch zelda", time.ticks_diff(time.ticks_us(), began))


def flash():
    found = os.statvfs("/")
    print("N flash", (found[2] - found[3]) * found[0])


for name in PARTS:  # noqa: F821
    globals()[name]()
