# mypy: ignore-errors
# The stand-ins' end of the channel to the host (channel.py).
# Requests are collected in one buffer. Requests without an answer wait there for the next one with an answer,
# so a whole SPI transaction (CS high after the last one, CS low, bytes) is one round trip.
# The table of requests is in deedbox/twin/bus.py.

from channel import readinto
from channel import write as _write

_out = bytearray(256)
_fill = 0


def put1(op: int, a: int):
    global _fill
    n = _fill
    if n > 240:
        flush()
        n = 0
    o = _out
    o[n] = op
    o[n + 1] = a
    _fill = n + 2


def put(op: int, a: int, b: int):
    """Add a request with arguments of one byte and of 32 bits."""
    global _fill
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
    _fill = n + 6


def flush():
    global _fill
    if _fill:
        _write(_out, _fill)
        _fill = 0


def send(data):
    """Send all waiting requests, then the data of the last one; in one write if they fit."""
    global _fill
    n = _fill
    end = n + len(data)
    if end <= 256:
        _out[n:end] = data
        _write(_out, end)
    else:
        _write(_out, n)
        _write(data)
    _fill = 0


def receive(into):
    flush()
    n = readinto(into)
    if n != len(into):
        raise SystemExit(3)  # the host is gone
