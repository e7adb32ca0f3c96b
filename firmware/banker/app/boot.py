"""Power on, in the order that the heap needs: large pieces first, then the code that stays."""

import asyncio
import gc

from banker.app import loader
from banker.ui import paint


def run(board) -> None:
    loader.drop("banker.names")
    picture = bytearray(paint.SIZE)
    font = bytearray(paint.FONT_SIZE)
    with open("data/font6x8.bin", "rb") as file:
        file.readinto(font)
    gc.collect()
    blocks = loader.load("banker.app.pins").locate(board.flash)
    loader.drop_all()
    from banker.app.box import Box

    gc.collect()
    asyncio.run(Box(board, blocks, picture, font).live())
