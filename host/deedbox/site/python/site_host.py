# mypy: ignore-errors
# The host's part of the page: chip models, link, log and hands, as `deedbox play` has them, for one box.
# JavaScript calls bus(), request(), power_changed() and torn(); `bridge` has what it offers.

import asyncio
import os
from binascii import hexlify, unhexlify

import bridge

os.urandom = lambda count: unhexlify(bridge.entropy(count))


class _Queue:
    def __init__(self):
        self._items = []
        self._event = asyncio.Event()

    def put_nowait(self, item):
        self._items.append(item)
        self._event.set()

    def qsize(self):
        return len(self._items)

    async def get(self):
        while not self._items:
            self._event.clear()
            await self._event.wait()
        return self._items.pop(0)


class _Later:
    def __init__(self, delay_s, call):
        self._call = call
        asyncio.create_task(self._wait(delay_s))

    async def _wait(self, delay_s):
        await asyncio.sleep_ms(int(delay_s * 1000))
        if self._call:
            self._call()

    def cancel(self):
        self._call = None


class _Loop:
    @staticmethod
    def call_later(delay_s, call):
        return _Later(delay_s, call)


async def _to_thread(call, *arguments):
    return call(*arguments)


async def _wait(tasks):
    for task in tasks:
        try:
            await task
        except asyncio.CancelledError:
            pass


asyncio.Queue = _Queue
asyncio.get_running_loop = _Loop
asyncio.to_thread = _to_thread
asyncio.wait = _wait

import json  # noqa: E402
import threading  # noqa: E402

from deedbox.link import AnswerError, LinkError, PortError, Session  # noqa: E402
from deedbox.models import flash as flash_model  # noqa: E402
from deedbox.play.bots import Bots  # noqa: E402
from deedbox.play.looks import Looks  # noqa: E402
from deedbox.play.tag_names import tag_names  # noqa: E402
from deedbox.play.tones import ToneRecorder  # noqa: E402
from deedbox.play.twin_hands import Hands, WatchedBox  # noqa: E402
from deedbox.play.viewers import RequestError, Viewers, read_rows  # noqa: E402
from deedbox.tagging.tag_map import TagSet  # noqa: E402
from deedbox.twin.bus import Bus, ResetError  # noqa: E402

_LOOK_MS = 25
_STILL_MS = 30  # a picture comes in parts
_AGAIN_MS = 500
_LINES_MOST = 1 << 16


class _Wire:
    """A transport for link.Session: while it waits, JavaScript lets the firmware run."""

    name = "the box in this page"

    def write(self, data):
        bridge.serial_write(hexlify(data).decode())

    def read(self, timeout_s):
        if not bridge.running():
            raise PortError("the box has no power")
        return unhexlify(bridge.serial_read(int(timeout_s * 1000)))

    @staticmethod
    def now_s():
        return bridge.now() / 1000

    def close(self):
        pass


class _Twin:
    """What the hands need of a twin."""

    def __init__(self, box, bus):
        self.box = box
        self.lock = threading.RLock()
        self._bus = bus

    @property
    def running(self):
        return bridge.running()

    def press(self, key):
        self.box.press(key)

    def release(self, key):
        self.box.release(key)

    def tap(self, *tags):
        self.box.run_to(self._bus.now_ns())
        self.box.tap(*tags)

    def lift(self, *tags):
        self.box.run_to(self._bus.now_ns())
        self.box.lift(*tags)


