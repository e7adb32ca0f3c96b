"""A box and a host in one process, with a cable between them that does as it is told.

The box is the firmware's own: journal, keeper, screens, conversation; only its chips are missing. Time is
counted, not waited for.
"""

import contextlib
import gc
import sys
from functools import cache
from pathlib import Path
from types import SimpleNamespace

sys.path.append(str(Path(__file__).resolve().parents[1] / "micropython"))

from faultflash import FaultFlash  # noqa: E402

from banker.app import box as app  # noqa: E402
from banker.app import loader  # noqa: E402
from banker.app.journal import Journal  # noqa: E402
from banker.app.keeper import Keeper  # noqa: E402
from banker.app.pool import Pool  # noqa: E402
from banker.app.settings import Settings  # noqa: E402
from banker.app.tags import Tags  # noqa: E402
from banker.app.talk import Talk  # noqa: E402
from banker.core import parts  # noqa: E402
from banker.protocol.frame import Receiver  # noqa: E402
from banker.ui import paint  # noqa: E402
from banker.ui.ui import Ui  # noqa: E402
from deedbox import firmware, fonts  # noqa: E402
from deedbox.link import Session  # noqa: E402

GAME = {"edition": "classic", "names": ["Mum", "Dad", "Mia"], "seed": 3}
RING = tuple(range(16))


class Clock:
    """The app's `time`."""

    now_ms = 1000

    def ticks_ms(self):
        return self.now_ms

    @staticmethod
    def ticks_diff(a, b):
        return a - b


data_files = cache(firmware.data_files)


def make_ready(folder, monkeypatch, boards=("classic", "zelda")):
    """Files, a heap that has room, and a clock: what the app finds on its board."""
    for path, data in data_files().items():
        if Path(path).parent.name != "editions" or Path(path).stem in boards:
            target = folder / path
            target.parent.mkdir(exist_ok=True)
            target.write_bytes(data)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(gc, "mem_free", lambda: 200_000, raising=False)
    monkeypatch.setattr(loader, "drop_all", lambda: None)  # there is room, and loading takes its time
    monkeypatch.setattr(app, "time", Clock())
    monkeypatch.setattr(parts, "finder", loader.part)


class Device:
    """A box, as its serial port sees it: bytes in, bytes out."""

    def __init__(self, about=GAME, remote=True):
        self.flash = FaultFlash()
        self.remote = remote
        self.power_on()
        if about:
            self.box.keeper.begin(about)
            self.box.settle()

    def power_on(self):
        """Also again: nothing is left but flash."""
        made = app.Box.__new__(app.Box)
        made.picture = bytearray(paint.SIZE)
        made.settings = Settings()
        made.tags = Tags()
        made.words = Pool("words/en.bin")
        made.journal = Journal(self.flash, RING)
        made.keeper = Keeper(made.journal, contextlib.nullcontext())
        made.buzzer = SimpleNamespace(play=lambda tune: None)
        made.supply = SimpleNamespace(good=lambda: True)
        made.inputs = SimpleNamespace(count=0)
        made.message = made.no = ""
        made.far = False
        made.remote = self.remote
        made.ui = Ui(made.say, loader.screen, made.fact)
        made.ui.back = made.keeper.look_back
        made.redraw = lambda: paint.screen(made.picture, made.ui.rows(), fonts.compiled())
        self.box = made
        self.talk = Talk(made)
        self.receiver = Receiver()
        self.questions = 0
        if made.keeper.resume():
            made.settle()
        else:
            made.ui.home()

    def hear(self, data):
        """Every frame that the box sends when these bytes come in."""
        at = 0
        while at < len(data):
            count = min(self.receiver.want(), len(data) - at)
            self.receiver.view[self.receiver.fill : self.receiver.fill + count] = data[at : at + count]
            at += count
            payload = self.receiver.took(count)
            if payload is not None:
                self.questions += 1
                yield from (frame for frame in self.talk.answers(payload) if frame)
        yield from self.talk.due()


class Cable:
    """What a Session takes for a port. `harm` gets every write in either direction and says what arrives."""

    name = "a cable"

    def __init__(self, device, harm=lambda data, to_device: data):
        self.device = device
        self.harm = harm
        self.time_s = 0.0
        self._to_host = bytearray()
        self.sent = []  # what the host wrote, for whoever wants to play it again

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
    made = Session(Cable(device, harm))
    made.hello()
    return made
