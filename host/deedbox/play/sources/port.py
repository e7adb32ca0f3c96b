"""A real box at a serial port as the page has it: display and game; keys and tags if the box allows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from deedbox.link import LinkError, Session, connect
from deedbox.screen import read_text

from .looker import Looker
from .room import News, WishError
from .twinbox import tag_names


class PortBox:
    """`tell` hears the news, in the event loop's thread."""

    name = "port"

    def __init__(self, port: str, tell: Callable[[News], None]) -> None:
        self.port = port
        self.control = False
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._session: Session | None = None
        self._picture = bytes(1024)
        self._looker = Looker(self._connect, self._heard)

    def _connect(self) -> Session:
        self._session = connect(self.port)
        return self._session

    async def start(self) -> None:
        """The first time it must answer: who typed the port wrongly is told so."""
        (await asyncio.to_thread(self._connect)).close()
        self._looker.start()

    async def close(self) -> None:
        await asyncio.to_thread(self._looker.close)

    def all(self) -> list[News]:
        rows = read_text(self._picture)
        return [{"power": True, "look": self._looker.last, "rows": rows}, self._picture]

    def knows(self, tag: str) -> bool:
        return tag in tag_names()

    def _heard(self, news: dict[str, Any]) -> None:
        """In the looker's thread: with each look comes its picture."""
        session = self._session
        if news["look"] is not None and session is not None:
            self._picture = session.picture()
            self.control = session.hello().remote
            self._loop.call_soon_threadsafe(self._tell, self._picture)
            news["control"] = self.control
        self._loop.call_soon_threadsafe(self._tell, news)

    # -- hands: a box at a port takes a press or a tap as a whole --

    async def press(self, key: str) -> None:
        await self._order(lambda session: session.key(key))

    async def release(self, key: str) -> None:
        pass

    async def tap(self, tag: str) -> None:
        await self._order(lambda session: session.tap(tag))

    put = tap

    async def lift(self, tag: str) -> None:
        pass

    async def plug(self, into: bool) -> None:
        raise WishError("the plug of this box is on your table")

    async def watch(self, on: bool, speed: int) -> None:
        raise WishError("this box is for people to play")

    def cut_in_a_write(self) -> None:
        raise WishError("the plug of this box is on your table")

    async def _order(self, order: Callable[[Session], None]) -> None:
        if self._session is None:
            raise WishError("the box does not answer")
        try:
            await asyncio.to_thread(order, self._session)
        except LinkError as error:
            raise WishError(str(error)) from None
