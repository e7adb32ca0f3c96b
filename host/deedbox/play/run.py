"""What `deedbox play` does, from the first line to Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from collections.abc import Callable
from typing import Any

from . import server
from .boxes import Boxes
from .portbox import PortBox
from .room import Room, Source


async def play(
    *,
    edition: str | None,
    rules: dict[str, Any] | None,
    on: str,
    port: int,
    browser: bool,
    note: Callable[[str], None],
    say: Callable[[str], None],
) -> None:
    """Serve until cancelled. `note` hears remarks, `say` the address, when everything stands."""
    room = Room()
    runner, taken = await server.listen(room, port)
    address = f"http://{server.HOST}:{taken}/"
    boxes = Boxes(room, address, edition, rules) if on == "twin" else None
    try:
        if boxes:
            note("starting the box ...")
            room.open = boxes.open
            await boxes.first()
        else:
            await room.show(_source(on, room, note))
        note(f"the box is at {room.port}")
        say(address)
        if browser and _has_a_screen():
            webbrowser.open(address)
        if boxes:
            await boxes.follow_file(note)
        await asyncio.Event().wait()
    finally:
        await room.close()
        await runner.cleanup()


def _source(on: str, room: Room, note: Callable[[str], None]) -> Source:
    if on != "chip":
        return PortBox(on, room.tell)
    from .chipsource import ChipSource

    note("starting the emulated chip; a second of its work takes half a minute ...")
    return ChipSource(room.tell)


def _has_a_screen() -> bool:
    """Without one a browser of letters would take over the terminal."""
    known = sys.platform in ("darwin", "win32")
    return known or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
