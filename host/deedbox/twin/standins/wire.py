# mypy: ignore-errors
# The stand-ins' end of the channel to the host (channel.py).
# Requests without an answer are collected in one buffer and wait there for the next one with an answer,
# so a whole SPI transaction (CS high after the last one, CS low, bytes) is one round trip.
# The table of requests is in deedbox/twin/bus.py.
#
# On a Pico a transfer is one function in C that Ctrl-C cannot stop half-way. Here Ctrl-C can come between any
# two steps. So a request goes out in one write, with all before it; and if Ctrl-C came before its answer was
# read, the next request first brings both ends together again.

from channel import readinto
from channel import write as _write

from micropython import const

_SYNC = const(13)

_out = bytearray(512)
_fill = 0
_asking = False
_sync = bytearray((_SYNC, 0, 0, 0, 0, 0))
_byte = bytearray(1)


def _head(op: int, a: int, b: int) -> int:
    """Write a request behind those that wait, but do not count it yet; returns where it ends."""
    n = _fill
    if n > 240:
        flush()
        n = 0
    o = _out
    o[n] = op
    o[n + 1] = a
    o[n + 2] = b & 255
    o[n + 3] = b >> 8 & 255
    o[n + 4] = b >> 16 & 255
    o[n + 5] = b >> 24 & 255
    return n + 6


def put1(op: int, a: int):
    """Add a request without an answer that has one argument."""
    global _fill
    _fill = _head(op, a, 0) - 4


def put(op: int, a: int, b: int):
    """Add a request without an answer, with arguments of one byte and of 32 bits."""
    global _fill
    _fill = _head(op, a, b)


def flush():
    global _fill
    if _fill:
        _write(_out, _fill)
        _fill = 0


def send(op: int, a: int, b: int, *parts):
    """Send a request that has data and no answer."""
    _send(_head(op, a, b), parts)


def ask1(op: int, a: int, into):
    """Send a request that has one argument, and wait for the answer."""
    _ask(_head(op, a, 0) - 4, (), (into,))


def ask(op: int, a: int, b: int, parts, *answers):
    """Send a request with its data, and wait for the answer: the bytes of all `answers`."""
    _ask(_head(op, a, b), parts, answers)


def _ask(end: int, parts, answers):
    global _asking
    if _asking:
        _meet()
    _asking = True
    _send(end, parts)
    for into in answers:
        receive(into)
    _asking = False


def _send(end: int, parts):
    global _fill
    for data in parts:
        start = end
        end += len(data)
        if end > len(_out):
            _out.extend(bytes(end - len(_out)))
        _out[start:end] = data
    _write(_out, end)
    _fill = 0


def receive(into):
    if readinto(into) != len(into):
        raise SystemExit(3)  # the host is gone


def _meet():
    """Skip what was not read, up to the answer to a request that has a new number."""
    number = _sync[2] = _sync[2] + 1 & 255
    _write(_sync)
    end = b"sync" + bytes((number,))
    last = b""
    while last != end:
        receive(_byte)
        last = (last + _byte)[-5:]
