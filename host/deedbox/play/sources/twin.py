"""A twin as a source of the page: display and sound as updates, keys and tags by name, and its plug."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from deedbox.play.bots import Bots
from deedbox.play.follower import Follower
from deedbox.play.sources import twin_link
from deedbox.play.tag_names import tag_names
from deedbox.play.tones import ToneRecorder
from deedbox.play.twin_hands import Hands, WatchedBox
from deedbox.play.viewers import read_rows
from deedbox.tagging.tag_map import TagSet
from deedbox.twin import Twin
from deedbox.twin.flash_lock import add_port

if TYPE_CHECKING:
    from deedbox.games.found_games import FoundGames

Update = bytes | dict[str, Any]
_LOOK_S = 0.1  # longest wait; changes of display and sound end it earlier


class TwinSource:
    """One twin on the flash file that `lock` locks. `tell` gets the updates, in the event loop's thread."""

    name = "twin"
    control = True

    def __init__(
        self, flash: Path, lock: TextIO, tell: Callable[[Update], None], reader: str = "mfrc522"
    ) -> None:
        self._lock = lock
        self._flash = flash
        self._tell = tell
        self._loop = asyncio.get_running_loop()
        self._box = WatchedBox(reader)
        self._twin = Twin(flash, box=self._box)
        tags = TagSet().tags
        self._tags = {name: tags[which] for name, which in tag_names().items()}
        self._hands = Hands(self._twin, self._box)
        self.port = self._twin.serial.path
        add_port(lock, self.port, self._twin.board_id)  # `--on twin` of other commands is this box
        self._open = True
        self._armed = False
        self._starting: asyncio.Future[None] | None = None
        self._watcher = threading.Thread(target=self._watch, name="play-watch", daemon=True)
        self._bots = Bots(self)
        self._follower = Follower(lambda: twin_link.connect_to_twin(self._twin), self._tell_loop)

    async def start(self) -> None:
        self._starting = asyncio.ensure_future(asyncio.to_thread(self._start))
        await asyncio.shield(self._starting)  # a thread cannot be cancelled, so close() waits for it

    def _start(self) -> None:
        self._twin.start()
        self._watcher.start()
        self._follower.start()

    async def close(self) -> None:
        if self._starting is not None:
            await asyncio.wait([self._starting])
        await self._bots.stop()
        await asyncio.shield(asyncio.to_thread(self._close))

    def _close(self) -> None:
        self._open = False
        if self._watcher.is_alive():
            self._watcher.join()
        self._twin.power_cut()  # first, so that nobody waits for its answer
        self._follower.close()
        self._twin.close()
        self._lock.close()

    # -- keys and tags --

    async def press(self, key: str) -> None:
        await self._hands.press(key)
        self._tell({"key": self._hands.down})

    async def release(self, key: str) -> None:
        await self._hands.release(key)
        self._tell({"key": self._hands.down})

    async def tap(self, name: str) -> None:
        self._tell({"reader": [*self._on_reader(), name]})
        await self._hands.tap(self._tags[name])
        self._tell({"reader": self._on_reader()})

    async def put(self, name: str) -> None:
        await self._hands.put(self._tags[name])
        self._tell({"reader": self._on_reader()})

    async def lift(self, name: str) -> None:
        self._hands.lift(self._tags[name])
        self._tell({"reader": self._on_reader()})

    def games(self) -> FoundGames:
        """All games on its flash, also the one in play."""
        from deedbox.play.own_games import games_of

        with self._twin.lock:  # the flash does nothing meanwhile
            return games_of(self._flash)

    def knows(self, name: str) -> bool:
        return name in self._tags

    def _on_reader(self) -> list[str]:
        with self._twin.lock:
            tags = list(self._box.reader.tags)
        return [name for name, tag in self._tags.items() if tag in tags]

    # -- plug --

    async def plug(self, into: bool) -> None:
        if into != self._twin.running:
            await asyncio.to_thread(self._plug_in if into else self._twin.power_cut)

    def _plug_in(self) -> None:
        self._twin.power_cut()  # a process that has ended by itself still counts as on
        self._twin.start()

    def cut_in_a_write(self) -> None:
        """The power fails in the middle of the next write to flash."""
        with self._twin.lock:
            self._twin.flash.cut_at(self._twin.flash.ops, "torn-random")
        self._armed = True
        self._tell({"armed": True})

    # -- bots --

    async def watch(self, on: bool, speed: int) -> None:
        """Let bots play, or stop them."""
        self._bots.speed = speed
        if on:
            self._bots.start()
        else:
            await self._bots.stop()
        self.tell_bots(on)

    def tell_bots(self, on: bool) -> None:
        self._tell({"watch": {"on": on, "speed": self._bots.speed}})

    # -- updates --

    @property
    def look(self) -> dict[str, Any] | None:
        """The last report of the box."""
        return self._follower.last

    def game(self) -> Any:
        return self._follower.game()

    def all(self) -> list[Update]:
        """All updates that a new page needs."""
        with self._twin.lock:
            picture = self._twin.picture()
        return [
            {"power": self._twin.running, "armed": self._armed},
            picture,
            {**read_rows(picture), "reader": self._on_reader(), "key": self._hands.down},
            {**self._follower.all(), "watch": {"on": self._bots.playing, "speed": self._bots.speed}},
        ]

    def _watch(self) -> None:
        """In its own thread: every change of the models becomes an update."""
        twin, display, recorder = self._twin, self._box.display, ToneRecorder(self._box)
        change_count, power = -1, None
        while self._open:
            updates: list[Update] = []
            with twin.lock:
                if display.changes == change_count and twin.running == power and not recorder.has_new():
                    twin.lock.wait(_LOOK_S)
                if display.changes != change_count:
                    change_count = display.changes
                    updates.append(twin.picture())
                tones = recorder.tones()
                if twin.running != power:
                    power = twin.running
                    self._armed = self._armed and power
                    updates.append({"power": power, "armed": self._armed})
            if tones:
                updates.append({"tones": tones})
            for update in updates:
                self._tell_loop(update)

    def _tell_loop(self, update: Update) -> None:
        self._loop.call_soon_threadsafe(self._tell, update)
