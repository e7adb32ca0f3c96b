# mypy: ignore-errors
# Power-on in the browser: what the Pico's own _boot.py does, then main.py. The page runs the loop of asyncio:
# asyncio.run() notes the task and leaves main.py, step() runs what is due.

import asyncio
import asyncio.core as core
import os
import select as _select
import sys
from binascii import hexlify, unhexlify

import bridge

_settings = {}
for _line in bridge.settings().split("\n"):
    _name, _, _value = _line.partition("=")
    _settings[_name] = _value

os.getenv = _settings.get
os.urandom = lambda count: unhexlify(bridge.entropy(count))

import littlefs  # noqa: E402
import machine  # noqa: E402, F401
import picotime  # noqa: E402
import rp2  # noqa: E402


class Running(BaseException):
    """main.py has come to its end: from here on step() runs the tasks."""


class _Input:
    def __init__(self):
        self.data = b""
        self.came = asyncio.Event()
        self.buffer = self

    def readinto(self, into):
        count = min(len(into), len(self.data))
        into[:count] = self.data[:count]
        self.data = self.data[count:]
        if not self.data:
            self.came.clear()
        return count

    def read(self, count=-1):
        if count < 0:
            count = len(self.data)
        data, self.data = self.data[:count], self.data[count:]
        if not self.data:
            self.came.clear()
        return data


class _Output:
    def __init__(self):
        self.buffer = self

    def write(self, data):
        data = data.encode() if isinstance(data, str) else data
        bridge.output(hexlify(data).decode())
        return len(data)


class StreamReader:
    def __init__(self, stream):
        self.s = stream

    async def readinto(self, into):
        await stdin.came.wait()
        return stdin.readinto(into)

    async def read(self, count=-1):
        await stdin.came.wait()
        return stdin.read(count)


class ThreadSafeFlag:
    def __init__(self):
        self._event = asyncio.Event()

    def set(self):
        self._event.set()

    def clear(self):
        self._event.clear()

    async def wait(self):
        await self._event.wait()
        self._event.clear()


class _Poll:
    def register(self, stream, mask=0):
        self._stream = stream

    def poll(self, timeout=-1):
        ready = self._stream is stdout or stdin.data
        return [(self._stream, 1)] if ready else []


class _Module:
    """A module with other attributes in place of some."""

    def __init__(self, module, **others):
        for name in dir(module):
            if name[:2] != "__":
                setattr(self, name, getattr(module, name))
        for name, value in others.items():
            setattr(self, name, value)


stdin, stdout = _Input(), _Output()
_fault = ""


async def _guard(coroutine):
    global _fault
    try:
        await coroutine
    except BaseException as error:
        sys.print_exception(error)
        _fault = type(error).__name__ + ": " + str(error)


def _run(coroutine):
    core.create_task(_guard(coroutine))
    raise Running


class _NoTimers:
    """JavaScript's timers as asyncio knows them: step() takes their place."""

    setTimeout = staticmethod(lambda call, delay: 0)
    clearTimeout = staticmethod(lambda timer: None)


core.js = _NoTimers
core._schedule_run_iter = lambda delay: None
asyncio.run = _run
asyncio.ThreadSafeFlag = ThreadSafeFlag
asyncio.StreamReader = StreamReader
sys.modules["sys"] = _Module(sys, stdin=stdin, stdout=stdout, platform="rp2")
sys.modules["select"] = _Module(_select, poll=_Poll)
sys.modules["time"] = picotime
sys.modules["vfs"] = littlefs


def feed(data):
    """Bytes from the host."""
    stdin.data += unhexlify(data)
    stdin.came.set()


def step():
    """Run what is due; returns the milliseconds until more is, -1: nothing is to come."""
    core._run_iter()
    task = core._task_queue.peek()
    if _fault:
        bridge.fault(_fault)
    return max(0, core.ticks_diff(task.ph_key, core.ticks())) if task else -1


def start():
    flash = rp2.Flash()
    try:
        filesystem = littlefs.VfsLfs2(flash, progsize=256)
    except OSError:
        littlefs.VfsLfs2.mkfs(flash, progsize=256)  # as the stock _boot.py does
        filesystem = littlefs.VfsLfs2(flash, progsize=256)
    littlefs.umount("/")
    littlefs.mount(filesystem, "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]
    with open("main.py") as file:
        code = file.read()
    try:
        exec(compile(code, "main.py", "exec"), {"__name__": "__main__"})
    except Running:
        pass
