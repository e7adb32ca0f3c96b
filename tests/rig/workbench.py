"""The whole app with its own drivers on the chip models, in this process: its tasks run, its time is ours.

No second passes unless a test lets it, so nothing here depends on how busy the machine is. What CPython
lacks of MicroPython (asyncio's sleep_ms, ticks) comes from Time; the file system is a folder.
"""

import gc
import heapq
import importlib
from collections import namedtuple
from functools import cache
from types import SimpleNamespace

import micropython
from banker.core import lazy
from banker.drivers import find_reader
from banker.ui import paint
from deedbox.build import firmware
from deedbox.display import read_text
from deedbox.models.bus import Clock, I2CBus, ModelPin, SPIBus, buzzer_pwms, keypad_pins
from deedbox.models.buzzer import BuzzerModel
from deedbox.models.keypad import KeypadModel
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.ssd1306 import SSD1306Model
from deedbox.models.supply import SupplyModel

SECTORS = 8
SECTOR = 4096
# The ticks of the Pico wrap. Here they do so a few seconds after the first power-on.
TICKS = (1 << 30) - 1
TICKS_START = TICKS - 5000
Board = namedtuple(
    "Board", "reader i2c make_i2c rows columns buzzer flash display_rst supply vbus led reset_cause"
)


class Flash:
    """The sectors of the journal."""

    def __init__(self):
        self.memory = bytearray(b"\xff" * (SECTORS * SECTOR))

    def readblocks(self, block, into, offset=0):
        at = block * SECTOR + offset
        into[:] = self.memory[at : at + len(into)]

    def writeblocks(self, block, data, offset=0):
        at = block * SECTOR + offset
        for i, byte in enumerate(data):
            self.memory[at + i] &= byte

    def ioctl(self, request, block):
        if request == 6:
            self.memory[block * SECTOR : (block + 1) * SECTOR] = b"\xff" * SECTOR
        return 0


class _Pause:
    def __init__(self, wish):
        self._wish = wish

    def __await__(self):
        yield self._wish


class _Flag:
    """asyncio.ThreadSafeFlag"""

    def __init__(self):
        self._set = False

    def set(self):
        self._set = True

    async def wait(self):
        while not self._set:
            await _Pause(0)
        self._set = False


class Time:
    """Replaces `time` and `asyncio` in the app, and runs its tasks."""

    ThreadSafeFlag = _Flag

    def __init__(self, clock):
        self.clock = clock
        self._tasks = []
        self._count = 0
        self.least_ms = 1  # what a sleep takes at least

    def ticks_ms(self):
        return TICKS_START + self._now_ms() & TICKS

    def ticks_us(self):
        return 1000 * TICKS_START + self.clock.now_ns // 1000 & TICKS

    @staticmethod
    def ticks_add(ticks, delta):
        return ticks + delta & TICKS

    @staticmethod
    def ticks_diff(after, before):
        half = TICKS // 2 + 1
        return (after - before + half & TICKS) - half

    def _now_ms(self):
        return self.clock.ticks_ms()

    def sleep_us(self, us):
        self.clock.sleep_us(us)

    @staticmethod
    def sleep_ms(ms):
        return _Pause(ms)

    def create_task(self, task):
        self._count += 1
        heapq.heappush(self._tasks, (self._now_ms(), self._count, task))

    def wake_all(self):
        """No task sleeps any longer."""
        self._tasks = [(self._now_ms(), count, task) for _, count, task in sorted(self._tasks)]

    def run(self, ms):
        """Let the tasks run for this many milliseconds."""
        end = self._now_ms() + ms
        while self._tasks and self._tasks[0][0] <= end:
            due, _, task = heapq.heappop(self._tasks)
            if due > self._now_ms():
                self.clock.sleep_ms(due - self._now_ms())
            try:
                wish = task.send(None)
            except StopIteration:
                continue
            self._count += 1
            heapq.heappush(self._tasks, (self._now_ms() + max(wish, self.least_ms), self._count, task))
        if end > self._now_ms():
            self.clock.sleep_ms(end - self._now_ms())


