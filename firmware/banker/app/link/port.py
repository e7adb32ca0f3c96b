"""The serial port while a host talks: frames in, answers out, beside the game. Loaded when a frame begins."""

from __future__ import annotations

import asyncio
import select
import sys
from typing import TYPE_CHECKING, Any

from banker.app import loader
from banker.app.link.conversation import Conversation
from banker.protocol.frame import MAGIC, PACKET, Receiver

if TYPE_CHECKING:
    from banker.app.box import Box

_SILENCE_S = 60  # after that the conversation is over
_GONE_MS = 1000  # a host that takes nothing for so long is gone
_WATCH_MS = 40
_PIECES = 64  # read at once before the game has its turn

STAYING = (
    "banker.app.link.port",
    "banker.app.link.conversation",
    "banker.protocol.frame",
    "banker.protocol.tickets",
    "banker.protocol.verbs",
)


async def converse(box: Box, stream: Any) -> None:
    """From the first byte of a frame, which was read already, until the host is silent for a while."""
    loader.staying = STAYING
    try:
        await _converse(box, stream)
    finally:
        loader.staying = ()
        box.keeper.scratch = None


async def _converse(box: Box, stream: Any) -> None:
    conversation = Conversation(box)
    port = Port()
    receiver = Receiver()
    receiver.view[0] = MAGIC
    receiver.took(1)
    watching = None
    while True:
        payload = await port.listen(stream, receiver)
        if payload is None:
            if conversation.upload:
                conversation.upload.discard()
            return
        for frame in conversation.answers(payload):
            if frame is None:
                await asyncio.sleep_ms(0)
            else:
                await port.send(frame)
        if conversation.after:
            conversation.after()
        if conversation.watchers and (watching is None or watching.done()):
            watching = asyncio.create_task(_watch(conversation, port))
        await asyncio.sleep_ms(0)


async def _watch(conversation: Conversation, port: Port) -> None:
    while conversation.watchers:
        for frame in conversation.due():
            await port.send(frame)
        await asyncio.sleep_ms(_WATCH_MS)


class Port:
    def __init__(self) -> None:
        self._in = select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out = select.poll()
        self._out.register(sys.stdout, select.POLLOUT)
        self._lock = asyncio.Lock()

    async def listen(self, stream: Any, receiver: Receiver) -> memoryview | None:
        """The next payload; None after a long silence.

        A read waits for all the bytes that it was asked for. So single bytes are read until a head is
        certain, then the rest of a packet, which arrives as a whole: somebody who types never stops the game.
        """
        stdin: Any = sys.stdin.buffer
        while True:
            for _ in range(_PIECES):
                if not self._in.poll(0):
                    break
                count = stdin.readinto(receiver.free())
                payload = receiver.took(count) if count else None
                if payload is not None:
                    return payload
            else:
                await asyncio.sleep_ms(0)  # a flood: the game has its turn
                continue
            try:
                count = await asyncio.wait_for(stream.readinto(receiver.free()), _SILENCE_S)
            except asyncio.TimeoutError:
                return None
            payload = receiver.took(count) if count else None
            if payload is not None:
                return payload

    async def send(self, frame: bytes) -> None:
        """Packet by packet, as the host takes them. The rest of a frame that nobody reads is given up."""
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
