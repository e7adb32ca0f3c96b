"""The box: its parts put together, and the tasks that run them.

input -> flow -> decide -> journal -> apply -> redraw. Inputs wait in a short ring; one task takes them in
order, so no two commands ever meet.
"""

import asyncio
import time

from banker.app import loader
from banker.app.journal import Journal, StorageFault
from banker.app.keeper import Keeper
from banker.app.pool import Pool
from banker.app.tags import Tags
from banker.core import parts
from banker.core.refusal import BooksError, Refused
from banker.drivers import buzzer as tunes
from banker.drivers.buzzer import DOWN, LOW_THREE, TICK, Buzzer
from banker.drivers.iso14443a import TagReader
from banker.drivers.keypad import Keypad
from banker.drivers.mfrc522 import MFRC522
from banker.drivers.ssd1306 import SSD1306
from banker.drivers.supply import Supply
from banker.drivers.taps import CROWD, LOST, NOTHING, TAP, Taps
from banker.ui import paint
from banker.ui.ui import Ui
from micropython import const, kbd_intr

_SCAN_MS = const(5)
_IDLE_AFTER_MS = const(1000)  # nobody did anything for so long: work ahead
_AWAY_AFTER_MS = const(1800_000)  # nobody plays any more: the time played stands still
_RING = const(16)
_KEY = const(0)  # inputs: kind of tag (1 to 4), or one of these
_STRANGER = const(8)
_CROWD = const(9)
_NO_GAME = const(6)
_LOW_SUPPLY = const(9)

# by the numbers in ui/ui.py
_TUNES = (
    b"",
    tunes.UP,
    tunes.DOWN,
    tunes.UP,
    tunes.UP_THREE,
    tunes.BELL,
    tunes.KNOCK,
    tunes.KNOCK_THREE,
    tunes.FALL_THREE,
    tunes.UP_DOWN_UP,
    tunes.FALL_FOUR,
    tunes.TUNE,
    tunes.SOFT,
    tunes.LOW,
)


class Uninterrupted:
    """Ctrl-C waits while a page is programmed, so that no exception tears a commit."""

    def __enter__(self):
        kbd_intr(-1)

    def __exit__(self, kind, error, trace):
        kbd_intr(3)


