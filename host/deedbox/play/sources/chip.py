"""The emulated chip as the page has it. It is slow: what takes a box a tenth of a second takes it seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from deedbox.box import Box
from deedbox.chip.live import LiveChip, session
from deedbox.devices.chip import Kept, emulator
from deedbox.models.iso14443 import HALT, Tag
from deedbox.screen import read_text
from deedbox.tags import TagSet

from .looker import Looker
from .room import News, WishError
from .twinbox import Ears, tag_names

_PRESSED_MS = 60  # the keypad's driver wants 15 ms of the same
_READ_MS = 60
_GONE_MS = 120  # until a lifted tag counts as gone
_BOUNCE_MS = 900  # the same tag sooner would count as a bounce
_LOOK_S = 0.01


class ChipSource:
    """The chip that stays (devices/chip.py). `tell` hears the news, in the event loop's thread."""

    name = "chip"
    port = "chip"
    control = True

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._box = Box()
        make = emulator()
        self._kept = Kept(blank=False)
        self._live = LiveChip(make(flash=self._kept.flash, box=self._box, pace=1.0), self._changed)
        self._looker = Looker(lambda: session(self._live), self._tell_loop)
        tags = TagSet().tags
        self._tags = {name: tags[which] for name, which in tag_names().items()}
        self._ears = Ears(self._box)
        self._turn = asyncio.Lock()
        self._down: str | None = None
        self._pressed_ns = 0
        self._lifted: dict[Tag, int] = {}
        self._shown = -1
        self._power: bool | None = None
        self._armed = False

    async def start(self) -> None:
        await asyncio.to_thread(self._live.start)
        self._looker.start()

    async def close(self) -> None:
        self._live.plug(False)  # nobody waits for an answer any more
        await asyncio.to_thread(self._looker.close)
        await asyncio.to_thread(self._live.close)
        self._kept.close()

    # -- hands: they hold on as long as the firmware needs to notice, in the chip's time --

    async def press(self, key: str) -> None:
        async with self._turn:
            await self._let_go()
            self._live.do(lambda: self._live.chip.press(key))
            self._down, self._pressed_ns = key, self._now_ns
        self._tell({"key": self._down})

    async def release(self, key: str) -> None:
        async with self._turn:
            if self._down == key:
                await self._let_go()
        self._tell({"key": self._down})

    async def _let_go(self) -> None:
        key = self._down
        if key is not None:
            await self._pass(self._pressed_ns, _PRESSED_MS)
            self._live.do(lambda: self._live.chip.release(key))
            self._down = None
            await self._pass(self._now_ns, _PRESSED_MS)

    async def tap(self, name: str) -> None:
        tag = self._tags[name]
        async with self._turn:
            await self._lay(tag)
            self._tell({"reader": [*self._lying(), name]})
            while tag.state != HALT and self._live.powered:  # whoever was read is sent there
                await asyncio.sleep(_LOOK_S)
            await self._pass(self._now_ns, _READ_MS)
            await self._take_away(tag)
        self._tell({"reader": self._lying()})

    async def put(self, name: str) -> None:
        async with self._turn:
            await self._lay(self._tags[name])
        self._tell({"reader": self._lying()})

    async def lift(self, name: str) -> None:
        async with self._turn:
            await self._take_away(self._tags[name])
        self._tell({"reader": self._lying()})

    async def _lay(self, tag: Tag) -> None:
        await self._pass(self._lifted.get(tag, -(10**10)), _BOUNCE_MS)
        self._live.do(lambda: self._live.chip.tap(tag))

    async def _take_away(self, tag: Tag) -> None:
        self._live.do(lambda: self._live.chip.lift(tag))
        self._lifted[tag] = self._now_ns
        await self._pass(self._now_ns, _GONE_MS)

    async def _pass(self, since_ns: int, ms: int) -> None:
        """Until so much of the chip's time has passed; without its supply none does."""
        while self._live.powered and self._now_ns - since_ns < ms * 1_000_000:
            await asyncio.sleep(_LOOK_S)

    @property
    def _now_ns(self) -> int:
        return self._live.chip.now_ns

    def knows(self, name: str) -> bool:
        return name in self._tags

    def _lying(self) -> list[str]:
        there = list(self._box.reader.tags)
        return [name for name, tag in self._tags.items() if tag in there]

    # -- plug --

    async def plug(self, into: bool) -> None:
        self._live.plug(into)

    def cut_in_a_write(self) -> None:
        """The supply goes in the middle of the next write to flash."""
        self._live.do(lambda: self._kept.flash.cut_at(self._kept.flash.ops, "torn-random"))
        self._armed = True
        self._tell({"armed": True})

    async def watch(self, on: bool, speed: int) -> None:
        raise WishError("the chip is too slow for that; deedbox play --on twin")

    # -- eyes and ears --

    def all(self) -> list[News]:
        picture = self._box.picture()
        return [
            {"power": self._live.powered, "armed": self._armed},
            picture,
            {"rows": read_text(picture), "reader": self._lying(), "key": self._down},
            {"look": self._looker.last},
        ]

    def _changed(self) -> None:
        """In the chip's thread, after each step."""
        if self._box.display.changed != self._shown:
            self._shown = self._box.display.changed
            self._tell_loop(self._box.picture())
        tones = self._ears.tones()
        if tones:
            self._tell_loop({"tones": tones})
        if self._live.powered != self._power:
            self._power = self._live.powered
            self._armed = self._armed and self._power
            self._tell_loop({"power": self._power, "armed": self._armed})

    def _tell_loop(self, news: News) -> None:
        self._loop.call_soon_threadsafe(self._tell, news)
