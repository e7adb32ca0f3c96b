"""Verbs with which a host plays, if that was switched on at the box; and those that end a conversation."""

import json
import struct

from banker.app.inputs import KEY
from banker.app.loader import load
from banker.core.refusal import Refused
from banker.drivers.buzzer import TICK

_KINDS = (8, 28, 32, 1)  # how many tokens, deeds, cards and banker's cards there are


def command(talk, data):
    box = _playable(talk)
    try:
        raw = json.loads(bytes(data))
    except ValueError:
        raise talk.cannot("bad-question")
    keeper = box.keeper
    if not keeper.game:
        raise talk.cannot("no-game")
    wanted = load("banker.core.read").Reader(list(keeper.names)).command(raw)
    before = box.journal.seq
    why = box.from_afar(wanted)
    if why:
        raise Refused(why)
    if box.journal.seq == before:
        raise talk.cannot("busy")  # low supply, or the game cannot go on: the display says why
    return struct.pack("<I", box.journal.seq) + json.dumps(keeper.game.events).encode()


def tap(talk, data):
    box = _playable(talk)
    kind, number = struct.unpack("<BB", data[:2])
    if not 1 <= kind <= len(_KINDS) or number >= _KINDS[kind - 1]:
        raise talk.cannot("bad-question")
    return _touch(box, kind, number)


def key(talk, data):
    box = _playable(talk)
    if len(data) != 1 or chr(data[0]) not in "0123456789ABCD*#":
        raise talk.cannot("bad-question")
    return _touch(box, KEY, data[0])


def _playable(talk):
    box = talk.box
    if not box.remote:
        raise Refused("remote-off")
    return box


def _touch(box, kind: int, value: int):
    """As hands do: everyone at the table hears it."""
    box.buzzer.play(TICK)
    box.from_afar(kind, value)
    return struct.pack("<I", box.journal.seq)


def reset(talk, data):
    talk.after = _reset
    return b""


def _reset():
    import machine

    machine.reset()


def repl(talk, data):
    talk.after = _stop
    return b""


def _stop():
    raise KeyboardInterrupt  # as Ctrl-C: out of all tasks, to the prompt
