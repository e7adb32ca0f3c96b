"""The app of the box without its parts, for somebody at the other end of a pipe: inputs, time and the link.

Run, compiled, by tests/rig/alone.py, on the board of bare.py. The tasks of the app are its own; they take
turns when something comes in or a quarter of a second has passed. Keys and tags come as from its drivers.
In, a line each: `key CODE`, `tap UID` (no UID: two tags at once), `lie` (it was not lifted), `run MS`, `hear
HEX` (bytes at the serial port). Out, a line each: what there is to say, in hex for the port; `! WHY` if the
box broke. To end the process is to pull the plug.
"""

import sys
from binascii import hexlify, unhexlify

from bare import SECTORS, Board, Clock, Pin, Sectors, app, font, picture

from banker.app import inputs, loader
from banker.app.inputs import KEY, LYING
from banker.drivers.find_reader import find
from banker.drivers.taps import CROWD, TAP

TICK_MS = 250  # Box.idle_task()
WAITS = -1


class Flag:
    """asyncio.ThreadSafeFlag"""

    up = False

    def set(self):
        self.up = True

    def wait(self):
        while not self.up:
            yield WAITS
        self.up = False


class Turns:
    """Replaces the module `asyncio` in the app."""

    ThreadSafeFlag = Flag

    def sleep_ms(self, ms):
        yield ms


class Reader(Pin):
    """A reader that only answers with the version of an MFRC522."""

    def write_readinto(self, out, into):
        for at in range(len(into)):
            into[at] = 0x92

    def readinto(self, into, *rest):
        self.write_readinto(None, into)


def no_sleep(us):
    pass


class Desk:
    """The box right after power-on, and the commands of the pipe."""

    def __init__(self):
        self.clock = app.time = inputs.time = Clock()
        app.asyncio = inputs.asyncio = Turns()
        board = Board()
        board.reader = (Reader(), Pin(), Pin(), None)
        board.flash = Sectors()
        self.box = box = app.Box(board, find(*board.reader, no_sleep), range(SECTORS), picture, font)
        box.power_on()
        self.flow, self.draw, self.idle = box.flow_task(), box.draw_task(), box.idle_task()
        self.idle.send(None)
        self.due_ms = self.clock.now_ms + TICK_MS
        self.talk = self.receiver = None
        self.go_on()

    def go_on(self):
        """Run the tasks until none has anything to do."""
        for task in (self.flow, self.draw):
            while task.send(None) != WAITS:
                pass

    def key(self, code):
        self.box.inputs.put(KEY, code)
        self.go_on()

    def tap(self, uid=b""):
        taps = self.box.inputs.taps
        if uid:
            taps.uid_len = len(uid)
            taps.uid[: len(uid)] = uid
        self.box.inputs.put_tap(TAP if uid else CROWD)
        self.go_on()

    def lie(self):
        self.box.inputs.put(LYING, 0)
        self.go_on()

    def run(self, ms):
        end = self.clock.now_ms + ms
        while self.due_ms <= end:
            self.clock.now_ms = self.due_ms
            self.due_ms += TICK_MS
            self.idle.send(None)
            self.go_on()
        self.clock.now_ms = end

    def hear(self, data):
        """Every frame that the box sends when these bytes come in."""
        if not self.talk:
            loader.staying = loader.load("banker.app.link.port").STAYING
            self.talk = loader.load("banker.app.link.conversation").Conversation(self.box)
            self.receiver = loader.load("banker.protocol.frame").Receiver()
        out = b""
        at = 0
        receiver = self.receiver
        while at < len(data):
            count = min(receiver.want(), len(data) - at)
            receiver.view[receiver.fill : receiver.fill + count] = data[at : at + count]
            at += count
            payload = receiver.took(count)
            if payload is not None:
                for frame in self.talk.answers(payload):
                    if frame:
                        out += bytes(frame)
                self.go_on()
        for frame in self.talk.due():
            out += bytes(frame)
        return hexlify(out).decode()


def main():
    desk = Desk()
    for line in sys.stdin:
        words = line.split()
        arguments = [unhexlify(word) if words[0] in ("hear", "tap") else int(word) for word in words[1:]]
        try:
            answer = getattr(desk, words[0])(*arguments)
        except Exception as error:
            sys.print_exception(error)
            answer = "! %s: %s" % (type(error).__name__, error)
        print("= %s" % ("" if answer is None else answer))


main()
