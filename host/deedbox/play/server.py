"""The web server: the page, its WebSocket, and nobody from elsewhere.

It listens on 127.0.0.1 only. That alone does not keep other web sites out: a browser lets any of them send
requests to this machine. So Host must be ours (or a name that somebody made point here would do), and where a
request says from which page it comes, that page must be ours, too.
"""

from __future__ import annotations

import asyncio
import errno
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import WSMsgType, web

from deedbox import words

from .room import Room, WishError

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HOST = "127.0.0.1"
PORT = 8427
_TRIES = 20  # ports after the one that was asked for
_MESSAGE_MOST = 4096
_PAGE = Path(__file__).with_name("page")
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
ROOM = web.AppKey("room", Room)


@web.middleware
async def _ours_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    port = request.transport.get_extra_info("sockname")[1] if request.transport else 0
    hosts = {f"{name}:{port}" for name in (HOST, "localhost")}
    origin = request.headers.get("Origin")
    foreign = origin is not None and origin not in {f"http://{host}" for host in hosts}
    if request.host not in hosts or foreign or (origin is None and request.path == "/ws"):
        raise web.HTTPForbidden(text="Only the page of this box may talk to it.\n")
    return await handler(request)


async def _on_prepare(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)


async def _on_shutdown(app: web.Application) -> None:
    await app[ROOM].send_off()


async def _index(request: web.Request) -> web.FileResponse:
    return web.FileResponse(_PAGE / "index.html")


async def _edition(request: web.Request) -> web.Response:
    from deedbox import editions, rules
    from deedbox.editions import view

    name = request.match_info["name"]
    if name not in editions.IDS:
        raise web.HTTPNotFound
    return web.json_response(view.plain(editions.load(name), rules.resolved(name, {})))


async def _choices(request: web.Request) -> web.Response:
    """What the new-game dialog offers: the boards, and the favourites among the house rules."""
    from deedbox import editions, rules
    from deedbox.editions import view

    language = request.query.get("language", "en")
    if language not in words.LANGUAGES:
        raise web.HTTPNotFound
    boards = [
        {"id": name, "name": editions.load(name).name, "players": view.players(rules.resolved(name, {}))}
        for name in editions.IDS
    ]
    favourites = [
        {"id": preset.id, "label": preset.label, "sentence": preset.sentence}
        for preset in rules.presets(language).values()
    ]
    return web.json_response({"boards": boards, "favourites": favourites})


async def _socket(request: web.Request) -> web.WebSocketResponse:
    room = request.app[ROOM]
    socket = web.WebSocketResponse(max_msg_size=_MESSAGE_MOST, heartbeat=30)
    await socket.prepare(request)
    listener = room.enter(socket)
    speaking = asyncio.create_task(listener.run())
    wishes: set[asyncio.Task[None]] = set()

    async def grant(text: str) -> None:
        try:
            await room.do(listener, json.loads(text))
        except (WishError, ValueError) as error:
            listener.tell({"wrong": str(error)})

    try:
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                # Not one after the other: a tag that is held must not keep the keys waiting.
                task = asyncio.create_task(grant(message.data))
                wishes.add(task)
                task.add_done_callback(wishes.discard)
    finally:
        speaking.cancel()
        await room.leave(listener)
    return socket


def app(room: Room) -> web.Application:
    made = web.Application(middlewares=[_ours_only])
    made[ROOM] = room
    made.on_response_prepare.append(_on_prepare)
    made.on_shutdown.append(_on_shutdown)
    made.router.add_get("/", _index)
    made.router.add_get("/ws", _socket)
    made.router.add_get("/edition/{name}", _edition)
    made.router.add_get("/choices", _choices)
    made.router.add_static("/page/", _PAGE)
    return made


async def listen(room: Room, port: int) -> tuple[web.AppRunner, int]:
    """Serve on this port, or on the next one that is free; 0: any. Returns the port."""
    runner = web.AppRunner(app(room), access_log=None, shutdown_timeout=1)
    await runner.setup()
    for candidate in range(port, port + _TRIES) if port else (0,):
        site = web.TCPSite(runner, HOST, candidate)
        try:
            await site.start()
        except OSError as error:
            if error.errno != errno.EADDRINUSE or candidate == port + _TRIES - 1:
                raise
            continue
        return runner, int(runner.addresses[0][1])
    raise AssertionError