class Box:
    def __init__(self, board, blocks, picture, font, trouble=None):
        self.picture = picture
        self.font = font
        parts.finder = loader.part
        spi, cs, rst, irq = board.reader
        self.reader = MFRC522(spi, cs, time.sleep_us, rst, irq)
        self.taps = Taps(TagReader(self.reader))
        self.display = SSD1306(board.i2c, self.picture)
        self.keypad = Keypad(board.rows, board.columns)
        self.buzzer = Buzzer(board.buzzer)
        self.supply = Supply(board.supply)
        self.tags = Tags()
        self.words = Pool("words/en.bin")
        self.journal = Journal(board.flash, blocks)
        self.keeper = Keeper(self.journal, Uninterrupted())
        self.ui = Ui(self.say, loader.screen)
        self.ui.back = self.keeper.look_back
        self._inputs = bytearray(2 * _RING)
        self._head = 0
        self._count = 0
        self._waiting = asyncio.ThreadSafeFlag()
        self._dirty = asyncio.ThreadSafeFlag()
        self._trouble = trouble  # what happened before there was a display
        self.message = ""  # lines; stands instead of the game when there is none, or it cannot go on
        self.quiet_since_ms = 0

    def say(self, number: int, *facts) -> str:
        sentence = self.words[number].replace("|", paint.KEY)
        return sentence.format(*facts) if facts else sentence

    # -- power on --

    def power_on(self) -> None:
        self.reader.init()
        try:
            if self._trouble:
                raise self._trouble
            if self.keeper.resume() or self._first_game():
                loader.drop_all()
                self.keeper.resettle()
                self._follow()
            else:
                self.message = self.say(_NO_GAME)
        except Exception as error:  # whatever it is: words for it, not a prompt; the game waits, untouched
            self._stop(error, True)
        loader.drop_all()
        self.redraw()

    def _first_game(self) -> bool:
        """A game laid ready by the host: newgame.json, used once."""
        import json
        import os

        try:
            with open("newgame.json") as file:
                about = json.load(file)
        except OSError:
            return False
        self.keeper.begin(about)
        os.remove("newgame.json")
        return True

    def _follow(self) -> None:
        keeper = self.keeper
        edition = keeper.edition
        self.ui.begin(keeper.game, keeper.names, keeper.place, edition.label, edition.word)

    # -- input --

    def put(self, kind: int, value: int) -> None:
        if self._count < _RING:
            at = (self._head + self._count) % _RING * 2
            self._inputs[at] = kind
            self._inputs[at + 1] = value
            self._count += 1
        self.quiet_since_ms = time.ticks_ms()
        self._waiting.set()

    async def taps_task(self):
        taps = self.taps
        while True:
            event = taps.step(time.ticks_ms())
            if event != NOTHING:
                self._tapped(event)
            await asyncio.sleep_ms(taps.pause_ms)

    def _tapped(self, event: int) -> None:
        if event == TAP:
            self.buzzer.play(TICK)
            found = self.tags.find(self.taps.uid, self.taps.uid_len)
            self.put(found >> 8 or _STRANGER, found & 255)
        elif event == CROWD:
            self.put(_CROWD, 0)
        elif event == LOST:
            self.buzzer.play(LOW_THREE)

    async def keys_task(self):
        keypad = self.keypad
        while True:
            keypad.scan(time.ticks_ms())
            key = keypad.get()
            if key:
                self.buzzer.play(TICK)
                self.taps.stir()  # somebody is there: the reader looks often again
                self.put(_KEY, key)
            self.buzzer.poll(time.ticks_ms())
            await asyncio.sleep_ms(_SCAN_MS)

    # -- flow --

    async def flow_task(self):
        while True:
            await self._waiting.wait()
            while self._count:
                at = self._head * 2
                kind, value = self._inputs[at], self._inputs[at + 1]
                self._head = (self._head + 1) % _RING
                self._count -= 1
                self.handle(kind, value)
                await asyncio.sleep_ms(0)

    def handle(self, kind: int, value: int) -> None:
        """One input: what it means, and all that follows from it."""
        if self.message:
            return
        ui = self.ui
        ui.now_ms = time.ticks_ms()
        if kind == _KEY:
            commands = ui.key(chr(value))
        elif kind == _STRANGER:
            commands = ui.stranger()
        elif kind == _CROWD:
            commands = ui.crowd()
        else:
            commands = ui.tap(kind, value)
        self._after(commands)

    def _after(self, commands) -> None:
        """Do what an input, or time, asks for; None: nothing has changed."""
        if commands is None:
            return
        done = 0
        while done < len(commands) and self._do(commands[done]):
            done += 1
        if done:
            self.ui.follow(self.keeper.game)
            self.buzzer.play(DOWN)  # saved; whatever the screen has to say about it goes before
        if self.ui.sound:
            self.buzzer.play(_TUNES[self.ui.sound])
            self.ui.sound = 0
        self.redraw()

    def _do(self, command: dict) -> bool:
        if not self.supply.good():  # flash written on a sagging supply may hold anything
            self.ui.notice(self.say(_LOW_SUPPLY))
            return False
        try:
            self.keeper.submit(command)
        except Refused as no:
            self.ui.refused(no.code, no.facts)
            return False
        except (StorageFault, BooksError) as error:
            self._stop(error, False)
            return False
        return True

    def _stop(self, error, starting: bool) -> None:
        """The game cannot go on: say why, and write nothing more."""
        self.buzzer.play(LOW_THREE)
        self.message = loader.load("banker.app.trouble").lines(self.say, error, self.journal.seq, starting)
        self.redraw()

    # -- picture --

    def redraw(self) -> None:
        self._dirty.set()

    async def draw_task(self):
        while True:
            await self._dirty.wait()
            paint.clear(self.picture)
            rows = self.message.split("\n") if self.message else self.ui.rows()
            paint.screen(self.picture, rows, self.font)
            while self.display.show(1) > 0:
                await asyncio.sleep_ms(0)  # a page at a time: keys and taps go on

    async def idle_task(self):
        """Count the time, save it, erase ahead, forget old notices: while nobody waits."""
        last = time.ticks_ms()
        while True:
            await asyncio.sleep_ms(250)
            now = time.ticks_ms()
            passed = time.ticks_diff(now, last)
            last = now
            if self.message:
                continue  # not even an erase while the game stands still
            self._after(self.ui.tick(now))
            quiet_ms = time.ticks_diff(now, self.quiet_since_ms)
            if quiet_ms < _AWAY_AFTER_MS:
                self.keeper.pass_time(passed)
            if quiet_ms > _IDLE_AFTER_MS and not self.taps.held() and not self._count and self.supply.good():
                try:
                    self.keeper.clock() or self.journal.idle()
                except (StorageFault, BooksError) as error:
                    self._stop(error, False)

    async def live(self):
        self.power_on()
        asyncio.create_task(self.taps_task())
        asyncio.create_task(self.keys_task())
        asyncio.create_task(self.draw_task())
        asyncio.create_task(self.idle_task())
        await self.flow_task()
