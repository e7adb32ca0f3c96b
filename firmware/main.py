import micropython

# Ctrl-C waits: the way to the prompt is a decision at the box (banker/app/prompt.py).
micropython.kbd_intr(-1)

import os  # noqa: E402

if "next" in os.listdir("/"):  # a complete update is here: install it before anything is loaded
    from next import switch  # type: ignore[import-not-found]

    switch.boot()

import banker.names  # type: ignore[import-not-found] # noqa: F401, E402 every name while the heap is empty
from banker.app import module_finder  # noqa: E402

module_finder.shorten()

from banker.app import boot  # noqa: E402
from boards import pico  # noqa: E402

boot.run(pico.build())
