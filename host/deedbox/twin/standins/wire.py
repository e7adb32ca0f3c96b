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
_fill = 0  # so many bytes of it wait to be sent
_end = 0  # where the request ends that is being written, which is not counted in _fill yet
_asking = False
_sync = bytearray((_SYNC, 0, 0, 0, 0, 0))
_byte = bytearray(1)


def begin(op: int, a: int, b: int):
    """Write a request with arguments of one byte and of 32 bits behind those that wait."""
    global _end
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
    _end = n + 6


def begin1(op: int, a: int):
    """Write a request that has only the argument of one byte."""
    global _end
    begin(op, a, 0)
    _end -= 4


def add(data):
    """Write data of the request."""
    global _end
    end = _end + len(data)
    if end > len(_out):
        _out.extend(bytes(end - len(_out)))
    _out[_end:end] = data
    _end = end


def wait():
    """The request has no answer and may wait for the next one that has."""
    global _fill
    _fill = _end


def send():
    global _fill
    _write(_out, _end)
    _fill = 0


def flush():
    global _fill
    if _fill:
        _write(_out, _fill)
        _fill = 0


def ask(into, more=None):
    """Send the request and read its answer."""
    global _asking
    if _asking:
        _meet()
    _asking = True
    send()
    _receive(into)
    if more is not None:
        _receive(more)
    _asking = False


def _receive(into):
    if readinto(into) != len(into):
        raise SystemExit(3)  # the host is gone


def _meet():
    """Skip what was not read, up to the answer to a request that has a new number."""
    number = _sync[2] = _sync[2] + 1 & 255
    _write(_sync)
    end = b"sync" + bytes((number,))
    last = b""
    while last != end:
        _receive(_byte)
        last = (last + _byte)[-5:]
