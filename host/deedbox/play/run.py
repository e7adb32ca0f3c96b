"""What `deedbox play` does, from the first line to Ctrl-C."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
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
    """Serve until cancelled. `note` gets remarks; `say` gets a sentence with the address when all is up.

    SIGTERM cancels it, as Ctrl-C does, so that the box is switched off and nothing is left behind.
    """
    with suppress(NotImplementedError, RuntimeError):  # on Windows, and outside of the main thread
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    viewers = Viewers()
    runner, free_port = await server.listen_on(viewers, port)
    address = f"http://{server.HOST}:{free_port}/"
    chooser = BoxChooser(viewers, address, edition, rules, reader) if on == "twin" else None
    try:
        if chooser:
            note("starting the box ...")
            viewers.boxes = chooser
            await chooser.first()
        else:
            await viewers.show(_open_source(on, viewers, note))
        opened = browser and _has_a_screen() and webbrowser.open(address)
        say(
            f"Deedbox is open at {address} in your browser." if opened else f"Open {address} in your browser."
        )
        note(_how_it_ends(on, viewers.port))
        if chooser:
            await chooser.follow_file(note)
        await asyncio.Event().wait()
    finally:
        await viewers.close()
        await runner.cleanup()


def _how_it_ends(on: str, port: str) -> str:
    if on == "twin":
        return f"Ctrl-C ends it, and the game is kept. Other commands reach this box with --on twin ({port})."
    if on in ("chip", "chipjs"):
        return "Ctrl-C ends it, and the game is kept."
    return f"Ctrl-C ends it. The box at {port} goes on by itself."


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
