"""Everybody who looks at the box: what they are told, and what they may do.

To a page go binary messages, the display's picture (1024 bytes, `banker.ui.paint`), and JSON objects in which
every key is news about one thing; what is left out has not changed:

    hello    {version, on, port, control, demo, board}: which box this is, whether it may be touched, and
             what is printed on the board (as `deedbox editions show`), where the command line named one
    look     what link.Look has, and `log` (story.py): the game; null while the box does not answer
    power    whether the box has its supply; armed: the next write will be cut
    rows     the picture as eight rows of text
    key      the key that is held, or null        reader  names of the tags that lie there
    watch    {on, speed}: whether they play by themselves, and how fast (1 to 5)
    tones    [[ms, hertz], ...]: from that time on the buzzer sounds so
    things   {dice, drawn}: what lies on the table
    wrong    a sentence: what was asked for cannot be done

From a page come JSON objects {"do": ..., ...}; Room.do() has all of them.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import deedbox
from deedbox.screen import read_text

from .bots import PAUSES_S
from .things import DECKS, Things

News = bytes | dict[str, Any]
KEYS = "0123456789ABCD*#"
_STILL_S = 0.06  # a picture comes page by page: its text is read when it stands
_WAITING_MOST = 256  # messages for a page that does not take them


class WishError(Exception):
    """A page asked for something that is not to be had; the text says what."""


class Source(Protocol):
    """A box: the twin on this machine, or a real one at a port."""

    name: str
    port: str
    control: bool

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def all(self) -> list[News]: ...

    def knows(self, tag: str) -> bool: ...

    async def press(self, key: str) -> None: ...

    async def release(self, key: str) -> None: ...

    async def tap(self, tag: str) -> None: ...

    async def put(self, tag: str) -> None: ...

    async def lift(self, tag: str) -> None: ...

    async def plug(self, into: bool) -> None: ...

    async def watch(self, on: bool, speed: int) -> None: ...

    def cut_in_a_write(self) -> None: ...


class Page(Protocol):
    """One connected browser."""

    async def send_bytes(self, data: bytes) -> None: ...

    async def send_str(self, data: str) -> None: ...

    async def close(self) -> Any: ...


class Listener:
    """The messages to one page, in their order. A page that no longer takes them is given up."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._waiting: asyncio.Queue[News] = asyncio.Queue()
        self.held: set[str] = set()  # keys under its finger

    def tell(self, news: News) -> None:
        self._waiting.put_nowait(news)

    async def close(self) -> None:
        await self._page.close()

    async def run(self) -> None:
        while self._waiting.qsize() < _WAITING_MOST:
            news = await self._waiting.get()
            if isinstance(news, bytes):
                await self._page.send_bytes(news)
            else:
                await self._page.send_str(json.dumps(news))
        await self.close()


class Room:
    def __init__(self) -> None:
        self.things = Things()
        self._listeners: set[Listener] = set()
        self._source: Source | None = None
        self._demo = False
        self._board: dict[str, Any] | None = None
        self.open: Callable[[str, bool], Awaitable[None]] | None = None  # another box, by name, anew or not
        self._picture = b""
        self._reading: asyncio.TimerHandle | None = None

    async def show(self, source: Source, demo: bool = False, board: dict[str, Any] | None = None) -> None:
        """From now on this is the box in the room."""
        self._source, self._demo, self._board = source, demo, board
        await source.start()
        for listener in self._listeners:
            self._greet(listener, source)

    @property
    def port(self) -> str:
        """Where other programs find the box."""
        return self._source.port if self._source else ""

    async def close(self) -> None:
        source, self._source = self._source, None
        if source is not None:
            await source.close()

    def tell(self, news: News) -> None:
        for listener in self._listeners:
            listener.tell(news)
        if isinstance(news, bytes):
            self._picture = news
            if self._reading is not None:
                self._reading.cancel()
            self._reading = asyncio.get_running_loop().call_later(_STILL_S, self._read)

    def _read(self) -> None:
        self.tell({"rows": read_text(self._picture)})

    # -- pages --

    def enter(self, page: Page) -> Listener:
        listener = Listener(page)
        self._listeners.add(listener)
        if self._source is not None:
            self._greet(listener, self._source)
        return listener

    async def send_off(self) -> None:
        """The server ends: nobody waits for more."""
        for listener in list(self._listeners):
            await listener.close()

    async def leave(self, listener: Listener) -> None:
        self._listeners.discard(listener)
        for key in listener.held:
            if self._source is not None:
                await self._source.release(key)

    def _greet(self, listener: Listener, source: Source) -> None:
        about: dict[str, Any] = {"version": deedbox.__version__, "on": source.name, "port": source.port}
        about |= {"control": source.control, "demo": self._demo, "board": self._board}
        listener.tell({"hello": about, "things": self.things.plain(), "look": None})
        for news in source.all():
            listener.tell(news)

    # -- wishes --

    async def do(self, listener: Listener, wish: Any) -> None:
        """One wish of a page; WishError if it cannot be."""
        source = self._source
        if source is None or not isinstance(wish, dict):
            raise WishError("not now")
        if not source.control:
            raise WishError("looking only: remote control is off at the box")
        what = wish.get("do")
        if what == "open" and self.open is not None and wish.get("box") in ("demo", "own"):
            # Only the demo can begin anew: no page throws a saved game away.
            await self.open(wish["box"], wish["box"] == "demo" and bool(wish.get("anew")))
        elif what == "watch" and self.open is not None and wish.get("speed", 3) in PAUSES_S:
            if wish.get("on") and not self._demo:  # nobody plays in a game that is somebody else's
                await self.open("demo", False)
            assert self._source is not None
            await self._source.watch(bool(wish.get("on")), wish.get("speed", 3))
        elif what in ("press", "release"):
            await self._finger(source, what, wish.get("key"), listener.held)
        elif what in ("tap", "put", "lift"):
            await self._hand(source, what, wish.get("tag"))
        elif what == "plug":
            await source.plug(bool(wish.get("in")))
        elif what == "cut":
            source.cut_in_a_write()
        elif what in ("throw", "dice", "draw"):
            await self._table(source, what, wish)
        else:
            raise WishError(f"no such wish: {what!r}")

    async def _finger(self, source: Source, what: str, key: Any, held: set[str]) -> None:
        if not isinstance(key, str) or len(key) != 1 or key not in KEYS:
            raise WishError(f"no such key: {key!r}")
        if what == "press":
            held.add(key)
            await source.press(key)
        else:
            held.discard(key)
            await source.release(key)

    async def _hand(self, source: Source, what: str, tag: Any) -> None:
        if not isinstance(tag, str) or not source.knows(tag):
            raise WishError(f"no such tag: {tag!r}")
        doing: dict[str, Callable[[str], Awaitable[None]]] = {
            "tap": source.tap,
            "put": source.put,
            "lift": source.lift,
        }
        await doing[what](tag)

    async def _table(self, source: Source, what: str, wish: dict[str, Any]) -> None:
        if what == "draw":
            if wish.get("deck") not in DECKS:
                raise WishError("no such deck")
            card = self.things.draw(wish["deck"])
            self.tell({"things": self.things.plain()})
            await source.tap(f"card:{card}")
            return
        try:
            self.things.throw() if what == "throw" else self.things.set(wish.get("dice"))
        except ValueError as error:
            raise WishError(str(error)) from None
        self.tell({"things": self.things.plain()})
