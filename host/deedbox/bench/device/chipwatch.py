# mypy: ignore-errors
"""Watches a whole box from within. main.py imports it just before the box starts, compiled, so that the heap
looks nearly as it does without.

Out, one line each:
    AT MOMENT MS                 since power-on: when the code is there, when the box begins, when it is ready
    US WORK NAME MICROSECONDS    with HEAP off, said between two inputs: submit COMMAND, load MODULE,
                                 append LENGTH, screen paint, power_on box
    HEAP MOMENT FREE             with HEAP on, all garbage collected: as a module has come, as a command is
                                 about to be saved, the game before and the one after it in RAM; then what
                                 micropython.mem_info() prints
If there is a file commands.txt, a game is played by it: a command per line, hexadecimal digits of its record.
    FED NUMBER                   so many of them were done
`box` is the box, for who stops it with Ctrl-C and goes on at the prompt.
"""

import asyncio
import gc
import sys
import time

import micropython
from banker.app import loader

HEAP = False
EVERY = 1  # with HEAP on: look at every so many-th moment
_AFTER_MS = 90  # from one command of the file to the next: it is painted and sent in that

box = None
_said = []
_count = 0
_run = asyncio.run
_load = loader.load
_settle = loader.settle


def at(moment):
    print("AT", moment, time.ticks_ms())


def sample(moment):
    global _count
    _count += 1
    if _count % EVERY == 0:
        gc.collect()
        print("HEAP", moment, gc.mem_free())
        micropython.mem_info()


def watch(owner, name, named):
    """Put a watch around a function, or around a method of a class."""
    work = getattr(owner, name)

    def watched(*args):
        if HEAP:
            sample(named(args))
            return work(*args)
        began = time.ticks_us()
        result = work(*args)
        _said.append((name, named(args), time.ticks_diff(time.ticks_us(), began)))
        return result

    setattr(owner, name, watched)


def load(module):
    if module in sys.modules:
        return _load(module)
    began = time.ticks_us()
    found = _load(module)
    if HEAP:
        sample(module)
    else:
        _said.append(("load", module, time.ticks_diff(time.ticks_us(), began)))
    return found


def settle():
    """All that stays is there, and nothing is made of it yet."""
    _settle()
    at("loaded")
    from banker.app.box import Box
    from banker.app.store.journal import Journal
    from banker.app.store.keeper import Keeper
    from banker.ui import paint

    live = Box.live

    def keep(self):
        global box
        box = self
        return live(self)

    Box.live = keep
    if HEAP:
        watch(Keeper, "commit", lambda args: "commit")
    else:
        watch(paint, "screen", lambda args: "paint")
        watch(Keeper, "submit", lambda args: args[1]["do"])
        watch(Journal, "append", lambda args: args[2])
        watch(Box, "power_on", lambda args: "box")


async def tell():
    while box is None:
        await asyncio.sleep_ms(0)
    at("ready")
    while True:
        await asyncio.sleep_ms(100)
        while _said:
            print("US", *_said.pop(0))


async def feed():
    from binascii import unhexlify

    from banker.core.codec import command_bytes

    await asyncio.sleep_ms(600)
    done = 0
    with open("commands.txt") as file:
        for line in file:
            box.inputs.quiet_since_ms = time.ticks_ms() - 2000  # nobody waits, nobody sleeps
            box.refusal = ""
            box.run((command_bytes.read(unhexlify(line.strip()))[0],))
            if box.refusal or box.message:
                print("STOPPED", done, box.refusal, box.message)
                return
            await asyncio.sleep_ms(_AFTER_MS)
            done += 1
            if done % 10 == 0:
                print("FED", done)
    print("FED", done)
    print("ALL FED")


async def both(main):
    asyncio.create_task(tell())
    try:
        open("commands.txt").close()
        asyncio.create_task(feed())
    except OSError:
        pass
    await main


at("code")
loader.load = load
loader.settle = settle
asyncio.run = lambda main: _run(both(main))
