"""Listens for a host at the serial port, beside the game. It knows how a frame begins; the rest is loaded.

A byte that begins no frame is noise. So is Ctrl-C, unless somebody at the box has opened the way to the
prompt (app/prompt.py).
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

from banker.app.loader import load
from banker.protocol.frame import MAGIC

if TYPE_CHECKING:
    from banker.app.box import Box

_CLOSED_MS = 1000


async def link_task(box: Box) -> None:
    byte = bytearray(1)
    stream: Any = asyncio.StreamReader(sys.stdin.buffer)
    while True:
        if not await stream.readinto(byte):
            await asyncio.sleep_ms(_CLOSED_MS)  # the port is closed
        elif byte[0] == MAGIC:
            try:
                await load("banker.app.link.port").converse(box, stream)
            except Exception as error:  # no memory, or a fault of ours: the game goes on, and we listen again
                sys.print_exception(error)
