"""A real box at a serial port as a source of the page. Keys and tags only if the box allows it.

A box that was unplugged is found again, also at another port: by the number of its Pico.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from deedbox.devices.discovery import find_usb
from deedbox.link import LinkError, PortError, Session, connect
from deedbox.play.follower import Follower
from deedbox.play.tag_names import tag_names
from deedbox.play.viewers import RequestError, Update, read_rows

if TYPE_CHECKING:
    from deedbox.games.found_games import FoundGames


class PortSource:
    """`tell` gets the updates, in the event loop's thread."""

    name = "port"

    def __init__(self, port: str, tell: Callable[[Update], None]) -> None:
        self.port = port
        self.control = False
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._session: Session | None = None
        self._board = ""  # the number of its Pico, once it has answered
        self._picture = bytes(1024)
        self._follower = Follower(self._connect, self._add_picture)

    def _connect(self) -> Session:
        try:
            session = connect(self.port)
        except PortError:
            self.port = self._other_port()
            session = connect(self.port)
        self._board = session.hello().board
        self._session = session
        return session

    def _other_port(self) -> str:
        """The port at which this Pico is now; the old one if it is nowhere."""
        for device in find_usb():
            if self._board and device.id.lower() == self._board.lower():
                return device.port
        return self.port

    async def start(self) -> None:
        """Connect once and wait for the answer, so that a wrong port fails at once."""
        (await asyncio.to_thread(self._connect)).close()
        self._follower.start()

    async def close(self) -> None:
        await asyncio.to_thread(self._follower.close)

    def all(self) -> list[Update]:
        about = {"power": True, **self._follower.all()}
        return [{**about, **read_rows(self._picture)}, self._picture]

    @property
    def look(self) -> dict[str, Any] | None:
        """The last report of the box."""
        return self._follower.last

    def games(self) -> FoundGames:
        """The games that the box hands out."""
        return self._follower.games()

    def knows(self, tag: str) -> bool:
        return tag in tag_names()

    def _add_picture(self, update: dict[str, Any]) -> None:
        """In the follower's thread: send the picture together with each look."""
        session = self._session
        if update.get("look") is not None and session is not None:
            self._picture = session.picture()
            self.control = session.hello().remote
            self._loop.call_soon_threadsafe(self._tell, self._picture)
            update["control"] = self.control
        self._loop.call_soon_threadsafe(self._tell, update)

    # -- keys and tags: a box at a port takes a complete press or tap --

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
        raise RequestError("the plug of this box is on your table")

    async def watch(self, on: bool, speed: int) -> None:
        raise RequestError("this box is for people to play")

    def cut_in_a_write(self) -> None:
        raise RequestError("the plug of this box is on your table")

    async def _order(self, order: Callable[[Session], None]) -> None:
        if self._session is None:
            raise RequestError("the box does not answer")
        try:
            await asyncio.to_thread(order, self._session)
        except LinkError as error:
            raise RequestError(str(error)) from None
