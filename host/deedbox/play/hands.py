"""A finger and a hand: they press and tap as long as the firmware needs to notice, however busy the machine.

Time on the twin is the wall's. A click lasts 80 ms, and on a busy machine the firmware may not look even once
in between. So the finger waits until the keys were scanned long enough, the hand until the tag was read.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from deedbox.box import Box
from deedbox.models.iso14443 import HALT, Tag

if TYPE_CHECKING:
    from deedbox.twin import Twin

# The keypad's driver wants 15 ms of the same, and looks every 5 ms.
_SCANS = 6
_SCANNED_NS = 25_000_000
_AWAKE_SCANS = 20  # at power-on the box looks whether a key is stuck; that is no moment to press one
_AGAIN = 2  # so often a tag that was read is found still there
_BOUNCE_S = 1.1  # the same tag sooner would count as a bounce
_GONE_S = 0.12  # until a lifted tag counts as gone
_PATIENCE_S = 10.0  # nobody looks: the box is busy with something else
_LOOK_S = 0.004


class WatchedBox(Box):
    """A box that knows for how long its keys have been scanned since something changed."""

    def __init__(self) -> None:
        super().__init__()
        self._scans = self._first_ns = self._last_ns = 0
        self._scans_in_all = 0

    def let_go(self) -> None:
        super().let_go()
        self._scans_in_all = 0

    def drive(self, pin: int, level: int) -> None:
        super().drive(pin, level)
        if not level and pin == self.pins.KEY_ROWS[0]:
            self._last_ns = time.monotonic_ns()
            self._first_ns = self._first_ns or self._last_ns
            self._scans += 1
            self._scans_in_all += 1

    @property
    def awake(self) -> bool:
        """Has it looked at its keys for a while since power-on?"""
        return self._scans_in_all > _AWAKE_SCANS

    def watch_keys(self) -> None:
        self._scans = self._first_ns = self._last_ns = 0

    @property
    def scanned(self) -> bool:
        return self._scans >= _SCANS and self._last_ns - self._first_ns > _SCANNED_NS


class Hands:
    """One finger on the keys, one hand at the reader; what they do, they do in the order they are told."""

    def __init__(self, twin: Twin, box: WatchedBox) -> None:
        self._twin = twin
        self._box = box
        self._turn = asyncio.Lock()
        self._down: str | None = None
        self._lifted: dict[Tag, float] = {}

    @property
    def down(self) -> str | None:
        """The key under the finger."""
        return self._down

    async def press(self, key: str) -> None:
        """Press and hold; a key that was held is let go first."""
        async with self._turn:
            await self._let_go()
            await self._until(lambda: self._box.awake)
            with self._twin.lock:
                self._twin.press(key)
                self._box.watch_keys()
            self._down = key

    async def release(self, key: str) -> None:
        async with self._turn:
            if self._down == key:
                await self._let_go()

    async def _let_go(self) -> None:
        if self._down is None:
            return
        await self._until(lambda: self._box.scanned)
        with self._twin.lock:
            self._twin.release(self._down)
            self._box.watch_keys()
        self._down = None
        await self._until(lambda: self._box.scanned)

    async def tap(self, tag: Tag) -> None:
        """Hold a tag to the reader until it was read."""
        async with self._turn:
            if self._down is not None:
                await self._until(lambda: self._box.scanned)
            await self._lay(tag)
            await self._until(lambda: tag.state == HALT)  # whoever was read is sent there
            read = tag.wakes + _AGAIN
            await self._until(lambda: tag.wakes >= read)
            self.lift(tag)
            await asyncio.sleep(_GONE_S)

    async def put(self, tag: Tag) -> None:
        """Lay a tag on the reader and leave it there."""
        async with self._turn:
            await self._lay(tag)

    async def _lay(self, tag: Tag) -> None:
        await asyncio.sleep(max(0.0, self._lifted.get(tag, 0) + _BOUNCE_S - time.monotonic()))
        self._twin.tap(tag)

    def lift(self, *tags: Tag) -> None:
        self._twin.lift(*tags)
        for tag in tags:
            self._lifted[tag] = time.monotonic()

    async def _until(self, true: Callable[[], bool]) -> None:
        """A box without power notices nothing, and nobody waits for that."""
        deadline = time.monotonic() + _PATIENCE_S
        while not true() and self._twin.running and time.monotonic() < deadline:
            await asyncio.sleep(_LOOK_S)
