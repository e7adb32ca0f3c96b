"""Power on, in the order that the heap needs: what stays first, at its bottom; what goes again after it."""

import asyncio
import gc

from banker.app import loader, watchdog
from banker.ui import paint


def bring_in() -> tuple:
    """All that stays: the picture's buffer, the font, the modules of every turn."""
    # So that what stays is made low in the heap, not between garbage: else no large piece is left. Not more
    # often, for it takes the chip 23 ms; box.py collects when nobody waits.
    gc.threshold(32768)
    loader.drop("banker.names")
    picture = bytearray(paint.SIZE)
    font = bytearray(paint.FONT_SIZE)
    with open("data/font6x8.bin", "rb") as file:
        file.readinto(font)
    loader.load("banker.app.box")
    for module in loader.EVERY_TURN:
        loader.load(module)
    loader.settle()
    return picture, font


def run(board) -> None:
    picture, font = bring_in()
    trouble = None
    try:
        blocks = loader.load("banker.app.pins").locate(board.flash)
    except Exception as error:  # said on the display, as soon as there is one
        blocks = range(3)  # of a journal that is never opened, and so writes nothing
        trouble = error
    loader.drop_all()
    box = loader.load("banker.app.box").Box(board, blocks, picture, font, trouble)
    try:
        asyncio.run(box.live())
    except Exception as error:  # not Ctrl-C, which leads to the prompt
        loader.load("banker.app.lastresort").tell(box, error)
    finally:
        watchdog.stop()
