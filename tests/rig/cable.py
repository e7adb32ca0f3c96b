"""A box and a host in one process, with a cable between them that a test can harm.

The box is the firmware's own: journal, keeper, screens, conversation; only its chips are missing. Time is
counted, not waited for.
"""

import asyncio
import copy
import gc
import json
import sys
import time
from functools import cache
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "micropython"))

from faultflash import FaultFlash  # noqa: E402
from silent import Pin  # noqa: E402

from banker.app import box as app  # noqa: E402
from banker.app import loader  # noqa: E402
from banker.app.link.conversation import Conversation  # noqa: E402
from banker.core import lazy  # noqa: E402
from banker.drivers import find_reader  # noqa: E402
from banker.protocol.frame import Receiver  # noqa: E402
from banker.ui import paint  # noqa: E402
from deedbox import editions  # noqa: E402
from deedbox.build import firmware, fonts  # noqa: E402
from deedbox.editions import compiler  # noqa: E402
from deedbox.link import Session  # noqa: E402

GAME = {"edition": "classic", "names": ["Mum", "Dad", "Mia"], "seed": 3}
RING = tuple(range(16))
data_files = cache(firmware.data_files)


def another(name):
    """Another edition of this name, compiled: its money is called otherwise."""
    edition = copy.deepcopy(editions.load_edition(name))
    edition.currency["name"] = "marbles"
    return compiler.compile_edition(edition)


def make_ready(folder, monkeypatch, boards=("classic", "zelda")):
    """Files, a heap with room and a clock, as the app has them on the box."""
    for path, data in data_files().items():
        if Path(path).parent.name != "editions" or Path(path).stem in boards:
            target = folder / path
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(data)
    monkeypatch.chdir(folder)
    for name in ("mem_free", "mem_alloc"):
        monkeypatch.setattr(gc, name, lambda: 100_000, raising=False)
    monkeypatch.setattr(loader, "drop_all", lambda: None)  # there is room, and loading again would take time
    now_ms = [1000]

    def sleep_us(us):
        now_ms[0] += us // 1000

    monkeypatch.setattr(time, "sleep_us", sleep_us, raising=False)
    for name in ("ticks_ms", "ticks_us", "sleep_ms"):
        monkeypatch.setattr(time, name, lambda *passed: now_ms[0], raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda a, b: a - b, raising=False)
    monkeypatch.setattr(time, "ticks_add", lambda a, b: a + b, raising=False)
    monkeypatch.setattr(asyncio, "ThreadSafeFlag", asyncio.Event, raising=False)
    monkeypatch.setattr(lazy, "finder", loader.part)


class Device:
    """A box, as its serial port sees it: bytes in, bytes out."""

    def __init__(self, about=GAME, remote=True):
        self.flash = FaultFlash()
        Path("settings.json").write_text(json.dumps({"remote": remote}))
        if about:
            Path("newgame.json").write_text(json.dumps(about))
        self.power_on()

    def power_on(self):
        """Also a second time: only the flash stays."""
        four = (Pin(), Pin(), Pin(), Pin())
        hardware = firmware.load_pins().Hardware(
            reader=four,
            i2c=Pin(),
            make_i2c=Pin,
            rows=four,
            columns=four,
            buzzer=(Pin(), Pin()),
            flash=self.flash,
            display_rst=Pin(),
            supply=Pin(),
            vbus=None,
            led=None,
            reset_cause=1,
        )
        reader = find_reader.find(*hardware.reader, time.sleep_us)
        self.box = app.Box(hardware, reader, RING, bytearray(paint.SIZE), fonts.compile_font())
        self.box.power_on()
        if self.box.message:
            raise AssertionError(self.box.message)
        self.box.ui.home()  # from the screen that says that there is no reader
        self.talk = Conversation(self.box)
        self.receiver = Receiver()
        self.questions = 0

    def paint(self):
        """Draw once, as the drawing task does."""
        paint.screen(self.box.picture, self.box.ui.rows(), self.box.font)

    def hear(self, data):
        """Every frame that the box sends when these bytes come in."""
        self.paint()
        for payload in payloads(self.receiver, data):
            self.questions += 1
            yield from (frame for frame in self.talk.answers(payload) if frame)
            self.paint()
        yield from self.talk.due()


def payloads(receiver, data):
    """The payload of every frame that these bytes complete; they come in pieces, as at a port."""
    at = 0
    while at < len(data):
        count = min(receiver.want(), len(data) - at)
        receiver.view[receiver.fill : receiver.fill + count] = data[at : at + count]
        at += count
        payload = receiver.took(count)
        if payload is not None:
            yield payload


class Cable:
    """A port for a Session. `harm` gets every write in either direction and returns the bytes that arrive."""

    name = "a cable"

    def __init__(self, device, harm=lambda data, to_device: data):
        self.device = device
        self.harm = harm
        self.time_s = 0.0
        self._to_host = bytearray()
        self.sent = []  # the bytes of the host, so that a test can send them again

    def write(self, data):
        self.sent.append(data)
        for frame in self.device.hear(self.harm(data, True)):
            self._to_host += self.harm(frame, False)

    def read(self, timeout_s):
        data = bytes(self._to_host)
        self._to_host.clear()
        if not data:
            self.time_s += timeout_s
            for frame in self.device.hear(b""):
                self._to_host += self.harm(frame, False)
        return data

    def now_s(self):
        self.time_s += 0.0001
        return self.time_s

    def close(self):
        pass


def session(device, harm=lambda data, to_device: data):
    box = Session(Cable(device, harm))
    box.hello()
    return box
