# mypy: ignore-errors
"""Times the parts of a stopped box, one by one, at the prompt. The box is chipwatch.box.

In: PARTS, names of the functions below; the host writes it before this script.
Out: "US PART NAME MICROSECONDS" for a time, "N NAME VALUE" for another number.
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
    """Poll the reader once, as the task does that waits for taps."""
    for _ in range(TIMES):
        time.sleep_ms(20)
        us("poll", "look", box.inputs.taps.step, time.ticks_ms())


def read():
    """Read a UID (wake, select), and then halt the tag."""
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
    """Load each module that a game needs once, with as much free heap as possible."""
    for module in MODULES.split():
        loader.drop_all()
        us("load", module, loader.load, "banker." + module)
    loader.drop_all()


def switch():
    """Put the game aside and begin one on another board."""
    began = time.ticks_us()
    box.ui.close()
    box.keeper.begin({"edition": "zelda", "names": ["Ann", "Bob", "Cyd"], "seed": 1})
    box.open_game()
    print("US switch zelda", time.ticks_diff(time.ticks_us(), began))


def flash():
    size, _, blocks, free = os.statvfs("/")[:4]
    print("N flash", (blocks - free) * size)


for name in PARTS:  # noqa: F821
    globals()[name]()
