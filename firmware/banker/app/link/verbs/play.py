"""Verbs with which a host plays, if remote control is on; and verbs that end a conversation."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from banker.app.inputs import KEY
from banker.app.loader import load
from banker.core.refusal import Refused
from banker.core.tags import count
from banker.drivers.buzzer import TICK
from banker.drivers.keypad import LAYOUT

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.link.conversation import Conversation
    from banker.core.types import Command
    from banker.drivers.types import Buffer


def command(conversation: Conversation, data: Buffer) -> bytes:
    box = _remote_box(conversation)
    try:
        raw = json.loads(bytes(data))
    except ValueError:
        raise conversation.error("bad-question")
    keeper = box.keeper
    if not keeper.game:
        raise conversation.error("no-game")
    order: Command = load("banker.core.codec.command_json").Reader(list(keeper.names)).command(raw)
    before = box.journal.seq
    refusal = _as_host(box, _step, box, order)
    if refusal:
        raise Refused(refusal)
    if box.journal.seq == before:
        raise conversation.error("busy")  # low supply, or a fault: the display shows it
    return struct.pack("<I", box.journal.seq) + json.dumps(keeper.game.events).encode()


def _step(box: Box, order: Command) -> None:
    """What players have open on the display stays, if the game still waits for the same (S-27)."""
    if box.do(order):
        load("banker.ui.hour_and_host").host_step(box.ui, box.keeper.game)
    box.run(())


def tap(conversation: Conversation, data: Buffer) -> bytes:
    box = _remote_box(conversation)
    kind, number = data[0], data[1]
    if number >= count(kind):
        raise conversation.error("bad-question")
    return _put_in(box, kind, number)


def key(conversation: Conversation, data: Buffer) -> bytes:
    box = _remote_box(conversation)
    if len(data) != 1 or data[0] not in LAYOUT:
        raise conversation.error("bad-question")
    return _put_in(box, KEY, data[0])


def _remote_box(conversation: Conversation) -> Box:
    box = conversation.box
    if not box.remote:
        raise Refused("remote-off")
    if box.ui.screen == "box.computer":  # only somebody at the box answers that
        raise Refused("prompt-asked")
    return box


def _put_in(box: Box, kind: int, value: int) -> bytes:
    """An input as at the table, with its tick."""
    box.buzzer.play(TICK)
    _as_host(box, box.handle, kind, value)
    return struct.pack("<I", box.journal.seq)


def _as_host(box: Box, act: Callable[..., None], *args: Any) -> str:
    """Act as at the table, but the journal notes that a host did it. The code of a refusal, or ""."""
    box.for_host = True
    box.refusal = ""
    try:
        act(*args)
    finally:
        box.for_host = False
    return box.refusal


def reset(conversation: Conversation, data: Buffer) -> bytes:
    conversation.after = _reset
    return b""


def _reset() -> None:
    import machine

    machine.reset()


def repl(conversation: Conversation, data: Buffer) -> bytes:
    """To the prompt, if somebody at the box has agreed; else they are asked now."""
    load("banker.app.prompt").ask(conversation.box)
    conversation.after = _stop
    return b""


def _stop() -> None:
    raise KeyboardInterrupt  # as Ctrl-C does: out of all tasks, to the prompt
