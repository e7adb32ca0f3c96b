"""Sends questions as frames and collects their answers. All other bytes are noise, kept for error texts."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Sequence
from typing import NamedTuple

from banker.protocol import frame, verbs
from deedbox.link.answers import bytes_most
from deedbox.link.transport import Transport

_NOISE_MOST = 2000
TOO_LONG = -1  # the status of an answer that was longer than any box's


class _Receiver(frame.Receiver):
    """Keeps the newest noise and skips bytes that cannot begin a frame."""

    def __init__(self) -> None:
        super().__init__()
        self.tail = bytearray()

    def drop(self, count: int) -> None:
        super().drop(count)
        self.keep(bytes(self.view[:count]))

    def keep(self, noise: bytes) -> None:
        self.tail += noise
        del self.tail[:-_NOISE_MOST]

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads of all frames that these bytes complete."""
        payloads = []
        at = 0
        while at < len(data):
            if not self.fill:
                start = data.find(bytes((frame.MAGIC,)), at)
                start = len(data) if start < 0 else start
                self.noise += start - at
                self.keep(data[at:start])
                at = start
            piece = data[at : at + self.want()]
            self.view[self.fill : self.fill + len(piece)] = piece
            at += len(piece)
            payload = self.took(len(piece)) if piece else None
            if payload is not None:
                payloads.append(bytes(payload))
        return payloads


class Answer(NamedTuple):
    tag: int
    status: int
    data: bytes


class _Parts:
    """An answer that comes in parts, in order. After a gap the remaining parts are ignored."""

    def __init__(self, most: int) -> None:
        self.status: int | None = None
        self.data = bytearray()
        self._parts = 0
        self._most = most

    def take(self, status: int, part: int, data: bytes) -> None:
        if self.status is None and part == self._parts & 255:
            self._parts += 1
            if status in (verbs.REFUSED, verbs.ERROR):
                self.data.clear()  # an error replaces the data before it
            self.data += data
            if len(self.data) > self._most:
                self.data.clear()
                self.status = TOO_LONG
            elif status != verbs.MORE:
                self.status = status


class Exchange:
    """The open questions of one host and their answers."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._receiver = _Receiver()
        self._tag = random.randrange(1 << 16)  # two hosts at one port do not take each other's answers
        self._open: dict[int, tuple[int, _Parts]] = {}
        self.sent_bytes = 0
        self.got_bytes = 0

    def send(self, verb: int, data: bytes) -> int:
        """Send a question as one frame; returns the tag that its answer will carry."""
        self._tag = (self._tag + 1) & 0xFFFF
        question = frame.encode(verbs.question(verb, self._tag, data))
        self._open[self._tag] = (verb | verbs.ANSWER, _Parts(bytes_most(verb)))
        self.sent_bytes += len(question)
        self._transport.write(question)
        return self._tag

    def forget(self, tag: int) -> None:
        self._open.pop(tag, None)

    def wait_for(self, tag: int, timeout_s: float) -> Answer | None:
        return self.wait_for_any([tag], timeout_s)

    def wait_for_any(
        self, tags: Sequence[int], timeout_s: float, progress: Callable[[int, int], None] | None = None
    ) -> Answer | None:
        """The first of these answers that is complete; None if no part of one came for `timeout_s`.

        A full part renews the patience and a shorter one prolongs it by its share, so that a box that sends
        byte by byte does not hold a host for ever.
        """
        now_s = self._transport.now_s
        start_s = now_s()
        end_s = start_s + timeout_s
        size = size_before = self._size(tags)
        while True:
            for tag in tags:
                parts = self._open[tag][1] if tag in self._open else None
                if parts is not None and parts.status is not None:
                    del self._open[tag]
                    return Answer(tag, parts.status, bytes(parts.data))
            left_s = end_s - now_s()
            if left_s <= 0:
                return None
            self._take(self._transport.read(left_s))
            size_now = self._size(tags)
            if size_now > size:
                size = size_now
                full_parts = (size - size_before) / verbs.ANSWER_ROOM
                end_s = min(now_s() + timeout_s, start_s + timeout_s * (1 + full_parts))
                if progress:
                    progress(size, 0)

    def _size(self, tags: Sequence[int]) -> int:
        return max((len(self._open[tag][1].data) for tag in tags if tag in self._open), default=0)

    def _take(self, data: bytes) -> None:
        self.got_bytes += len(data)
        for payload in self._receiver.feed(data):
            if len(payload) < verbs.ANSWER_SIZE:
                continue
            verb, tag, status, part = struct.unpack_from(verbs.ANSWER_HEAD, payload)
            entry = self._open.get(tag)
            if entry and entry[0] == verb:
                entry[1].take(status, part, payload[verbs.ANSWER_SIZE :])

    def last_noise(self) -> str:
        """The last line of noise, such as the end of a traceback or a prompt."""
        lines = self._receiver.tail.decode("utf-8", "replace").split("\n")
        texts = ["".join(mark for mark in line if mark.isprintable()).strip() for line in lines]
        return next((text[-200:] for text in reversed(texts) if text), "")
