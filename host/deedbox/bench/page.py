"""Measures the time from a tap on the page to the changed picture, through server, twin and firmware.

A WebSocket takes the place of the page, so the time that a browser needs to draw is not included.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from deedbox.bench import LOWER, Aim, Measurement

if TYPE_CHECKING:
    from aiohttp import ClientWebSocketResponse, web

# The reader looks every 20 ms and the display is drawn after that, so a tap cannot be as fast as an echo.
AIMS = [Aim("page.tap_to_pixels_ratio", "times", 400, LOWER)]
_TAPS = 15
_STILL_S = 0.4


def measure(target: str) -> dict[str, Measurement]:
    with tempfile.TemporaryDirectory() as folder:
        taps, echoes = asyncio.run(_time_taps_and_echoes(Path(folder)))
    tap, echo = statistics.median(taps), statistics.median(echoes)
    times = f"tap to pixels {tap * 1e3:.0f} ms, bare WebSocket echo {echo * 1e3:.2f} ms"
    how = f"measured: {times}, medians of {_TAPS}"
    return {"page.tap_to_pixels_ratio": Measurement(round(tap / echo), how)}


async def _time_taps_and_echoes(folder: Path) -> tuple[list[float], list[float]]:
    """The seconds of taps and of echoes, measured in turn, so that a busy moment affects both."""
    import aiohttp

    from deedbox.play import flash_files, server
    from deedbox.play.sources.twin import TwinSource
    from deedbox.play.viewers import Viewers
    from deedbox.twin.flash_lock import lock_flash

    flash = folder / "box.flash"
    flash_files.make_flash(flash, game=flash_files.demo_game())
    viewers = Viewers()
    await viewers.show(TwinSource(flash, lock_flash(flash), viewers.tell))
    runner, port = await server.listen_on(viewers, 0)
    echo_runner, echo_port = await _time_echo()
    taps, echoes = [], []
    try:
        async with aiohttp.ClientSession() as client:
            page = f"http://{server.HOST}:{port}"
            socket = await client.ws_connect(f"{page}/ws", headers={"Origin": page})
            echo = await client.ws_connect(f"http://{server.HOST}:{echo_port}/")
            picture = await _first_picture(socket)
            for n in range(_TAPS):
                picture = await _until_still(socket, picture)
                taps.append(await _time_tap(socket, f"token:{n % 2 + 1}", picture))
                echoes.append(await _round_trip(echo))
            await socket.close()
            await echo.close()
    finally:
        await viewers.close()
        await runner.cleanup()
        await echo_runner.cleanup()
    return taps, echoes


async def _time_echo() -> tuple[web.AppRunner, int]:
    from aiohttp import web

    async def back(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for message in socket:
            await socket.send_str(message.data)
        return socket

    app = web.Application()
    app.router.add_get("/", back)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    return runner, int(runner.addresses[0][1])


async def _first_picture(socket: ClientWebSocketResponse) -> bytes:
    """The first picture that is not dark."""
    while True:
        message = await socket.receive(timeout=30)
        if isinstance(message.data, bytes) and any(message.data):
            return message.data


async def _until_still(socket: ClientWebSocketResponse, picture: bytes) -> bytes:
    """Wait until no new picture has come for a while; returns the last one."""
    quiet = time.perf_counter()
    while time.perf_counter() - quiet < _STILL_S:
        try:
            message = await socket.receive(timeout=_STILL_S)
        except TimeoutError:
            break
        if isinstance(message.data, bytes):
            picture, quiet = message.data, time.perf_counter()
    return picture


async def _time_tap(socket: ClientWebSocketResponse, tag: str, before: bytes) -> float:
    began = time.perf_counter()
    await socket.send_json({"do": "tap", "tag": tag})
    data = before
    while not isinstance(data, bytes) or data == before:
        data = (await socket.receive(timeout=30)).data
    return time.perf_counter() - began


async def _round_trip(echo: ClientWebSocketResponse) -> float:
    began = time.perf_counter()
    await echo.send_str("tap")
    await echo.receive(timeout=30)
    return time.perf_counter() - began
