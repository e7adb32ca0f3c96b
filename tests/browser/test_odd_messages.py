"""What a page, or somebody who pretends to be one, may send: floods, odd messages, odd requests."""

import asyncio
import json
import logging
import socket

import aiohttp
import pytest

from deedbox.play import server
from deedbox.play.viewers import Viewers


class SlowBox:
    """A box with one reader: a tap takes a while, and they come one after the other."""

    name, port, control = "twin", "/dev/null", True

    def __init__(self):
        self.done = []
        self._turn = asyncio.Lock()

    async def start(self):
        pass

    close = start

    def all(self):
        return [{"power": True}]

    def knows(self, tag):
        return isinstance(tag, str)

    def cut_in_a_write(self):
        self.done.append("cut")

    async def _take(self, what):
        async with self._turn:
            await asyncio.sleep(0.005)
            self.done.append(what)

    async def tap(self, tag):
        await self._take(tag)

    put = lift = press = release = tap

    async def plug(self, into):
        self.done.append("plug")


class Room:
    """A server with this box, and everything that it would print."""

    def __init__(self, caplog):
        self._caplog = caplog
        self.faults = []

    def run(self, talk):
        async def all_of_it():
            asyncio.get_running_loop().set_exception_handler(lambda loop, about: self.faults.append(about))
            self.viewers, self.box = Viewers(), SlowBox()
            await self.viewers.show(self.box)
            runner, port = await server.listen_on(self.viewers, 0)
            try:
                async with aiohttp.ClientSession() as client:
                    return await talk(client, f"http://127.0.0.1:{port}", port)
            finally:
                await runner.cleanup()

        with self._caplog.at_level(logging.WARNING):
            result = asyncio.run(all_of_it())
        assert not self.faults
        assert not [record for record in self._caplog.records if record.levelno >= logging.WARNING]
        return result


@pytest.fixture
def room(caplog):
    return Room(caplog)


def page(client, address):
    return client.ws_connect(f"{address}/ws", headers={"Origin": address})


async def until(condition):
    while not condition():
        await asyncio.sleep(0.005)


def test_a_page_that_floods_is_slowed_down_alone(room):
    """3,000 taps at once: another page's key has its turn after a few of them, not after all."""

    async def talk(client, address, port):
        async with page(client, address) as flood, page(client, address) as other:
            for _ in range(3000):
                await flood.send_str(json.dumps({"do": "tap", "tag": "flood"}))
            await until(lambda: room.box.done)
            for key in "123":
                before = len(room.box.done)
                await other.send_str(json.dumps({"do": "press", "key": key}))
                await until(lambda key=key: key in room.box.done)
                waits.append(room.box.done[before:].count("flood"))
            flood._response.close()  # it does not say goodbye

    waits = []
    room.run(talk)
    assert max(waits) <= 10, waits


def test_what_a_page_that_is_gone_still_wanted_is_forgotten(room):
    async def talk(client, address, port):
        viewer = room.viewers.enter(None)
        wishes = [room.viewers.do(viewer, {"do": "tap", "tag": "late"}) for _ in range(50)]
        taps = [asyncio.create_task(wish) for wish in wishes]
        await until(lambda: room.box.done)
        await room.viewers.leave(viewer)
        await asyncio.gather(*taps)
        return room.box.done

    assert len(room.run(talk)) <= 3


def test_a_flood_of_rolls_disconnects_nobody_else(room):
    async def talk(client, address, port):
        async with page(client, address) as flood, page(client, address) as other:
            for _ in range(3000):
                await flood.send_str(json.dumps({"do": "roll"}))
            await other.send_str(json.dumps({"do": "press", "key": "7"}))
            await until(lambda: "7" in room.box.done)
            await asyncio.sleep(0.3)
            kinds = {(await other.receive(1)).type for _ in range(100)}
            flood._response.close()
            return kinds

    assert room.run(talk) == {aiohttp.WSMsgType.TEXT}


