"""The emulated chip as a source of the page. It is slow: a tenth of a second of a box takes it seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from deedbox.chip.live import LiveChip, open_session
from deedbox.devices.chip import OwnChip, load_emulator
from deedbox.models.box import Box
from deedbox.models.iso14443 import HALT, Tag
from deedbox.play.follower import Follower
from deedbox.play.tag_names import tag_names
from deedbox.play.tones import ToneRecorder
from deedbox.play.viewers import RequestError, Update, read_rows
from deedbox.tagging.tag_map import TagSet

if TYPE_CHECKING:
    from deedbox.games.found_games import FoundGames

_PRESSED_MS = 60  # the keypad driver wants the same result for 15 ms
_READ_MS = 60
_GONE_MS = 120  # until a lifted tag counts as gone
_BOUNCE_MS = 900  # the same tag again sooner counts as a bounce
_LOOK_S = 0.01


class ChipSource:
    """The chip with stored flash (devices/chip.py). `tell` gets the updates, in the event loop's thread."""

    control = True

    def __init__(self, tell: Callable[[Update], None], kind: str) -> None:
        self.name = self.port = kind
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._box = Box()
        make = load_emulator(kind)
        self._own_chip = OwnChip(blank=False)
        self._live = LiveChip(make(flash=self._own_chip.flash, box=self._box, pace=1.0), self._on_step)
        self._follower = Follower(lambda: open_session(self._live), self._tell_loop)
        tags = TagSet().tags
        self._tags = {name: tags[which] for name, which in tag_names().items()}
        self._recorder = ToneRecorder(self._box)
        self._turn = asyncio.Lock()
        self._down: str | None = None
        self._pressed_ns = 0
        self._lifted: dict[Tag, int] = {}
        self._picture_no = -1
        self._power: bool | None = None
        self._armed = False

    @property
    def look(self) -> dict[str, Any] | None:
        """The last report of the box."""
        return self._follower.last

    async def start(self) -> None:
        await asyncio.to_thread(self._live.start)
        self._follower.start()

    async def close(self) -> None:
        self._live.plug(False)  # first, so that nobody waits for an answer
        await asyncio.to_thread(self._follower.close)
        await asyncio.to_thread(self._live.close)
        self._own_chip.close()

    # -- keys and tags: each stays as long as the firmware needs to notice, in the chip's time --

    async def press(self, key: str) -> None:
        async with self._turn:
            await self._release_key()
            self._live.do(lambda: self._live.chip.press(key))
            self._down, self._pressed_ns = key, self._now_ns
        self._tell({"key": self._down})

    async def release(self, key: str) -> None:
        async with self._turn:
            if self._down == key:
                await self._release_key()
        self._tell({"key": self._down})

    async def _release_key(self) -> None:
        key = self._down
        if key is not None:
            await self._wait_ms(self._pressed_ns, _PRESSED_MS)
            self._live.do(lambda: self._live.chip.release(key))
            self._down = None
            await self._wait_ms(self._now_ns, _PRESSED_MS)

    async def tap(self, name: str) -> None:
        tag = self._tags[name]
        async with self._turn:
            await self._put_down(tag)
            self._tell({"reader": [*self._on_reader(), name]})
            while tag.state != HALT and self._live.powered:  # the reader halts a tag after reading it
                await asyncio.sleep(_LOOK_S)
            await self._wait_ms(self._now_ns, _READ_MS)
            await self._take_away(tag)
        self._tell({"reader": self._on_reader()})

    async def put(self, name: str) -> None:
        async with self._turn:
            await self._put_down(self._tags[name])
        self._tell({"reader": self._on_reader()})

    async def lift(self, name: str) -> None:
        async with self._turn:
            await self._take_away(self._tags[name])
        self._tell({"reader": self._on_reader()})

    async def _put_down(self, tag: Tag) -> None:
        await self._wait_ms(self._lifted.get(tag, -(10**10)), _BOUNCE_MS)
        self._live.do(lambda: self._live.chip.tap(tag))

    async def _take_away(self, tag: Tag) -> None:
        self._live.do(lambda: self._live.chip.lift(tag))
        self._lifted[tag] = self._now_ns
        await self._wait_ms(self._now_ns, _GONE_MS)

    async def _wait_ms(self, since_ns: int, ms: int) -> None:
        """Wait until so much of the chip's time has passed; not while it has no power."""
        while self._live.powered and self._now_ns - since_ns < ms * 1_000_000:
            await asyncio.sleep(_LOOK_S)

    @property
    def _now_ns(self) -> int:
        return self._live.chip.now_ns

    def games(self) -> FoundGames:
        """The games that the box hands out."""
        return self._follower.games()

    def knows(self, name: str) -> bool:
        return name in self._tags

    def _on_reader(self) -> list[str]:
        tags = list(self._box.reader.tags)
        return [name for name, tag in self._tags.items() if tag in tags]

    # -- plug --

    async def plug(self, into: bool) -> None:
        self._live.plug(into)

    def cut_in_a_write(self) -> None:
        """The power fails in the middle of the next write to flash."""
        self._live.do(lambda: self._own_chip.flash.cut_at(self._own_chip.flash.ops, "torn-random"))
        self._armed = True
        self._tell({"armed": True})

    async def watch(self, on: bool, speed: int) -> None:
        raise RequestError("the chip is too slow for that; deedbox play --on twin")

    # -- updates --

    def all(self) -> list[Update]:
        picture = self._box.picture()
        return [
            {"power": self._live.powered, "armed": self._armed},
            picture,
            {**read_rows(picture), "reader": self._on_reader(), "key": self._down},
            self._follower.all(),
        ]

    def _on_step(self) -> None:
        """In the chip's thread, after each step."""
        if self._box.display.changes != self._picture_no:
            self._picture_no = self._box.display.changes
            self._tell_loop(self._box.picture())
        tones = self._recorder.tones()
        if tones:
            self._tell_loop({"tones": tones})
        if self._live.powered != self._power:
            self._power = self._live.powered
            self._armed = self._armed and self._power
            self._tell_loop({"power": self._power, "armed": self._armed})

    def _tell_loop(self, update: Update) -> None:
        self._loop.call_soon_threadsafe(self._tell, update)
