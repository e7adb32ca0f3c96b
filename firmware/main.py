import os

if "next" in os.listdir("/"):  # an update has come whole: into its place before anything is loaded
    from next import switch  # type: ignore[import-not-found]

    switch.boot()

import banker.names  # type: ignore[import-untyped] # noqa: F401 every name while the heap is empty
from banker.app import imports

imports.shorten()

from banker.app import boot  # noqa: E402
from boards import pico  # noqa: E402

boot.run(pico.build())
