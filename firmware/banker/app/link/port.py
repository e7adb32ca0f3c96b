"""The serial port while a host talks: frames in, answers out, beside the game. Loaded when a frame begins."""

import asyncio
import select
import sys

from banker.app import loader
from banker.app.talk import Talk
from banker.protocol.frame import MAGIC, PACKET, Receiver

_SILENCE_S = 60  # then all this goes again
_GONE_MS = 1000  # a host that takes nothing for so long is gone
_LOOK_MS = 40
_PIECES = 64  # read at once before the game has its turn

_STAYING = (
    "banker.app.port",
    "banker.app.talk",
    "banker.protocol.frame",
    "banker.protocol.tickets",
    "banker.protocol.verbs",
)


async def converse(box, stream):
    """From the first byte of a frame, which was read, until nothing has come for a while."""
    loader.staying = _STAYING
    try:
        await _converse(box, stream)
    finally:
        loader.staying = ()


async def _converse(box, stream):
    talk = Talk(box)
    port = Port()
    receiver = Receiver()
    receiver.view[0] = MAGIC
    receiver.took(1)
    watching = None
    while True:
        payload = await port.listen(stream, receiver)
        if payload is None:
            if talk.upload:
                talk.upload.throw_away()
            return
        for frame in talk.answers(payload):
            if frame is None:
                await asyncio.sleep_ms(0)
            else:
                await port.send(frame)
        if talk.after:
            talk.after()
        if talk.watchers and (watching is None or watching.done()):
            watching = asyncio.create_task(_watch(talk, port))
        await asyncio.sleep_ms(0)


async def _watch(talk, port):
    while talk.watchers:
        for frame in talk.due():
            await port.send(frame)
        await asyncio.sleep_ms(_LOOK_MS)


class Port:
    def __init__(self):
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)
        self._lock = asyncio.Lock()

    async def listen(self, stream, receiver):
        """The next payload; None after a long silence.

        A read waits until it has all that it was asked for: so single bytes until a head is certain, then the
        rest of a packet, which arrives whole. A person typing never makes the game wait.
        """
        while True:
            for _ in range(_PIECES):
                if not self._in.poll(0):
                    break
                count = sys.stdin.buffer.readinto(_next(receiver))  # type: ignore[union-attr]
                payload = receiver.took(count) if count else None
                if payload is not None:
                    return payload
            else:
                await asyncio.sleep_ms(0)  # a flood: the game has its turn
                continue
            try:
                count = await asyncio.wait_for(stream.readinto(_next(receiver)), _SILENCE_S)
            except asyncio.TimeoutError:
                return None
            payload = receiver.took(count) if count else None
            if payload is not None:
                return payload

    async def send(self, frame: bytes) -> None:
        """Packet by packet, as the host takes them; to one who does not read nothing is sent."""
        await self._lock.acquire()
        try:  # not `async with`: a Ctrl-C in it ends as an AttributeError, and the prompt is not reached
            await self._send(frame)
        finally:
            self._lock.release()

    async def _send(self, frame: bytes) -> None:
        for at in range(0, len(frame), PACKET):
            waited_ms = 0
            while not self._out.poll(0):
                if waited_ms > _GONE_MS:
                    return
                await asyncio.sleep_ms(5)
                waited_ms += 5
            sys.stdout.buffer.write(frame[at : at + PACKET])


def _next(receiver):
    return receiver.view[receiver.fill : receiver.fill + receiver.want()]
