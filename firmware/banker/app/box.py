"""The box: its parts put together, and the tasks that run them.

input -> flow -> decide -> journal -> apply -> redraw. Inputs wait in a short ring; one task takes them in
order, so no two commands ever meet.
"""

import asyncio
import time

from banker.app import loader, sounds, watchdog
from banker.app.inputs import CROWDED, KEY, LYING, SILENT, STRANGER, Inputs
from banker.app.journal import Journal, StorageFault
from banker.app.keeper import Keeper, Uninterrupted
from banker.app.link import link_task
from banker.app.pool import Pool
from banker.app.settings import Settings
from banker.app.tags import Tags
from banker.core import parts
from banker.core.refusal import BooksError, Refused
from banker.drivers.buzzer import Buzzer
from banker.drivers.iso14443a import TagReader
from banker.drivers.keypad import Keypad
from banker.drivers.mfrc522 import MFRC522
from banker.drivers.ssd1306 import SSD1306
from banker.drivers.supply import Supply
from banker.drivers.taps import Taps
from banker.ui import paint
from banker.ui.heard import CHORD
from banker.ui.ui import TOKEN, Ui
from micropython import const

_TIDY_AFTER_MS = const(100)  # what was done is shown: make room for what comes
_IDLE_AFTER_MS = const(1000)  # nobody did anything for so long: work ahead
_AWAY_AFTER_MS = const(1800_000)  # nobody plays any more: the time played stands still
_DIM_AFTER_MS = const(120_000)
_BELL_S = const(300)  # before the agreed hour
_LOW_SUPPLY = const(9)
_NO_ROOM = const(245)


