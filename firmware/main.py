import os

if "next" in os.listdir("/"):  # an update has come whole: into its place before anything is loaded
    from next import switch  # type: ignore[import-not-found]

    switch.boot()

import banker.names  # type: ignore[import-untyped] # noqa: F401 every name while the heap is empty
from banker.app import boot
from boards import pico

boot.run(pico.build())
