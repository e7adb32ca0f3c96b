# mypy: ignore-errors
"""Times functions within a running box, or looks at its heap. main.py imports it just before the box starts.

It is compiled, so that the heap is nearly the same as without it. It prints, one line each:
    AT MOMENT MS                 since power-on: the code is loaded, the box begins, the box is ready
    US WORK NAME MICROSECONDS    with HEAP off, printed between two inputs: submit COMMAND, load MODULE,
                                 append LENGTH, screen paint, power_on box
    HEAP MOMENT FREE             with HEAP on, after a garbage collection: when a module was loaded, and when
                                 a command is about to be saved, with the games before and after it in RAM;
                                 the output of micropython.mem_info() follows
If there is a file commands.txt, its commands are played, one per line, as hexadecimal digits of the record.
    FED NUMBER                   so many commands were played
`box` is the box, for scripts at the prompt after Ctrl-C.
"""

import asyncio
import gc
import sys
import time

import micropython
from banker.app import loader

HEAP = False
EVERY = 1  # with HEAP on: look only every so many moments
_AFTER_MS = 90  # between two commands of the file; the box paints and sends the picture meanwhile

box = None
_times = []
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


def watch(owner, name, label):
    """Replace a function or method by one that also measures; `label` gives the name for its arguments."""
    work = getattr(owner, name)

    def watched(*args):
        if HEAP:
            sample(label(args))
            return work(*args)
        began = time.ticks_us()
        result = work(*args)
        _times.append((name, label(args), time.ticks_diff(time.ticks_us(), began)))
        return result

    setattr(owner, name, watched)


def load(module):
    if module in sys.modules:
        return _load(module)
    began = time.ticks_us()
    loaded = _load(module)
    if HEAP:
        sample(module)
    else:
        _times.append(("load", module, time.ticks_diff(time.ticks_us(), began)))
    return loaded


def settle():
    """Begin to measure: all resident modules are loaded, and no object of them exists yet."""
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
        while _times:
            print("US", *_times.pop(0))


async def feed():
    from binascii import unhexlify

    from banker.core.codec import command_bytes

    await asyncio.sleep_ms(600)
    done = 0
    with open("commands.txt") as file:
        for line in file:
            box.inputs.quiet_ms = lambda: 2000  # nobody waits, and the display stays on
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
