"""The browser pages that show the box: the updates they get, and the requests they may send.

A page gets binary messages, the display's picture (1024 bytes, `banker.ui.paint`), and JSON objects in which
every key has one value; keys that are left out have not changed:

    hello    {version, on, port, control, place, own, board}: which box this is, whether it takes input; its
             place is demo, own or watch, or "" for a box that is not ours; whether there is an own box; and
             what is printed on the board (as `deedbox editions show`), where the command line named one
    look     link.Look as an object, and `log` (log.py): the game; null while the box does not answer
    board    what is printed on a board that only the box has; null for one that comes with deedbox
    power    whether the box has power; armed: it will lose it in the next write
    rows     the picture as eight rows of text; turned: whether the picture is upside down
    key      the key that is down, or null         reader  names of the tags on the reader
    watch    {on, speed}: whether they play by themselves, and how fast (1 to 5)
    tones    [[ms, hertz], ...]: from that time on the buzzer sounds so
    table    {dice, drawn}: the dice and the cards drawn last
    wrong    a sentence: why a request cannot be done

A page sends JSON objects {"do": ..., ...}; Viewers.do() has all of them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol

import deedbox
from deedbox import words
from deedbox.display import UNKNOWN, read_text
from deedbox.link import PortError
from deedbox.models.keypad import LAYOUT
from deedbox.play.bots import PAUSES_S
from deedbox.play.dice_and_decks import DECKS, DiceAndDecks
from deedbox.safe_text import safe_values

if TYPE_CHECKING:
    from pathlib import Path

    from deedbox.games.found_games import FoundGames

Update = bytes | dict[str, Any]
KEYS = LAYOUT
_STILL_S = 0.06  # a picture comes in parts; its text is read when it has not changed for so long
_MIRRORED = [int(f"{byte:08b}"[::-1], 2) for byte in range(256)]  # a column of eight pixels upside down
_WAITING_MOST = 256  # messages for a page that does not take them


def read_rows(picture: bytes) -> dict[str, Any]:
    """The picture as text, also if it is turned for the other side of the table: rows and turned."""
    rows = read_text(picture)
    if not any(UNKNOWN in row for row in rows):
        return {"rows": rows, "turned": False}
    other_way_up = read_text(bytes(_MIRRORED[byte] for byte in reversed(picture)))
    turned = sum(row.count(UNKNOWN) for row in other_way_up) < sum(row.count(UNKNOWN) for row in rows)
    return {"rows": other_way_up if turned else rows, "turned": turned}


class RequestError(Exception):
    """A page requested something that cannot be done; the text says what."""


class Source(Protocol):
    """A box: the twin on this machine, or a real one at a port."""

    name: str
    port: str
    control: bool

    @property
    def look(self) -> dict[str, Any] | None: ...

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def all(self) -> list[Update]: ...

    def games(self) -> FoundGames: ...

    def knows(self, tag: str) -> bool: ...

    async def press(self, key: str) -> None: ...

    async def release(self, key: str) -> None: ...

    async def tap(self, tag: str) -> None: ...

    async def put(self, tag: str) -> None: ...

    async def lift(self, tag: str) -> None: ...

    async def plug(self, into: bool) -> None: ...

    async def watch(self, on: bool, speed: int) -> None: ...

    def cut_in_a_write(self) -> None: ...


class Boxes(Protocol):
    """The boxes of this user, among which a page may choose (which_box.py)."""

    def has_own(self) -> bool: ...

    def own_flash(self) -> Path: ...

    async def open_demo(self, fresh: bool, language: str) -> None: ...

    async def open_own(self, language: str) -> None: ...

    async def open_watched(self, edition: str | None, players: int, language: str) -> None: ...


class Page(Protocol):
    """One connected browser."""

    async def send_bytes(self, data: bytes) -> None: ...

    async def send_str(self, data: str) -> None: ...

    async def close(self) -> Any: ...


def asks_for_card(look: dict[str, Any] | None, deck: str) -> bool:
    return look is not None and any(tag.startswith(f"card:{deck}-") for tag, _ in look["taps"])


class Viewer:
    """The messages to one page, in order. A page that no longer takes them is disconnected."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._waiting: asyncio.Queue[Update] = asyncio.Queue()
        self.keys_down: set[str] = set()
        # A page has one finger and one hand: what it does with them waits here, not at the box, so between
        # two taps of one page each other page has its turn.
        self.hand = asyncio.Lock()
        self.gone = False

    def tell(self, update: Update) -> None:
        self._waiting.put_nowait(update)

    async def close(self) -> None:
        await self._page.close()

    async def run(self) -> None:
        while self._waiting.qsize() < _WAITING_MOST:
            update = await self._waiting.get()
            if isinstance(update, bytes):
                await self._page.send_bytes(update)
            else:
                await self._page.send_str(json.dumps(safe_values(update)))
        await self.close()


