import banker.names  # type: ignore[import-untyped] # every name at once, while the heap is empty (made by the host)
from banker.app import boot
from boards import pico

boot.run(pico.build())
