"""Somebody at a box who lets every computer in: reads the display, and presses # when it asks."""

import threading
from contextlib import contextmanager

from deedbox.display import read_text

QUESTION = "COMPUTER AT THE CABLE"
_LOOK_S = 0.1
_PRESS_S = 0.2


@contextmanager
def agreeing(*twins):
    """Until the end of the `with` block; gives a list that has an entry for each # that was pressed."""
    presses = []
    over = threading.Event()

    def watch(twin):
        while not over.wait(_LOOK_S):
            if not twin.running or QUESTION not in "\n".join(read_text(twin.picture())):
                continue
            twin.press("#")
            over.wait(_PRESS_S)
            twin.release("#")
            presses.append(twin)

    threads = [threading.Thread(target=watch, args=(twin,), daemon=True) for twin in twins]
    for thread in threads:
        thread.start()
    try:
        yield presses
    finally:
        over.set()
        for thread in threads:
            thread.join()
