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
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from deedbox import token_colours, words
from deedbox.play import own_games
from deedbox.play.viewers import RequestError, Viewers
from deedbox.safe_text import one_line, safe_values

if TYPE_CHECKING:
    from deedbox.editions.model import Edition

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
# A report is a page of its own: it has its style and pictures in itself, and only our page may frame it.
_REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'"
)
VIEWERS = web.AppKey("viewers", Viewers)
ODDS = web.AppKey("odds", own_games.Odds)
# Reports are written one at a time, however often somebody clicks.
WRITING = web.AppKey("writing", asyncio.Lock)


@web.middleware
async def _own_page_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    port = request.transport.get_extra_info("sockname")[1] if request.transport else 0
    hosts = {f"{name}:{port}" for name in (HOST, "localhost")}
    origin = request.headers.get("Origin")
    foreign = origin is not None and origin not in {f"http://{host}" for host in hosts}
    changes = request.path == "/ws" or request.method not in ("GET", "HEAD")
    if request.host not in hosts or foreign or (origin is None and changes):
        raise web.HTTPForbidden(text="Only the page of this box may talk to it.\n")
    try:
        return await handler(request)
    except (OSError, ValueError):  # a path that no file can have
        raise web.HTTPNotFound from None


async def _on_prepare(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update({**_HEADERS, **response.headers})


async def _on_shutdown(app: web.Application) -> None:
    await app[VIEWERS].send_off()


async def _send_page(request: web.Request) -> web.FileResponse:
    return web.FileResponse(_PAGE / "index.html")


async def _send_token_colours(request: web.Request) -> web.Response:
    return web.Response(text=token_colours.style_sheet(), content_type="text/css")


def _language_of(request: web.Request) -> str:
    language = request.query.get("language", "en")
    if language not in words.LANGUAGES:
        raise web.HTTPNotFound
    return language


def _load_board(name: str) -> Edition:
    """A board that comes with deedbox, or one whose names were filled in."""
    from deedbox import editions
    from deedbox.editions import name_filling
    from deedbox.play import flash_files

    if name in editions.IDS:
        return editions.load_edition(name)
    files = name_filling.own_edition_files(flash_files.editions_folder())
    if name not in files:
        raise web.HTTPNotFound
    return editions.load_edition(str(files[name]))


async def _send_edition(request: web.Request) -> web.Response:
    return web.json_response(printed_board(_load_board(request.match_info["name"])))


def printed_board(edition: Edition) -> Any:
    """What is printed on a board."""
    from deedbox import rules
    from deedbox.editions import json_view

    return safe_values(json_view.edition_as_json(edition, rules.resolve_choices(edition.rules, {})))


async def _fill_names(request: web.Request) -> web.Response:
    """Names for spaces that have none, like {"1": "Main Street"}; the answer is the id of the new board."""
    from deedbox import editions
    from deedbox.editions import name_filling
    from deedbox.play import flash_files

    edition = _load_board(request.match_info["name"])
    try:
        names_by_space = json.loads(await request.text())
        names = {int(space): str(name) for space, name in names_by_space.items()}
        folder = flash_files.editions_folder()
        source = name_filling.own_edition_files(folder).get(edition.id, edition.id)
        path = await asyncio.to_thread(name_filling.save_own_board, str(source), names, folder)
    except editions.EditionError as error:
        return web.json_response({"faults": [f"{fault.key}: {fault.allowed}" for fault in error.faults]})
    except (ValueError, AttributeError) as error:
        raise web.HTTPBadRequest(text=f"{error}\n") from None
    return web.json_response({"id": editions.load_edition(str(path)).id})


async def _send_choices(request: web.Request) -> web.Response:
    """The choices of the new-game dialog: boards, and favourites among the house rules."""
    return web.json_response(await asyncio.to_thread(list_choices, _language_of(request)))


def list_choices(language: str) -> dict[str, Any]:
    """Boards, favourites among the house rules, and words of the box."""
    from deedbox import rules
    from deedbox.lab.atlas import effects

    effect_of = effects(language)
    favourites = [
        {
            "id": preset.id,
            "label": preset.label,
            "sentence": preset.sentence,
            "effect": effect_of.get(preset.id, ""),
        }
        for preset in rules.load_presets(language).values()
    ]
    return {"boards": _boards(language), "favourites": favourites, "box_words": _box_words()}


def _box_words() -> dict[str, list[str]]:
    """How the set-up on the box calls the choices that the dialog reads there, in every language."""
    names = ("STANDARD", "SHORT", "BOX", "YES", "LETTERS_OF")
    languages = [dict(words.read_words(language).values()) for language in words.LANGUAGES]
    return {name.lower(): [texts[name] for texts in languages] for name in names}


def _boards(language: str) -> list[dict[str, Any]]:
    from deedbox import editions, rules
    from deedbox.editions import json_view, name_filling
    from deedbox.play import flash_files

    own_rules = {"battle": "dm_battle", "doubles": "sm_doubles"}
    sentences = rules.rule_sentences(language)
    boards = []
    for name in [*editions.IDS, *name_filling.own_edition_files(flash_files.editions_folder())]:
        edition = _load_board(name)
        limits = rules.resolve_choices(edition.rules, {})
        own_rule = own_rules.get(edition.extra)
        boards.append(
            {
                "id": name,
                "name": edition.name,
                "players": json_view.player_range(limits),
                "games": edition.games,
                "missing": len(name_filling.missing_names(edition)),
                "tokens": edition.tokens,
                "own_rule": {"id": own_rule, "sentence": sentences[own_rule]} if own_rule else None,
            }
        )
    return boards


async def _send_games(request: web.Request) -> web.Response:
    """The saves on the box of people: games to go on with, and games that are over."""
    from deedbox.build.firmware import ImageError

    boxes = request.app[VIEWERS].boxes
    try:
        saves = await asyncio.to_thread(own_games.list_saves, boxes.own_flash()) if boxes else []
    except ImageError as error:
        raise web.HTTPNotFound(text=f"{one_line(str(error))}\n") from None
    return web.json_response(safe_values(saves))


async def _send_odds(request: web.Request) -> web.Response:
    """Who would win a game that was put aside: sentences, from simulated ends."""
    from deedbox.build.firmware import ImageError
    from deedbox.games.replay import ReplayError
    from deedbox.lab.sampling import LabError

    boxes = request.app[VIEWERS].boxes
    game, language = request.match_info["game"], _language_of(request)
    try:
        if boxes is None:
            raise ReplayError("there is no game here")
        odds = request.app[ODDS]
        sentences = await asyncio.to_thread(odds.sentences, boxes.own_flash(), game, language)
    except (ReplayError, LabError, ImageError) as error:
        raise web.HTTPNotFound(text=f"{one_line(str(error))}\n") from None
    return web.json_response(safe_values(sentences))


async def _send_game(request: web.Request) -> web.Response:
    """A game of the box on the table: its report, or the game itself as a file."""
    from deedbox.build.firmware import ImageError
    from deedbox.extras import MissingExtraError
    from deedbox.games.replay import ReplayError
    from deedbox.link import LinkError

    form, game = request.match_info["form"], request.match_info["game"]
    language = _language_of(request)

    def write() -> bytes:
        return own_games.write_game(request.app[VIEWERS].games(), game, form, language)

    # Also for a fault: the page shows its sentence where the report would be.
    policy = {"Content-Security-Policy": _REPORT_POLICY}
    try:
        async with request.app[WRITING]:
            data = await asyncio.to_thread(write)
    except (ReplayError, LinkError, ImageError) as error:
        raise web.HTTPNotFound(text=f"{one_line(str(error))}\n", headers=policy) from None
    except MissingExtraError as error:
        raise web.HTTPNotImplemented(text=f"{error}\n", headers=policy) from None
    headers = policy if form == "html" else {}
    if form != "html" or "save" in request.query:
        headers["Content-Disposition"] = f'attachment; filename="deedbox-{game}.{form}"'
    kind = own_games.FORMS[form]
    return web.Response(body=data, content_type=kind, charset="utf-8", headers=headers)


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
    application[ODDS] = own_games.Odds()
    application[WRITING] = asyncio.Lock()
    application.on_response_prepare.append(_on_prepare)
    application.on_shutdown.append(_on_shutdown)
    application.router.add_get("/", _send_page)
    application.router.add_get("/ws", _serve_socket)
    application.router.add_get("/tokens.css", _send_token_colours)
    application.router.add_get("/edition/{name}", _send_edition)
    application.router.add_post("/edition/{name}/names", _fill_names)
    application.router.add_get("/choices", _send_choices)
    application.router.add_get("/games", _send_games)
    application.router.add_get("/games/{game:[0-9a-f]{12}}/odds", _send_odds)
    application.router.add_get("/games/{game:[0-9a-f]{12}}.{form:html|pdf|json|csv}", _send_game)
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
