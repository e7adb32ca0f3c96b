"""Players who play by themselves, with keys and taps like people, slowly enough to watch."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Any

from banker.core.ids import DEED_IDS, card_id
from banker.core.random import is_hidden, seeded
from banker.ui.next_screen import SCREENS
from deedbox.lab.taps_and_keys import Hand
from deedbox.link import LinkError

if TYPE_CHECKING:
    from deedbox.lab.taps_and_keys import Input
    from deedbox.play.sources.twin import TwinSource

# Pause between two inputs, by speed.
PAUSES_S = {1: 2.0, 2: 1.0, 3: 0.5, 4: 0.15, 5: 0.0}
_TURN_SCREENS = {*SCREENS.values(), "turn.jail", "table.bank_only"}  # screens on which a turn goes on
_LONG_MS = 5000  # a longer wait is cut short with *
_ANSWER_S = 1.5  # time for the box to show the effect of an input
_LOOK_S = 0.02
_HURRY = 4  # from this speed on nobody waits out the clocks of an auction


class Bots:
    """Play from start() to stop(), or until the game is over."""

    def __init__(self, box: TwinSource) -> None:
        self._box = box
        self._task: asyncio.Task[None] | None = None
        self.speed = 3

    @property
    def playing(self) -> bool:
        return self._task is not None and not self._task.done()

    def start(self) -> None:
        if not self.playing:
            self._task = asyncio.create_task(self._play())

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task])

    async def _play(self) -> None:
        seed = random.SystemRandom().randrange(1 << 16)
        hand = Hand(seed)
        seq = -1
        in_game = False
        while True:
            look = self._box.look
            try:
                game = await asyncio.to_thread(self._box.game) if look else None
            except LinkError:  # no power, or another program talks to it
                game = None
            if look is None or game is None:
                await asyncio.sleep(_ANSWER_S)
                continue
            if game.over:
                break
            if is_hidden(game):  # the box keeps its generator to itself; for trying things any other does
                game.rng = seeded(seed)
            if look["seq"] != seq:
                seq = look["seq"]
                hand.progress()
            hand.player.hurries = self.speed >= _HURRY
            keys = [key for key, _ in look["inputs"]]
            in_game = in_game or look["screen"] in _TURN_SCREENS
            action: Input = hand.next(game, keys) if in_game or "*" not in keys else ("key", "*")
            kind, value = action
            if kind == "wait" and value > _LONG_MS and "*" in keys:
                kind, value = "key", "*"
            if kind == "wait":
                auction = look["state"].get("auction")
                is_open = self.speed >= _HURRY and auction and not auction["leader"]
                await asyncio.sleep(0 if is_open else value / 1000)  # the box waits only after a bid
                continue
            await self._do(kind, value, look)
            await self._answer(look)
            await asyncio.sleep(PAUSES_S[self.speed])
        self._box.tell_bots(False)

    async def _do(self, kind: str, value: Any, look: dict[str, Any]) -> None:
        if kind == "key":
            await self._box.press(value)
            await self._box.release(value)
            return
        if kind == "token":
            await self._box.tap(look["tokens"][value])
        else:
            await self._box.tap(f"deed:{DEED_IDS[value]}" if kind == "deed" else f"card:{card_id(value)}")

    async def _answer(self, look: dict[str, Any]) -> None:
        """Wait until the box shows something else."""
        deadline = time.monotonic() + _ANSWER_S
        while self._box.look is look and time.monotonic() < deadline:
            await asyncio.sleep(_LOOK_S)
