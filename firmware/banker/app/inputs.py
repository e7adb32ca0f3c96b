"""What hands do, in order: keys and tags go into a short ring; one task takes them out again."""

import asyncio
import time

from banker.drivers.buzzer import LOW_THREE, TICK
from banker.drivers.taps import CROWD, LOST, NOTHING, TAP
from micropython import const

KEY = 0  # kinds of inputs: of a tag (1 to 4), or one of these
STRANGER = 8
CROWDED = 9
SILENT = 10  # the reader does not answer
LYING = 11  # a tag stays on the reader

_SCAN_MS = const(5)
_LYING_MS = const(3000)
_ALARM_MS = const(60_000)
_RING = const(16)


class Inputs:
    def __init__(self, taps, keypad, buzzer, tags):
        self.taps = taps
        self.keypad = keypad
        self.buzzer = buzzer
        self.tags = tags
        self.kind = 0  # of the one taken last
        self.value = 0
        self.count = 0
        self.quiet_since_ms = time.ticks_ms()
        self.waiting = asyncio.ThreadSafeFlag()
        self.alarm = False  # a part does not work: three low notes each minute, until a key
        self._alarm_ms = 0
        self._came_ms = 0  # when the tag came that lies there
        self._told = False  # that it has to go
        self._ring = bytearray(2 * _RING)
        self._head = 0

    def put(self, kind: int, value: int) -> None:
        if self.count < _RING:
            at = (self._head + self.count) % _RING * 2
            self._ring[at] = kind
            self._ring[at + 1] = value
            self.count += 1
        self.quiet_since_ms = time.ticks_ms()
        self.waiting.set()

    def take(self) -> bool:
        """The oldest one into kind and value; False if there is none."""
        if not self.count:
            return False
        at = self._head * 2
        self.kind = self._ring[at]
        self.value = self._ring[at + 1]
        self._head = (self._head + 1) % _RING
        self.count -= 1
        return True

    async def taps_task(self):
        taps = self.taps
        while True:
            now = time.ticks_ms()
            event = taps.step(now)
            if event != NOTHING:
                self._tapped(event)
            elif not self._told and taps.held() and time.ticks_diff(now, self._came_ms) > _LYING_MS:
                self._told = True
                self.put(LYING, 0)
            await asyncio.sleep_ms(taps.pause_ms)

    def _tapped(self, event: int) -> None:
        if event == TAP:
            self._came_ms = time.ticks_ms()
            self.buzzer.play(TICK)
            self.buzzer.poll(self._came_ms)  # at once, before what follows from it sounds
            self._told = False
            found = self.tags.find(self.taps.uid, self.taps.uid_len)
            self.put(found >> 8 or STRANGER, found & 255)
        elif event == CROWD:
            self.put(CROWDED, 0)
        elif event == LOST:
            self.sound_alarm()
            self.put(SILENT, 0)

    def sound_alarm(self) -> None:
        self.alarm = True
        self._alarm_ms = time.ticks_ms()
        self.buzzer.play(LOW_THREE)

    async def keys_task(self):
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