class SiteSource:
    """The box of this page; deedbox/play/viewers.py says what a source is."""

    name = "page"
    port = ""
    control = True

    def __init__(self, tell):
        self._tell = tell
        self.box = WatchedBox()
        self.bus = Bus(self.box, None, threading.RLock())
        self._twin = _Twin(self.box, self.bus)
        self._hands = Hands(self._twin, self.box)
        tags = TagSet().tags
        self._tags = {name: tags[which] for name, which in tag_names().items()}
        self._armed = False
        self._bots = Bots(self)
        self._session = None
        self.look = None

    async def start(self):
        asyncio.create_task(self._watch())
        asyncio.create_task(self._follow())

    async def close(self):
        pass

    def knows(self, name):
        return name in self._tags

    async def press(self, key):
        await self._hands.press(key)
        self._tell({"key": self._hands.down})

    async def release(self, key):
        await self._hands.release(key)
        self._tell({"key": self._hands.down})

    async def tap(self, name):
        self._tell({"reader": self._on_reader() + [name]})
        await self._hands.tap(self._tags[name])
        self._tell({"reader": self._on_reader()})

    async def put(self, name):
        await self._hands.put(self._tags[name])
        self._tell({"reader": self._on_reader()})

    async def lift(self, name):
        self._hands.lift(self._tags[name])
        self._tell({"reader": self._on_reader()})

    def _on_reader(self):
        return [name for name, tag in self._tags.items() if tag in self.box.reader.tags]

    async def plug(self, into):
        if into != bridge.running():
            bridge.plug(into)

    def cut_in_a_write(self):
        bridge.cut()
        self._armed = True
        self._tell({"armed": True})

    async def watch(self, on, speed):
        self._bots.speed = speed
        if on:
            self._bots.start()
        else:
            await self._bots.stop()
        self.tell_bots(on)

    def tell_bots(self, on):
        self._tell({"watch": {"on": on, "speed": self._bots.speed}})

    def game(self):
        return self._session.game() if self._session else None

    def digest(self):
        """The digest of the game, to compare it with the twin's."""
        from banker.core.codec import state_bytes

        game = self.game()
        return state_bytes.digest(game) if game else 0

    def all(self):
        picture = self.box.picture()
        rows = dict(read_rows(picture))
        rows.update({"reader": self._on_reader(), "key": self._hands.down})
        return [
            {"power": bridge.running(), "armed": self._armed},
            picture,
            rows,
            {
                "look": self.look,
                "board": None,
                "watch": {"on": self._bots.playing, "speed": self._bots.speed},
            },
        ]

    async def _watch(self):
        display, recorder = self.box.display, ToneRecorder(self.box)
        count, power = -1, None
        while True:
            if display.changes != count:
                count = display.changes
                self._tell(bytes(self.box.picture()))
            if recorder.has_new():
                tones = recorder.tones()
                if tones:
                    self._tell({"tones": tones})
            if bridge.running() != power:
                power = bridge.running()
                self._armed = self._armed and power
                self._tell({"power": power, "armed": self._armed})
            await asyncio.sleep_ms(_LOOK_MS)

    async def _follow(self):
        fault = ""
        while True:
            try:
                if bridge.running():
                    self._session = Session(_Wire())
                    self._session.hello()
                    await self._follow_one()
            except AnswerError as error:
                if str(error) != fault:
                    fault = str(error)
                    self._tell({"wrong": fault})
            except LinkError:
                pass  # no power: the page shows that by itself
            if self.look is not None:
                self.look = None
                self._tell({"look": None})
            await asyncio.sleep_ms(_AGAIN_MS)

    async def _follow_one(self):
        looks = Looks(self._session)
        before = None
        start = bridge.power_count()
        while bridge.running() and bridge.power_count() == start:
            now = (self.box.display.changes, bridge.flash_count())
            if now == before:
                await asyncio.sleep_ms(_LOOK_MS)
                continue
            await asyncio.sleep_ms(_STILL_MS)
            if now != (self.box.display.changes, bridge.flash_count()):
                continue
            before = now
            self.look = looks.plain(self._session.look())
            self._tell({"look": self.look})


class _Page:
    async def send_bytes(self, data):
        bridge.picture(hexlify(data).decode())

    async def send_str(self, data):
        bridge.post(data)


_viewers = Viewers()
_source = None
_viewer = None


async def _open(name, fresh=False):
    bridge.open_box(name, fresh)


async def _start(demo):
    global _source, _viewer
    _viewers.open = _open
    _source = SiteSource(_viewers.tell)
    await _viewers.show(_source, demo, None)
    _viewer = _viewers.enter(_Page())
    asyncio.create_task(_viewer.run())


def start(demo):
    asyncio.create_task(_start(demo))


def bus(requests):
    """Requests of the firmware to its chips, as hexadecimal digits; the answer too."""
    try:
        answer = _source.bus.answer(unhexlify(requests))
    except ResetError as reset:
        bridge.restart(reset.soft)
        return ""
    return hexlify(answer).decode() if answer else ""


def off():
    """The power is gone."""
    _source.box.power_cycle()


def reset():
    """The processor restarts, the chips keep their power."""
    _source.box.release_pins()


def torn(kind, old, new):
    """What an operation of the flash leaves behind that was cut."""
    generator = flash_model.random.Random()
    old = unhexlify(old)
    if kind == "erase":
        out = flash_model.torn_erase(old, "torn-random", generator)
    else:
        out = flash_model.torn_program(old, unhexlify(new), "torn-random", generator)
    return hexlify(out).decode()


async def _do(text):
    try:
        await _viewers.do(_viewer, json.loads(text))
    except (RequestError, ValueError) as error:
        _viewer.tell({"wrong": str(error)})
    except Exception as error:
        import sys

        sys.print_exception(error)
        _viewer.tell({"wrong": "a fault in deedbox, please report it: " + str(error)})


def request(text):
    asyncio.create_task(_do(text))


def digest():
    return "%08x" % (_source.digest() & 0xFFFFFFFF)
