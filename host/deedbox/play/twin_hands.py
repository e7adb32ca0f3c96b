"""Presses keys and taps tags on a twin, each as long as the firmware needs to notice it.

The twin runs in real time. A click lasts 80 ms, and on a busy machine the firmware may not scan the keys even
once meanwhile. So a key stays down until it was scanned often enough, and a tag stays until it was read.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from deedbox.models.box import Box
from deedbox.models.iso14443 import HALT, Tag

if TYPE_CHECKING:
    from deedbox.twin import Twin

# The keypad driver scans every 5 ms and wants the same result for 15 ms.
_SCANS = 6
_SCANNED_NS = 25_000_000
_AWAKE_SCANS = 20  # at power-on the box checks for stuck keys, so no key may be down then
_WAKES_AFTER_READ = 2  # the reader must find a tag again so often before it is lifted
_BOUNCE_S = 1.1  # the same tag again sooner counts as a bounce
_GONE_S = 0.12  # until a lifted tag counts as gone
_PATIENCE_S = 10.0  # longest wait while the box is busy with something else
_LOOK_S = 0.004


class WatchedBox(Box):
    """A box that counts how often its keys were scanned since the last change."""

    def __init__(self, reader: str = "mfrc522") -> None:
        super().__init__(reader=reader)
        self._scans = self._first_ns = self._last_ns = 0
        self._all_scans = 0

    def release_pins(self) -> None:
        super().release_pins()
        self._all_scans = 0

    def drive(self, pin: int, level: int) -> None:
        super().drive(pin, level)
        if not level and pin == self.pins.KEY_ROWS[0]:
            self._last_ns = time.monotonic_ns()
            self._first_ns = self._first_ns or self._last_ns
            self._scans += 1
            self._all_scans += 1

    @property
    def awake(self) -> bool:
        """Has it scanned its keys for a while since power-on?"""
        return self._all_scans > _AWAKE_SCANS

    def watch_keys(self) -> None:
        self._scans = self._first_ns = self._last_ns = 0

    @property
    def scanned(self) -> bool:
        return self._scans >= _SCANS and self._last_ns - self._first_ns > _SCANNED_NS


class Hands:
    """One finger on the keys and one hand at the reader, one action after the other."""

    def __init__(self, twin: Twin, box: WatchedBox) -> None:
        self._twin = twin
        self._box = box
        self._turn = asyncio.Lock()
        self._down: str | None = None
        self._lifted: dict[Tag, float] = {}

    @property
    def down(self) -> str | None:
        """The key that is pressed now."""
        return self._down

    async def press(self, key: str) -> None:
        """Press and hold a key; another key is released first."""
        async with self._turn:
            await self._release_key()
            await self._until(lambda: self._box.awake)
            with self._twin.lock:
                self._twin.press(key)
                self._box.watch_keys()
            self._down = key

    async def release(self, key: str) -> None:
        async with self._turn:
            if self._down == key:
                await self._release_key()

    async def _release_key(self) -> None:
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
            await self._until(lambda: tag.state == HALT)  # the reader halts a tag after reading it
            enough = tag.wakes + _WAKES_AFTER_READ
            await self._until(lambda: tag.wakes >= enough)
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

    async def _until(self, condition: Callable[[], bool]) -> None:
        """Wait until this is true; not while the box has no power."""
        deadline = time.monotonic() + _PATIENCE_S
        while not condition() and self._twin.running and time.monotonic() < deadline:
            await asyncio.sleep(_LOOK_S)
