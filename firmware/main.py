import os

if "next" in os.listdir("/"):  # a complete update is here: install it before anything is loaded
    from next import switch  # type: ignore[import-not-found]

    switch.boot()

import banker.names  # type: ignore[import-not-found] # noqa: F401 every name while the heap is empty
from banker.app import module_finder

module_finder.shorten()

from banker.app import boot  # noqa: E402
from boards import pico  # noqa: E402

boot.run(pico.build())
