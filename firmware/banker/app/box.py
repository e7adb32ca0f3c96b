"""The box: its parts put together, and the tasks that run them.

input -> screen -> decide -> journal -> apply -> redraw. Inputs wait in a short ring, and one task takes them
in order, so two commands never overlap.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from banker.app import life_signs, loader, tunes, watchdog
from banker.app.inputs import KEY, STRANGER, Inputs
from banker.app.link.listener import link_task
from banker.app.settings import Settings
from banker.app.store.journal import Journal, StorageError
from banker.app.store.keeper import Keeper, Uninterrupted
from banker.app.store.pages import NO_RING
from banker.app.tags.tag_map import TagMap
from banker.app.text_pool import TextPool
from banker.app.turn_clock import TurnClock
from banker.core import lazy
from banker.core.refusal import BooksError, Refused
from banker.drivers.buzzer import Buzzer
from banker.drivers.keypad import Keypad
from banker.drivers.ssd1306 import SSD1306
from banker.drivers.supply import Supply
from banker.drivers.taps import Taps
from banker.ui import paint, words
from banker.ui.ui import Ui
from micropython import const

if TYPE_CHECKING:
    from banker.app.store.replay import Replay
    from banker.app.types import Hardware
    from banker.core.types import Command
    from banker.drivers.types import Reader
    from banker.ui.types import Action, Commands

_TIDY_AFTER_MS = const(100)  # the last step is shown by then, so the heap can be collected
_IDLE_AFTER_MS = const(1000)  # without an input for so long, work is done ahead
_AWAY_AFTER_MS = const(1800_000)  # without an input for so long, the time played stops
_DIM_AFTER_MS = const(120_000)
_BELL_S = const(300)  # before the end of the agreed time


class Box:
    def __init__(
        self,
        hardware: Hardware,
        reader: Reader,
        blocks: Sequence[int],
        picture: bytearray,
        font: bytes,
        trouble: Exception | None = None,
        ring: bytes = NO_RING,
    ) -> None:
        self.hardware = hardware
        self.picture = picture
        self.font = font
        lazy.finder = loader.part
        self.reader = reader.chip
        self.display = SSD1306(hardware.i2c, self.picture)
        self.display.connect(time, hardware.display_rst, hardware.make_i2c)
        self.buzzer = Buzzer(*hardware.buzzer)
        self.supply = Supply(hardware.supply, hardware.vbus)
        self.tags = TagMap()
        self.settings = Settings()
        self.inputs = Inputs(Taps(reader), Keypad(hardware.rows, hardware.columns), self.buzzer, self.tags)
        self.language = "en"
        self.words = TextPool("words/en.bin")
        self.remote = False  # remote control: a host may tap, press keys and play
        self.held = False  # a key was held at power-on: the way to the prompt is open (prompt.py)
        self.unlocked = False  # it is open, whatever is on the display
        self.reader_findings: tuple[int, ...] = ()  # of its last check (drivers/codes.py)
        self.journal = Journal(hardware.flash, blocks, ring)
        self.guard = Uninterrupted()
        self.keeper = Keeper(self.journal, self.guard)
        self.ui = Ui(self.say, loader.ui_module, self.query)
        self._ticks = time.ticks_ms()
        self.ui.back = self.keeper.look_back
        self.ui.ahead = self.keeper.look_ahead
        self.replay: Replay | None = None  # under way, for the highlights
        self._dirty = asyncio.ThreadSafeFlag()
        self._untidy = True  # something was done since the heap was last collected
        self._trouble = trouble  # an error before there was a display
        self.message = ""  # lines that replace the screen when the game cannot go on
        self.stopped = False  # the sums are wrong, or flash fails: nothing more is written, by anyone
        self.screensaver = 0  # off, dimmed, or moving (screensaver.py)
        self.screensaver_rows: list[str] = []
        self.bell_rung = 0  # before the end of the agreed time, or at it (game_clock.py)
        self._turn_clock = TurnClock()
        self._error: Exception = RuntimeError("a task ended")  # why a task ended
        self._task_ended = asyncio.ThreadSafeFlag()
        self.file_check: Any = None  # not begun; under way, or paused (file_check.py); False: done
        loader.pause = self.pause_file_check
        self.damaged: tuple[str, ...] = ()  # files that are not as they were installed
        self.for_host = False  # the command comes from a host, and the journal notes that
        self.refusal = ""  # code of the last refusal

    def say(self, word: int, *facts: Any) -> str:
        sentence = self.words[word].replace("|", paint.KEY)
        return sentence.format(*facts) if facts else sentence

    def query(self, name: str, *args: Any) -> Any:
        return loader.load("banker.app.ui_queries").answer(self, name, *args)

    def tell_time(self) -> int:
        """Milliseconds since power-on, for the screens.

        ticks_ms() wraps every twelve days, so a tick is only remembered until the next call, and that comes
        four times a second.
        """
        ticks = time.ticks_ms()
        self.ui.now_ms += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self.ui.now_ms

    # -- power on --

    def power_on(self) -> None:
        loader.load("banker.app.power_on").run(self, self._trouble)

    def open_game(self) -> None:
        """Another game is in play: make room, and show it."""
        self.replay = None
        self.unlocked = self.held
        self.guard.open(self.held)
        self.ui.close()
        loader.drop_all()
        keeper = self.keeper
        keeper.compact()
        self.bell_rung, self._turn_clock = 0, TurnClock()
        edition = keeper.edition
        names = loader.load("banker.app.setup_choices").display_names(keeper)
        self.ui.begin(keeper.game, names, keeper.place, edition.label, edition.word, keeper.tokens)

    def apply_settings(self) -> None:
        loader.load("banker.app.apply_settings").apply(self)

    def pause_file_check(self) -> None:
        """The heap is short."""
        if self.file_check and type(self.file_check) is not tuple:
            self.file_check = self.file_check.pause()

    # -- inputs and commands --

    async def flow_task(self) -> None:
        inputs = self.inputs
        while True:
            await inputs.waiting.wait()
            while inputs.take():
                self.handle(inputs.kind, inputs.value)
                await asyncio.sleep_ms(0)

    def handle(self, kind: int, value: int) -> None:
        """One input and all that follows from it."""
        if self.message:
            return
        if self.screensaver and loader.load("banker.app.screensaver").wake(self, kind, value):
            return
        ui = self.ui
        self.tell_time()
        if kind == KEY:
            self.run(ui.key(chr(value)))
        elif kind >= STRANGER:
            self.run(loader.load("banker.app.odd_inputs").commands(self, kind))
        else:
            self.run(ui.tap(kind, value))

    def run(self, commands: Commands | None) -> None:
        """Do the commands of an input, or of a tick; None: nothing has changed."""
        if commands is None:
            return
        self._untidy = True
        done = 0
        while done < len(commands) and self.do(commands[done]):
            done += 1
        if done and type(commands[0]) is dict:
            self.ui.follow(self.keeper.game)
        self.play_sound()
        self.redraw()

    def play_sound(self) -> None:
        """Play the sound that the screen asks for, once."""
        if self.ui.sound:
            tunes.play(self, self.ui.sound)
            self.ui.sound = 0

    def do(self, command: Command | Action) -> bool:
        """A command for the rules, or an action of the box; False if it was refused."""
        if self.message:
            return False
        if not self.supply.good():  # flash that is written on a low supply may hold anything
            self.ui.notice(self.say(words.LOW_SUPPLY))
            return False
        try:
            if isinstance(command, tuple):
                if loader.load("banker.app.ui_actions").do(self, command):
                    self.open_game()
            else:
                if self.for_host:
                    command["remote"] = 1
                self.keeper.submit(command)
        except Refused as refusal:
            self.refusal = refusal.code
            self.ui.refused(refusal.code, refusal.facts)
            return False
        except OSError:
            self.ui.notice(self.say(words.NO_ROOM))
            return False
        except (StorageError, BooksError) as error:
            self.stop(error, False)
            return False
        return True

    def stop(self, error: Exception, starting: bool) -> None:
        """The game cannot go on: show why, and write nothing more."""
        self.stopped = isinstance(error, (StorageError, BooksError))
        self.inputs.sound_alarm()
        self.message = loader.load("banker.app.fault_text").lines(self.say, error, self.journal.seq, starting)
        self.redraw()

    # -- picture --

    def redraw(self) -> None:
        self._dirty.set()

    async def draw_task(self) -> None:
        while True:
            await self._dirty.wait()
            paint.clear(self.picture)
            rows = self.message.split("\n") if self.message else self.screensaver_rows or self.ui.rows()
            paint.screen(self.picture, rows, self.font)
            while self.display.show(1) > 0:
                await asyncio.sleep_ms(0)  # keys and taps go on between two pages

    async def idle_task(self) -> None:
        """While nobody waits: count the time and save it, erase ahead, close old notices."""
        last = self.tell_time()
        inputs = self.inputs
        while True:
            await asyncio.sleep_ms(250)
            watchdog.feed()
            now = self.tell_time()
            life_signs.step(self, now)
            passed = now - last
            last = now
            if self.guard.is_open and not self.unlocked and self.ui.screen != "box.computer":
                self.guard.open(False)
            if self.message:
                continue  # after a fault nothing is written, not even an erase
            self.run(self.ui.tick(now))
            quiet_ms = inputs.quiet_ms()
            if quiet_ms < _AWAY_AFTER_MS:
                self.keeper.pass_time(passed)
                self._turn_clock.pass_time(self, passed)
            self._check_time(quiet_ms)
            if self._untidy and quiet_ms > _TIDY_AFTER_MS and not inputs.count:
                self._untidy = False
                loader.tidy()
            quiet = quiet_ms > _IDLE_AFTER_MS and not inputs.count and not inputs.taps.held()
            if quiet and self.supply.good():
                try:
                    quiet = not (self.keeper.save_time() or self.journal.idle())
                except (StorageError, BooksError) as error:
                    self.stop(error, False)
                # After an erase keys and taps come first: somebody may have pressed one meanwhile.
                if quiet and self.file_check is not False:
                    loader.load("banker.app.file_check").step(self)

    def _check_time(self, quiet_ms: int) -> None:
        """Is it time for the screensaver, or for the end of the agreed time?"""
        if quiet_ms > _DIM_AFTER_MS:
            loader.load("banker.app.screensaver").step(self, quiet_ms)
        g = self.keeper.game
        if g and "time" in g.rules.ends and not g.ending and not g.over:
            if 0 < g.rules.time_limit_min * 60 <= self.keeper.played_s + _BELL_S:
                loader.load("banker.app.game_clock").step(self)

    async def _guard(self, task: Coroutine[Any, Any, None]) -> None:
        """No task should ever end. If one does, live() ends too, and boot.py reports the error."""
        try:
            await task
        except Exception as error:
            self._error = error
            self._task_ended.set()

    async def live(self) -> None:
        self.power_on()
        watchdog.start()
        inputs = self.inputs
        for task in (inputs.taps_task(), inputs.keys_task(), self.draw_task(), self.idle_task()):
            asyncio.create_task(self._guard(task))
        for task in (link_task(self), self.flow_task()):
            asyncio.create_task(self._guard(task))
        await self._task_ended.wait()
        raise self._error
