"""A twin as the page has it: what it shows and sounds like as news, keys and tags by name, and its plug."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from banker.core.ids import DEED_IDS
from deedbox.box import Box
from deedbox.screen import read_text
from deedbox.tags import TagSet
from deedbox.twin import Twin

from . import wire
from .bots import Bots
from .hands import Hands, WatchedBox
from .looker import Looker

News = bytes | dict[str, Any]
_LOOK_S = 0.1  # besides being told of every change of display and sound


def tag_names() -> dict[str, tuple[str, int]]:
    """Tags as CONTRACT.md names them -> kind and number as the firmware does."""
    names = {f"token:{n + 1}": ("token", n) for n in range(8)}
    names |= {f"deed:{deed}": ("deed", n) for n, deed in enumerate(DEED_IDS)}
    for first, deck in ((0, "chance"), (16, "chest")):
        names |= {f"card:{deck}-{n + 1}": ("card", first + n) for n in range(16)}
    return names | {"banker": ("banker", 0)}


class TwinBox:
    """One flash file, held by `lock`, one twin. `tell` hears the news, in the event loop's thread."""

    name = "twin"
    control = True

    def __init__(self, flash: Path, lock: TextIO, tell: Callable[[News], None]) -> None:
        self._lock = lock
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._box = WatchedBox()
        self._twin = Twin(flash, box=self._box)
        tags = TagSet().tags
        self._tags = {name: tags[which] for name, which in tag_names().items()}
        self._hands = Hands(self._twin, self._box)
        self.port = self._twin.serial.path
        self._open = True
        self._armed = False
        self._starting: asyncio.Future[None] | None = None
        self._watcher = threading.Thread(target=self._watch, name="play-watch", daemon=True)
        self._bots = Bots(self)
        self._looker = Looker(lambda: wire.session(self._twin), self._tell_loop)

    async def start(self) -> None:
        self._starting = asyncio.ensure_future(asyncio.to_thread(self._start))
        await asyncio.shield(self._starting)  # a thread cannot be called off; close() waits for it

    def _start(self) -> None:
        self._twin.start()
        self._watcher.start()
        self._looker.start()

    async def close(self) -> None:
        if self._starting is not None:
            await asyncio.wait([self._starting])
        await self._bots.stop()
        await asyncio.shield(asyncio.to_thread(self._close))

    def _close(self) -> None:
        self._open = False
        if self._watcher.is_alive():
            self._watcher.join()
        self._twin.power_cut()  # first: then nobody waits for its answer
        self._looker.close()
        self._twin.close()
        self._lock.close()

    # -- hands --

    async def press(self, key: str) -> None:
        await self._hands.press(key)
        self._tell({"key": self._hands.down})

    async def release(self, key: str) -> None:
        await self._hands.release(key)
        self._tell({"key": self._hands.down})

    async def tap(self, name: str) -> None:
        self._tell({"reader": [*self._lying(), name]})
        await self._hands.tap(self._tags[name])
        self._tell({"reader": self._lying()})

    async def put(self, name: str) -> None:
        await self._hands.put(self._tags[name])
        self._tell({"reader": self._lying()})

    async def lift(self, name: str) -> None:
        self._hands.lift(self._tags[name])
        self._tell({"reader": self._lying()})

    def knows(self, name: str) -> bool:
        return name in self._tags

    def _lying(self) -> list[str]:
        with self._twin.lock:
            there = list(self._box.reader.tags)
        return [name for name, tag in self._tags.items() if tag in there]

    # -- plug --

    async def plug(self, into: bool) -> None:
        if into != self._twin.running:
            await asyncio.to_thread(self._plug_in if into else self._twin.power_cut)

    def _plug_in(self) -> None:
        self._twin.power_cut()  # a process that ended by itself still counts as switched on
        self._twin.start()

    def cut_in_a_write(self) -> None:
        """The supply goes in the middle of the next write to flash."""
        with self._twin.lock:
            self._twin.flash.cut_at(self._twin.flash.ops, "torn-random")
        self._armed = True
        self._tell({"armed": True})

    # -- who plays --

    async def watch(self, on: bool, speed: int) -> None:
        """Let them play by themselves, or no longer."""
        self._bots.speed = speed
        if on:
            self._bots.start()
        else:
            await self._bots.stop()
        self.tell_bots(on)

    def tell_bots(self, on: bool) -> None:
        self._tell({"watch": {"on": on, "speed": self._bots.speed}})

    # -- eyes and ears --

    @property
    def look(self) -> dict[str, Any] | None:
        """What the box said last of itself."""
        return self._looker.last

    def game(self) -> Any:
        return self._looker.game()

    def all(self) -> list[News]:
        """What somebody who just came has to know."""
        with self._twin.lock:
            picture = self._twin.picture()
        return [
            {"power": self._twin.running, "armed": self._armed},
            picture,
            {"rows": read_text(picture), "reader": self._lying(), "key": self._hands.down},
            {"look": self.look, "watch": {"on": self._bots.playing, "speed": self._bots.speed}},
        ]

    def _watch(self) -> None:
        """Its own thread: whatever changes on the models becomes news."""
        twin, display, ears = self._twin, self._box.display, Ears(self._box)
        changed, power = -1, None
        while self._open:
            news: list[News] = []
            with twin.lock:
                if display.changed == changed and twin.running == power and not ears.hear():
                    twin.lock.wait(_LOOK_S)
                if display.changed != changed:
                    changed = display.changed
                    news.append(twin.picture())
                tones = ears.tones()
                if twin.running != power:
                    power = twin.running
                    self._armed = self._armed and power
                    news.append({"power": power, "armed": self._armed})
            if tones:
                news.append({"tones": tones})
            for one in news:
                self._tell_loop(one)

    def _tell_loop(self, news: News) -> None:
        self._loop.call_soon_threadsafe(self._tell, news)


class Ears:
    """What the buzzer plays: [time in ms, hertz] from then on, 0 is silence."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self._heard = len(box.buzzer.notes)
        self._sounding = 0

    def hear(self) -> bool:
        buzzer = self._box.buzzer
        return len(buzzer.notes) != self._heard or buzzer.freq_hz != self._sounding

    def tones(self) -> list[list[int]]:
        buzzer = self._box.buzzer
        out = []
        for start_ns, end_ns, hertz in buzzer.notes[self._heard :]:
            if not self._sounding:
                out.append([start_ns // 1_000_000, hertz])
            self._sounding = 0
            out.append([end_ns // 1_000_000, 0])
        self._heard = len(buzzer.notes)
        if buzzer.freq_hz != self._sounding:
            self._sounding = buzzer.freq_hz
            out.append([self._box.now_ns // 1_000_000, self._sounding])
        return out