ODD = [
    "",
    "{",
    "null",
    "[]",
    "[" * 4000,
    '{"do":' * 600,
    "9" * 4000,
    '"\\ud800"',
    "NaN",
    '{"do": "watch", "speed": []}',
    '{"do": "watch", "speed": {}, "on": true}',
    '{"do": "open", "box": {}}',
    '{"do": "open", "box": ["demo"]}',
    '{"do": "draw", "deck": []}',
    '{"do": "draw", "deck": {}}',
    '{"do": "draw", "deck": null}',
    '{"do": []}',
    '{"do": {}}',
    '{"do": null}',
    '{"do": "press", "key": "\\u202e"}',
    '{"do": "press", "key": ""}',
    '{"do": "press", "key": ["1"]}',
    '{"do": "tap", "tag": {"a": 1}}',
    '{"do": "tap", "tag": 1e999}',
    '{"do": "put", "tag": null}',
    '{"do": "dice", "dice": [[1], [2]]}',
    '{"do": "dice", "dice": {"0": 1}}',
    '{"do": "dice", "dice": [1e999, NaN]}',
    '{"do": "plug", "in": []}',
    '{"do": "\\u001b[2J\\u202e$&"}',
]


def test_odd_messages_leave_no_traceback_and_the_page_goes_on(room):
    async def talk(client, address, port):
        async with page(client, address) as ws:
            for text in ODD:
                await ws.send_str(text)
            await ws.send_bytes(b"\xff\x00" * 100)
            await ws.ping(b"x" * 100)
            await ws.send_str(json.dumps({"do": "press", "key": "9"}))
            await until(lambda: "9" in room.box.done)
            answers = []
            while True:
                try:
                    answers.append((await ws.receive(0.3)).json())
                except TimeoutError:
                    return [news["wrong"] for news in answers if "wrong" in news]

    wrongs = room.run(talk)
    assert len(wrongs) >= len(ODD) - 1  # one sentence each; a plug has no wrong value
    assert all(text.isprintable() and "a fault in" not in text for text in wrongs), wrongs


FRAMES = [
    b"\x81\x05hello",  # not masked
    b"\xff\xff\xff\xff\xff\xff",
    b"\x81\xfe\xff\xff" + b"mask" + bytes(65535),  # longer than a message may be
    b"\x81\x82mask\xff\xff",  # no UTF-8
    b"\x88\x80mask",
    b"\x89\xff" + b"\xff" * 8,  # a ping of 2^63 bytes
    b"",
]


def test_frames_that_are_none_close_that_socket_and_no_other(room):
    handshake = (
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )

    async def talk(client, address, port):
        async with page(client, address) as other:
            for frame in FRAMES:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(handshake.format(port=port).encode() + frame)
                await reader.read(200)
                writer.close()
            await other.send_str(json.dumps({"do": "press", "key": "9"}))
            await until(lambda: "9" in room.box.done)
            return not other.closed

    assert room.run(talk)


REQUESTS = [
    b"\r\n\r\n",
    b"GET\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
    b"GET / HTTP/9.9\r\nHost: {host}\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: {host}\r\nX: " + b"x" * 20_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /edition/%00%1b%E2%80%AE HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /edition/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /page/%00 HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /page/" + b"a" * 3000 + b" HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /page/..%2f..%2fserver.py HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /choices?language=%ff%fe HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n\r\n",
]  # fmt: skip


def test_odd_requests_leave_no_traceback_and_the_page_is_served_after_each(room):
    async def talk(client, address, port):
        for request in REQUESTS:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request.replace(b"{host}", b"127.0.0.1:%d" % port))
            writer.write_eof()
            answer = await reader.read(100_000)
            writer.close()
            assert b"Traceback" not in answer and b"root:" not in answer and b"_TRIES" not in answer
            async with client.get(address) as page_answer:
                assert page_answer.status == 200
        half = socket.create_connection(("127.0.0.1", port))  # never sends all of its request
        half.sendall(b"GET / HT")
        async with client.get(address) as page_answer:
            assert page_answer.status == 200
        half.close()
        return True

    assert room.run(talk)