class Box:
    def __init__(self, board, blocks, picture, font, trouble=None):
        self.board = board
        self.picture = picture
        self.font = font
        parts.finder = loader.part
        spi, cs, rst, irq = board.reader
        self.reader = MFRC522(spi, cs, time.sleep_us, rst, irq)
        self.display = SSD1306(board.i2c, self.picture)
        self.buzzer = Buzzer(board.buzzer)
        self.supply = Supply(board.supply)
        self.tags = Tags()
        self.settings = Settings()
        self.inputs = Inputs(
            Taps(TagReader(self.reader)), Keypad(board.rows, board.columns), self.buzzer, self.tags
        )
        self.language = "en"
        self.words = Pool("words/en.bin")
        self.remote = False  # may a host tap, press keys and play?
        self.found = ()  # what the last check of the reader found
        self.journal = Journal(board.flash, blocks)
        self.keeper = Keeper(self.journal, Uninterrupted())
        self.ui = Ui(self.say, loader.screen, self.fact)
        self.ui.back = self.keeper.look_back
        self._dirty = asyncio.ThreadSafeFlag()
        self._untidy = True  # something was done since the heap was last collected
        self._trouble = trouble  # what happened before there was a display
        self.message = ""  # lines; stands instead of the game when it cannot go on
        self.resting = 0  # dimmed, or with a moving picture (rest.py)
        self.away = ()  # the rows of that
        self.rung = False  # five minutes before the agreed hour
        self._dog = None
        self._failed: Exception = None  # type: ignore[assignment] # in which way a task ended that never should
        self._fault = asyncio.ThreadSafeFlag()
        self.far = False  # what is done now a host does
        self.no = ""  # code of the last refusal

    def say(self, number: int, *facts) -> str:
        sentence = self.words[number].replace("|", paint.KEY)
        return sentence.format(*facts) if facts else sentence

    def fact(self, name: str, *args):
        return loader.load("banker.app.facts").fact(self, name, *args)

    # -- power on --

    def power_on(self) -> None:
        self.ui.now_ms = time.ticks_ms()
        try:
            loader.load("banker.app.fitting").power_on(self)
            loader.drop_all()  # a game that begins needs the room
            if self._trouble:
                raise self._trouble
            if self.keeper.resume():
                self.settle()
                if not self.keeper.game.over:
                    self.ui.show("welcome")
                    self.ui.sound = CHORD
            elif loader.load("banker.app.newgame").laid_ready(self.keeper):
                self.settle()
            else:
                self.ui.home()  # no game: the set-up
            loader.load("banker.app.check").power_on(self)
        except Exception as error:  # whatever it is: words for it, not a prompt; the game waits, untouched
            self._stop(error, True)
        loader.drop_all()
        self.heard()

    def settle(self) -> None:
        """Another game stands: make room, and show it."""
        self.ui.close()
        loader.drop_all()
        keeper = self.keeper
        keeper.resettle()
        self.rung = False
        edition = keeper.edition
        names = loader.load("banker.app.choices").shown(keeper)
        self.ui.begin(keeper.game, names, keeper.place, edition.label, edition.word, keeper.tokens)

    def heed(self) -> None:
        """Do as the settings say."""
        loader.load("banker.app.fitting").heed(self)

    # -- flow --

    async def flow_task(self):
        inputs = self.inputs
        while True:
            await inputs.waiting.wait()
            while inputs.take():
                self.handle(inputs.kind, inputs.value)
                await asyncio.sleep_ms(0)

    def handle(self, kind: int, value: int) -> None:
        """One input: what it means, and all that follows from it."""
        if self.message:
            return
        if self.resting and loader.load("banker.app.rest").wake(self, kind, value):
            return
        ui = self.ui
        ui.now_ms = time.ticks_ms()
        if kind == KEY:
            commands = ui.key(chr(value))
        elif kind == STRANGER:
            told = loader.load("banker.app.learning").adopt(self)
            commands = ui.tap(told[0], told[1]) if told else ui.stranger()
        elif kind == CROWDED:
            commands = ui.crowd()
        elif kind == LYING:
            found = self.tags.find(self.inputs.taps.uid, self.inputs.taps.uid_len)
            commands = ui.lift(ui.seat(found & 255) if found >> 8 == TOKEN else -1)
        elif kind == SILENT:
            commands = ui.show("check", 0) if ui.screen != "check" else ()
        else:
            commands = ui.tap(kind, value)
        self._after(commands)

    def from_afar(self, what, value: int = 0) -> str:
        """A host's command, or an input of its: as at the table, but the journal says so. Returns why not."""
        self.far = True
        self.no = ""
        try:
            if type(what) is dict:
                self._after((what,))
            else:
                self.handle(what, value)
        finally:
            self.far = False
        return self.no

    def _after(self, commands) -> None:
        """Do what an input, or time, asks for; None: nothing has changed."""
        if commands is None:
            return
        self._untidy = True
        done = 0
        while done < len(commands) and self.do(commands[done]):
            done += 1
        if done and type(commands[0]) is dict:
            self.ui.follow(self.keeper.game)
        self.heard()

    def heard(self) -> None:
        """What the screen has to say, for ears and eyes."""
        if self.ui.sound:
            sounds.play(self, self.ui.sound)
            self.ui.sound = 0
        self.redraw()

    def do(self, command) -> bool:
        """A command for the rules, or an errand of the box; False if it was refused."""
        if not self.supply.good():  # flash written on a sagging supply may hold anything
            self.ui.notice(self.say(_LOW_SUPPLY))
            return False
        try:
            if type(command) is tuple:
                if loader.load("banker.app.errands").do(self, command):
                    self.settle()
            else:
                if self.far:
                    command["remote"] = 1
                self.keeper.submit(command)
        except Refused as no:
            self.no = no.code
            self.ui.refused(no.code, no.facts)
            return False
        except OSError:
            self.ui.notice(self.say(_NO_ROOM))
            return False
        except (StorageFault, BooksError) as error:
            self._stop(error, False)
            return False
        return True

    def _stop(self, error, starting: bool) -> None:
        """The game cannot go on: say why, and write nothing more."""
        self.inputs.sound_alarm()
        self.message = loader.load("banker.app.trouble").lines(self.say, error, self.journal.seq, starting)
        self.redraw()

    # -- picture --

    def redraw(self) -> None:
        self._dirty.set()

    async def draw_task(self):
        while True:
            await self._dirty.wait()
            paint.clear(self.picture)
            rows = self.message.split("\n") if self.message else self.away or self.ui.rows()
            paint.screen(self.picture, rows, self.font)
            while self.display.show(1) > 0:
                await asyncio.sleep_ms(0)  # a page at a time: keys and taps go on

    async def idle_task(self):
        """Count the time, save it, erase ahead, forget old notices: while nobody waits."""
        last = time.ticks_ms()
        inputs = self.inputs
        while True:
            await asyncio.sleep_ms(250)
            self.feed()
            now = time.ticks_ms()
            passed = time.ticks_diff(now, last)
            last = now
            if self.message:
                continue  # not even an erase while the game stands still
            self._after(self.ui.tick(now))
            quiet_ms = time.ticks_diff(now, inputs.quiet_since_ms)
            if quiet_ms < _AWAY_AFTER_MS:
                self.keeper.pass_time(passed)
            self._hours(quiet_ms)
            if self._untidy and quiet_ms > _TIDY_AFTER_MS and not inputs.count:
                self._untidy = False
                loader.tidy()
            if (
                quiet_ms > _IDLE_AFTER_MS
                and not inputs.taps.held()
                and not inputs.count
                and self.supply.good()
            ):
                try:
                    self.keeper.clock() or self.journal.idle()
                except (StorageFault, BooksError) as error:
                    self._stop(error, False)

    def _hours(self, quiet_ms: int) -> None:
        """What time brings: a dim picture, the agreed hour."""
        if quiet_ms > _DIM_AFTER_MS:
            loader.load("banker.app.rest").step(self, quiet_ms)
        g = self.keeper.game
        if g and g.rules.end_condition == "time" and not g.ending and not g.over:
            if 0 < g.rules.time_limit_min * 60 <= self.keeper.played_s + _BELL_S:
                loader.load("banker.app.bedtime").step(self)

    def feed(self) -> None:
        if self._dog:
            self._dog.feed()

    async def _guard(self, task):
        """A task that ends takes the box with it (boot.py): it never should."""
        try:
            await task
        except Exception as error:
            self._failed = error
            self._fault.set()

    async def live(self):
        self.power_on()
        self._dog = watchdog.start()
        inputs = self.inputs
        for task in (inputs.taps_task(), inputs.keys_task(), self.draw_task(), self.idle_task()):
            asyncio.create_task(self._guard(task))
        asyncio.create_task(self._guard(link_task(self)))
        asyncio.create_task(self._guard(self.flow_task()))
        await self._fault.wait()
        raise self._failed
