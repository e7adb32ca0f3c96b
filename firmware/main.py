import banker.names  # type: ignore[import-untyped] # noqa: F401 every name while the heap is empty
from banker.app import boot
from boards import pico

boot.run(pico.build())
