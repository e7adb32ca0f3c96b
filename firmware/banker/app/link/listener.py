"""Listens for a host at the serial port, beside the game. It knows how a frame begins; the rest is loaded.

Ctrl-C is not for us: it stops the firmware, always. Whatever else comes in that is no frame is noise.
"""

import asyncio
import sys

from banker.app.loader import load

_MAGIC = 0x7E  # of protocol/frame.py, which is not here yet


async def link_task(box):
    byte = bytearray(1)
    stream = asyncio.StreamReader(sys.stdin.buffer)
    while True:
        if not await stream.readinto(byte):  # type: ignore[attr-defined] # the stubs do not know it
            await asyncio.sleep_ms(1000)  # a port that is closed
        elif byte[0] == _MAGIC:
            try:
                await load("banker.app.port").converse(box, stream)
            except Exception as error:  # no memory, or a fault of ours: the game goes on, and we listen again
                sys.print_exception(error)
