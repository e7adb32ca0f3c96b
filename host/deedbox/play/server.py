"""The web server: the page and its WebSocket, for this machine only.

It listens on 127.0.0.1 only. That alone does not keep other web sites out, because a browser lets any of them
send requests to this machine. So the Host header must be ours (otherwise a foreign name that points here
would do), and if a request names the page that it comes from, that page must be ours, too.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import WSMsgType, web

from deedbox import token_colours, words
from deedbox.play.page_data import choices_of, printed_board
from deedbox.play.viewers import RequestError, Viewers
from deedbox.safe_text import one_line

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HOST = "127.0.0.1"
PORT = 8427
_TRIES = 20  # ports to try, from the requested one on
_MESSAGE_MOST = 4096
_REQUESTS_PER_S = 50  # of one page
_BURST = 100  # so many at once are fine: a page types a name by pressing and releasing each key
_REQUESTS_MOST = 32  # of one page under way
_PAGE = Path(__file__).with_name("page")
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
VIEWERS = web.AppKey("viewers", Viewers)


@web.middleware
async def _own_page_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    port = request.transport.get_extra_info("sockname")[1] if request.transport else 0
    hosts = {f"{name}:{port}" for name in (HOST, "localhost")}
    origin = request.headers.get("Origin")
    foreign = origin is not None and origin not in {f"http://{host}" for host in hosts}
    if request.host not in hosts or foreign or (origin is None and request.path == "/ws"):
        raise web.HTTPForbidden(text="Only the page of this box may talk to it.\n")
    try:
        return await handler(request)
    except (OSError, ValueError):  # a path that no file can have
        raise web.HTTPNotFound from None


async def _on_prepare(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)


async def _on_shutdown(app: web.Application) -> None:
    await app[VIEWERS].send_off()


async def _send_page(request: web.Request) -> web.FileResponse:
    return web.FileResponse(_PAGE / "index.html")


async def _send_token_colours(request: web.Request) -> web.Response:
    return web.Response(text=token_colours.style_sheet(), content_type="text/css")


async def _send_edition(request: web.Request) -> web.Response:
    from deedbox import editions

    name = request.match_info["name"]
    if name not in editions.IDS:
        raise web.HTTPNotFound
    return web.json_response(printed_board(name))


async def _send_choices(request: web.Request) -> web.Response:
    """The choices of the new-game dialog: boards, and favourites among the house rules."""
    language = request.query.get("language", "en")
    if language not in words.LANGUAGES:
        raise web.HTTPNotFound
    return web.json_response(choices_of(language))


class _Pace:
    """Slows down a page that asks faster than hands can; others are not held up."""

    def __init__(self) -> None:
        self._free_s = 0.0  # from then on nothing of the burst is used up

    async def wait(self) -> None:
        now_s = asyncio.get_running_loop().time()
        self._free_s = max(self._free_s, now_s) + 1 / _REQUESTS_PER_S
        await asyncio.sleep(max(0.0, self._free_s - now_s - _BURST / _REQUESTS_PER_S))


async def _serve_socket(request: web.Request) -> web.WebSocketResponse:
    viewers = request.app[VIEWERS]
    socket = web.WebSocketResponse(max_msg_size=_MESSAGE_MOST, heartbeat=30)
    await socket.prepare(request)
    viewer = viewers.enter(socket)
    sender = asyncio.create_task(viewer.run())
    requests: set[asyncio.Task[None]] = set()
    pace = _Pace()

    async def answer(text: str) -> None:
        try:
            await viewers.do(viewer, json.loads(text))
        except (RequestError, ValueError) as error:
            viewer.tell({"wrong": str(error)})
        except RecursionError:
            viewer.tell({"wrong": "too many brackets"})
        except Exception as error:  # a task has nobody who would catch it
            fault = f"{type(error).__name__}: {error}"
            viewer.tell({"wrong": one_line(f"a fault in deedbox, please report it: {fault}")})

    try:
        async for message in socket:
            await pace.wait()
            while len(requests) >= _REQUESTS_MOST:  # nothing is read from it before there is room again
                await asyncio.wait(requests, return_when=asyncio.FIRST_COMPLETED)
            if socket.closed:  # meanwhile
                break
            if message.type is WSMsgType.TEXT:
                # Requests run side by side, so that a tag on the reader does not keep the keys waiting.
                task = asyncio.create_task(answer(message.data))
                requests.add(task)
                task.add_done_callback(requests.discard)
    finally:
        sender.cancel()
        await viewers.leave(viewer)
    return socket


def make_app(viewers: Viewers) -> web.Application:
    application = web.Application(middlewares=[_own_page_only])
    application[VIEWERS] = viewers
    application.on_response_prepare.append(_on_prepare)
    application.on_shutdown.append(_on_shutdown)
    application.router.add_get("/", _send_page)
    application.router.add_get("/ws", _serve_socket)
    application.router.add_get("/tokens.css", _send_token_colours)
    application.router.add_get("/edition/{name}", _send_edition)
    application.router.add_get("/choices", _send_choices)
    application.router.add_static("/page/", _PAGE)
    return application


async def listen_on(viewers: Viewers, port: int) -> tuple[web.AppRunner, int]:
    """Serve on this port or the next free one; 0 is any port. Returns the port."""
    # What is no HTTP is answered with 400; aiohttp would also print a traceback for it.
    quiet = logging.getLogger(__name__)
    quiet.setLevel(logging.CRITICAL)
    runner = web.AppRunner(make_app(viewers), access_log=None, shutdown_timeout=1, logger=quiet)
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
