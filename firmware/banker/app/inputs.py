"""Inputs in their order: keys and tags go into a short ring, and one task takes them out again."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from banker.app.tags.tag_map import split
from banker.drivers.buzzer import LOW_THREE, TICK
from banker.drivers.taps import CROWD, LOST, NOTHING, TAP
from micropython import const

if TYPE_CHECKING:
    from banker.app.tags.tag_map import TagMap
    from banker.drivers.buzzer import Buzzer
    from banker.drivers.keypad import Keypad
    from banker.drivers.taps import Taps

# Kinds of inputs: that of a tag (core/tags.py, 1 to 4), or one of these (odd_inputs.py).
KEY = 0
STRANGER = 8  # a tag that the box does not know
CROWDED = 9  # two tags at once
SILENT = 10  # the reader does not answer
LYING = 11  # a tag stays on the reader

_SCAN_MS = const(5)
_LYING_MS = const(3000)
_ALARM_MS = const(60_000)
_DAY_MS = const(86_400_000)
_RING = const(16)


class Inputs:
    """take() puts the oldest input into `kind` and `value`: a key's code, or the number of a tag's item."""

    def __init__(self, taps: Taps, keypad: Keypad, buzzer: Buzzer, tags: TagMap) -> None:
        self.taps = taps
        self.keypad = keypad
        self.buzzer = buzzer
        self.tags = tags
        self.kind = 0
        self.value = 0
        self.count = 0
        self.stir()
        self.waiting = asyncio.ThreadSafeFlag()
        self.alarm = False  # a part does not work: three low notes each minute, until a key is pressed
        self._alarm_ms = 0
        self._came_ms = 0  # when the tag on the reader came
        self._lying_put = False  # its LYING is in the ring already
        self._kinds = bytearray(_RING)
        self._values = bytearray(_RING)
        self._head = 0

    def put(self, kind: int, value: int) -> None:
        if self.count < _RING:
            at = (self._head + self.count) % _RING
            self._kinds[at] = kind
            self._values[at] = value
            self.count += 1
        self.stir()
        self.waiting.set()

    def stir(self) -> None:
        """Somebody is there."""
        self.quiet_since_ms = time.ticks_ms()

    def quiet_ms(self) -> int:
        """For how long nobody did anything.

        From two days on it begins at one day again: ticks_diff() is right for six days only.
        """
        quiet_ms = time.ticks_diff(time.ticks_ms(), self.quiet_since_ms)
        if quiet_ms >= 2 * _DAY_MS:
            self.quiet_since_ms = time.ticks_add(self.quiet_since_ms, _DAY_MS)
        return quiet_ms

    def take(self) -> bool:
        """Take the oldest input; False if there is none."""
        if not self.count:
            return False
        self.kind = self._kinds[self._head]
        self.value = self._values[self._head]
        self._head = (self._head + 1) % _RING
        self.count -= 1
        return True

    async def taps_task(self) -> None:
        taps = self.taps
        while True:
            now = time.ticks_ms()
            event = taps.step(now)
            if event != NOTHING:
                self.put_tap(event)
            elif not self._lying_put and taps.held() and time.ticks_diff(now, self._came_ms) > _LYING_MS:
                self._lying_put = True
                self.put(LYING, 0)
            await asyncio.sleep_ms(taps.pause_ms)

    def put_tap(self, event: int) -> None:
        if event == TAP:
            self._came_ms = time.ticks_ms()
            self.buzzer.play(TICK)
            self.buzzer.poll(self._came_ms)  # now, because the tune of the step replaces it
            self._lying_put = False
            kind, number = split(self.tags.find(self.taps.uid, self.taps.uid_len))
            self.put(kind or STRANGER, number)
        elif event == CROWD:
            self.put(CROWDED, 0)
        elif event == LOST:
            self.sound_alarm()
            self.put(SILENT, 0)

    def sound_alarm(self) -> None:
        self.alarm = True
        self._alarm_ms = time.ticks_ms()
        self.buzzer.play(LOW_THREE)

    async def keys_task(self) -> None:
        keypad = self.keypad
        while True:
            keypad.scan(time.ticks_ms())
            key = keypad.get()
            if key:
                self.alarm = False
                self.buzzer.play(TICK)
                self.taps.stir()  # somebody is there: the reader looks often again
                self.put(KEY, key)
            now = time.ticks_ms()
            if self.alarm and time.ticks_diff(now, self._alarm_ms) > _ALARM_MS:
                self.sound_alarm()
            self.buzzer.poll(now)
            await asyncio.sleep_ms(_SCAN_MS)