class Workbench:
    """A box on the bench. Parts are models, with their faults; its files stay when it is switched off."""

    def __init__(self, folder, monkeypatch, files=None, display=None, keypad=None, reader=None):
        self.reader = reader or MFRC522Model()
        self.display = display or SSD1306Model()
        self.keypad = keypad or KeypadModel()
        self.buzzer = BuzzerModel()
        self.supply = SupplyModel()
        self.usb = 0  # the supply is a battery
        self.led = 0
        self.flashes = 0  # of the LED, since power-on
        self.flash = Flash()
        self.clock = Clock(self.reader, self.supply)
        self._patch = monkeypatch
        for name, data in {**_files(), **(files or {})}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        self.folder = folder
        monkeypatch.chdir(folder)
        self._stand_in()

    def _stand_in(self):
        patch = self._patch
        patch.setattr(gc, "mem_free", lambda: 1 << 20, raising=False)
        patch.setattr(gc, "mem_alloc", lambda: 1 << 17, raising=False)
        patch.setattr(micropython, "kbd_intr", lambda code: None, raising=False)
        patch.setattr(lazy, "finder", lazy.finder)  # put back after the test
        patch.setattr(lazy, "_parts", {})
        from banker.app import loader

        # Modules stay: other tests of this process hold on to their classes.
        patch.setattr(loader, "drop", lambda module: None)

    def switch_on(self):
        """Power-on; what the box shows after it is drawn."""
        from banker.app import box

        self.time = Time(self.clock)  # what ran before is gone
        self.flashes = 0
        self.reader.brownout()
        self.display.power_cycle()
        for name in _app():
            try:
                module = importlib.import_module(name)
            except ImportError:
                continue  # it needs the board, or its file system
            for stand_in in ("asyncio", "time"):
                if hasattr(module, stand_in):
                    self._patch.setattr(module, stand_in, self.time)
        self.spi = SPIBus(self.reader, self.clock)
        cs = ModelPin(self.clock, write=lambda level: self.reader.set_cs(level))
        rst = ModelPin(self.clock, write=lambda level: self.reader.set_rst(level))
        irq = ModelPin(self.clock, read=lambda: self.reader.irq_pin())
        rows, columns = keypad_pins(self.keypad, self.clock)
        self.i2c = I2CBus(self.clock, self.display)
        board = Board(
            (self.spi, cs, rst, irq),
            self.i2c,
            self.i2c.free,
            rows,
            columns,
            buzzer_pwms(self.buzzer, self.clock),
            self.flash,
            ModelPin(self.clock, write=self.display.set_rst),
            SimpleNamespace(read_u16=self.supply.read_u16),
            lambda: self.usb,
            self._light,
            1,
        )
        reader = find_reader.find(*board.reader, self.clock.sleep_us)
        self.box = box.Box(board, reader, range(SECTORS), bytearray(paint.SIZE), self._font())
        self.box.power_on()
        for task in ("draw_task", "idle_task", "flow_task"):
            self.time.create_task(getattr(self.box, task)())
        for task in ("taps_task", "keys_task"):
            self.time.create_task(getattr(self.box.inputs, task)())
        self.run(100)
        return self

    def _light(self, level):
        self.flashes += level > self.led
        self.led = level

    def change_reader(self, model):
        """Another module on the same wires."""
        self.clock.attach(model)
        model.spi_hz = self.reader.spi_hz
        self.reader = self.spi._model = model
        model.replug()

    def _font(self):
        return bytearray((self.folder / "data" / "font6x8.bin").read_bytes())

    # -- hands and eyes --

    def run(self, ms):
        self.time.run(ms)
        return self

    def leave_alone(self, ms, least_ms=300_000):
        """Nobody does anything for so long. The tasks run seldom, so that days take seconds."""
        self.time.least_ms = least_ms
        self.run(ms)
        self.time.least_ms = 1
        self.time.wake_all()
        return self.run(500)

    def key(self, *keys):
        for key in keys:
            self.keypad.press(key)
            self.run(60)
            self.keypad.release(key)
            self.run(60)
        return self

    def tap(self, *tags, ms=200):
        self.reader.place(*tags)
        self.run(ms)
        self.reader.remove(*tags)
        self.run(800)  # sooner the same tag would count as a bounce
        return self

    def rows(self):
        return read_text(self.display.visible())

    def text(self):
        return "\n".join(self.rows())

    def sees(self, *words):
        text = self.text()
        for word in words:
            assert word in text, f"{word!r} is not on the display:\n{text}"
        return self

    def settings(self):
        """As they are kept."""
        from banker.app.settings import Settings

        return Settings(str(self.folder / "settings.json"))


def _app():
    """Names of its modules; those with machine code are not for this processor."""
    paths = (name.removesuffix(".py") for name in firmware.source_files() if name.startswith("banker/app/"))
    return [path.replace("/", ".") for path in paths if not path.endswith(("viper", "__init__"))]


@cache
def _files():
    data = {
        name: path.read_bytes() for name, path in firmware.source_files().items() if name.startswith("data/")
    }
    return {**data, **firmware.data_files()}
