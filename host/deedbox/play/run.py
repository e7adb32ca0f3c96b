"""What `deedbox play` does, from the first line to Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from collections.abc import Callable
from typing import Any

from deedbox import devices
from deedbox.play import server
from deedbox.play.sources.port import PortSource
from deedbox.play.viewers import Source, Viewers
from deedbox.play.which_box import BoxChooser


async def serve_game(
    *,
    edition: str | None,
    rules: dict[str, Any] | None,
    on: str,
    reader: str,
    port: int,
    browser: bool,
    note: Callable[[str], None],
    say: Callable[[str], None],
) -> None:
    """Serve until cancelled. `note` gets remarks; `say` gets the address when everything runs."""
    viewers = Viewers()
    runner, free_port = await server.listen_on(viewers, port)
    address = f"http://{server.HOST}:{free_port}/"
    chooser = BoxChooser(viewers, address, edition, rules, reader) if on == "twin" else None
    try:
        if chooser:
            note("starting the box ...")
            viewers.open = chooser.open
            await chooser.first()
        else:
            await viewers.show(_open_source(on, viewers, note))
        note(f"the box is at {viewers.port}")
        say(address)
        if browser and _has_a_screen():
            webbrowser.open(address)
        if chooser:
            await chooser.follow_file(note)
        await asyncio.Event().wait()
    finally:
        await viewers.close()
        await runner.cleanup()


def _open_source(on: str, viewers: Viewers, note: Callable[[str], None]) -> Source:
    if on not in devices.CHIPS:
        return PortSource(on, viewers.tell)
    from deedbox.play.sources.chip import ChipSource

    took = "half a minute" if on == devices.CHIP else "some seconds"
    note(f"starting the emulated chip; a second of its work takes {took} ...")
    return ChipSource(viewers.tell, on)


def _has_a_screen() -> bool:
    """Without a screen, a text browser would take over the terminal."""
    desktop = sys.platform in ("darwin", "win32")
    return desktop or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