class Viewers:
    def __init__(self) -> None:
        self.table = DiceAndDecks()
        self._viewers: set[Viewer] = set()
        self._source: Source | None = None
        self.place = ""
        self._board: dict[str, Any] | None = None
        self.boxes: Boxes | None = None  # None: there is only the box at the port
        self._picture = b""
        self._read_later: asyncio.TimerHandle | None = None

    async def show(self, source: Source, place: str = "", board: dict[str, Any] | None = None) -> None:
        """From now on all pages show this box."""
        self._source, self.place, self._board = source, place, board
        await source.start()
        for viewer in self._viewers:
            self._greet(viewer, source)

    @property
    def port(self) -> str:
        """Where other programs find the box."""
        return self._source.port if self._source else ""

    def games(self) -> FoundGames:
        """The games of the box on the table that may be reported; LinkError if it does not answer."""
        if self._source is None:
            raise PortError("there is no box")
        return self._source.games()

    async def close(self) -> None:
        source, self._source = self._source, None
        if source is not None:
            await source.close()

    def tell(self, update: Update) -> None:
        for viewer in self._viewers:
            viewer.tell(update)
        if isinstance(update, bytes):
            self._picture = update
            if self._read_later is not None:
                self._read_later.cancel()
            self._read_later = asyncio.get_running_loop().call_later(_STILL_S, self._send_rows)

    def _send_rows(self) -> None:
        self.tell(read_rows(self._picture))

    # -- pages --

    def enter(self, page: Page) -> Viewer:
        viewer = Viewer(page)
        self._viewers.add(viewer)
        if self._source is not None:
            self._greet(viewer, self._source)
        return viewer

    async def send_off(self) -> None:
        """The server ends: disconnect every page."""
        for viewer in list(self._viewers):
            await viewer.close()

    async def leave(self, viewer: Viewer) -> None:
        self._viewers.discard(viewer)
        viewer.gone = True
        for key in viewer.keys_down:
            if self._source is not None:
                await self._source.release(key)

    def _greet(self, viewer: Viewer, source: Source) -> None:
        about: dict[str, Any] = {"version": deedbox.__version__, "on": source.name, "port": source.port}
        about |= {"control": source.control, "place": self.place, "board": self._board}
        about["own"] = self.boxes is not None and self.boxes.has_own()
        viewer.tell({"hello": about, "table": self.table.as_dict(), "look": None, "board": None})
        for update in source.all():
            viewer.tell(update)

    # -- requests --

    async def do(self, viewer: Viewer, request: Any) -> None:
        """Carry out one request of a page; RequestError if it cannot be done."""
        source = self._source
        if not isinstance(request, dict):
            raise RequestError("not now")
        what = request.get("do")
        if source is not None and not source.control:
            raise RequestError("looking only: remote control is off at the box")
        if not all(_is_plain(name, value) for name, value in request.items()):
            raise RequestError("a request has no tables, and no lists but the dice")
        if what == "open" and self.boxes is not None and request.get("box") in ("demo", "own"):
            # Only the demo can be made new, so no page can delete a game of people.
            if request["box"] == "own":
                await self.boxes.open_own(_language(request))
            else:
                await self.boxes.open_demo(bool(request.get("fresh")), _language(request))
        elif what == "watch" and self.boxes is not None and request.get("speed", 3) in PAUSES_S:
            await self._watch(self.boxes, request)
        elif source is None:  # a box could not be opened; another one can be
            raise RequestError("not now")
        elif what in ("press", "release", "tap", "put", "roll", "dice", "draw"):
            async with viewer.hand:
                if not viewer.gone:
                    await self._by_hand(source, viewer, what, request)
        elif what == "lift":
            await self._hand(source, what, request.get("tag"))
        elif what == "plug":
            await source.plug(bool(request.get("in")))
        elif what == "cut":
            source.cut_in_a_write()
        else:
            raise RequestError(f"no such wish: {what!r}")

    async def _watch(self, boxes: Boxes, request: dict[str, Any]) -> None:
        """Bots have a box of their own, so they never play in a game of people."""
        edition = request.get("edition")
        if request.get("on") and (edition is not None or self.place != "watch"):
            await boxes.open_watched(*_watched(request), _language(request))
        if self._source is not None and self.place == "watch":
            await self._source.watch(bool(request.get("on")), request.get("speed", 3))

    async def _by_hand(self, source: Source, viewer: Viewer, what: str, request: dict[str, Any]) -> None:
        if what in ("press", "release"):
            await self._finger(source, what, request.get("key"), viewer.keys_down)
        elif what in ("tap", "put"):
            await self._hand(source, what, request.get("tag"))
        else:
            await self._table(source, what, request)

    async def _finger(self, source: Source, what: str, key: Any, keys_down: set[str]) -> None:
        if not isinstance(key, str) or len(key) != 1 or key not in KEYS:
            raise RequestError(f"no such key: {key!r}")
        if what == "press":
            keys_down.add(key)
            await source.press(key)
        else:
            keys_down.discard(key)
            await source.release(key)

    async def _hand(self, source: Source, what: str, tag: Any) -> None:
        if not isinstance(tag, str) or not source.knows(tag):
            raise RequestError(f"no such tag: {tag!r}")
        actions: dict[str, Callable[[str], Awaitable[None]]] = {
            "tap": source.tap,
            "put": source.put,
            "lift": source.lift,
        }
        await actions[what](tag)

    async def _table(self, source: Source, what: str, request: dict[str, Any]) -> None:
        if what == "draw":
            if request.get("deck") not in DECKS:
                raise RequestError("no such deck")
            # A card that the box does not ask for stays on its deck.
            if not asks_for_card(source.look, request["deck"]):
                raise RequestError("The box does not ask for a card of this deck now.")
            card = self.table.draw(request["deck"])
            self.tell({"table": self.table.as_dict()})
            await source.tap(f"card:{card}")
            return
        try:
            self.table.roll() if what == "roll" else self.table.set_dice(request.get("dice"))
        except ValueError as error:
            raise RequestError(str(error)) from None
        self.tell({"table": self.table.as_dict()})


def _language(request: dict[str, Any]) -> str:
    language = request.get("language", "en")
    if language not in words.LANGUAGES:
        raise RequestError(f"no such language: {language!r}")
    return str(language)


def _watched(request: dict[str, Any]) -> tuple[str | None, int]:
    """The board of a game to watch, or None for the last one, and the number of players."""
    from deedbox import editions, rules

    edition, players = request.get("edition"), request.get("players", 4)
    if edition is None:
        return None, 0
    if edition not in editions.IDS:
        raise RequestError(f"no such board: {edition!r}")
    limits = rules.resolve_rules(edition, {})
    least, most = limits["players_min"], limits["players_max"]
    if type(players) is not int or not least <= players <= most:
        raise RequestError(f"this board is for {least} to {most} players")
    return edition, players


def _is_plain(name: str, value: Any) -> bool:
    """May a request have this value?"""
    return not isinstance(value, dict) and (not isinstance(value, list) or name == "dice")
