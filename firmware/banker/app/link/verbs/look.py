"""Verbs that only look: which box this is, what it shows, what was done."""

from __future__ import annotations

import json
import struct
import sys
from binascii import crc32, hexlify
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from banker.app.loader import load
from banker.app.store import records
from banker.app.store.pages import AT_RING, CRC, GOOD, NO_RING, SLOTS
from banker.app.store.records import AGAIN, BEGIN, STEP
from banker.core.codec import state_bytes
from banker.core.tags import TOKEN
from banker.protocol.frame import PAYLOAD_MOST
from banker.protocol.tickets import STALE
from banker.protocol.verbs import ANSWER_ROOM, LEAST, LOOK_HEAD, MOST, RECORD_HEAD, agree

if TYPE_CHECKING:
    from banker.app.box import Box
    from banker.app.link.conversation import Conversation
    from banker.app.store.journal import Journal
    from banker.drivers.types import Buffer

_ABOUT_FIRMWARE = "data/firmware.json"


def hello(conversation: Conversation, data: Buffer) -> bytes:
    least, most, wants_session = struct.unpack("<BBB", data[:3])
    if not wants_session:
        conversation.box.keeper.scratch = None  # another host is at the port, or the same one begins again
    about: dict[str, Any] = {
        "firmware": "",
        "hash": "",
        "board": "",
        "micropython": "%d.%d.%d" % sys.implementation.version[:3],
        "boot": conversation.tickets.nonce,
        "remote": conversation.box.remote,
        "free": conversation.room(),
        "frame": PAYLOAD_MOST,
    }
    try:
        with open(_ABOUT_FIRMWARE) as file:
            about.update(json.load(file))
    except (OSError, ValueError):
        pass  # the firmware was copied by hand, without this file
    try:
        from machine import unique_id

        about["board"] = hexlify(unique_id()).decode()
    except ImportError:
        pass  # no board
    if wants_session and agree(least, most):
        about["session"] = conversation.tickets.open()
    return bytes((LEAST, MOST)) + json.dumps(about).encode()


def look(conversation: Conversation, data: Buffer) -> bytes:
    box = conversation.box
    keeper = box.keeper
    packed = bytearray(1024)
    size = state_bytes.pack(keeper.game, packed) if keeper.game else 0
    game_seq, game_check = keeper.identity
    head = struct.pack(LOOK_HEAD, box.journal.seq, _picture_sum(box), game_seq, game_check, size)
    state: bytes = _secrecy().state(box, keeper.identity, packed[:size])
    return head + state + json.dumps(_screen(box)).encode()


def _secrecy() -> Any:
    return load("banker.app.link.secrecy")


def _screen(box: Box) -> dict[str, Any]:
    ui = box.ui
    if box.message:
        return {"screen": "", "rows": box.message.split("\n"), "keys": [], "taps": [], "message": 1}
    taps = ui.taps()
    # A screen that needs no game asks for tokens, every other one for seats.
    if ui.seats and not getattr(ui.load("screens." + ui.screen), "TOKEN_NUMBERS", False):
        taps = [(kind, ui.seats[number] if kind == TOKEN else number) for kind, number in taps]
    answer = {"screen": ui.screen, "rows": ui.rows(), "keys": ui.inputs(), "taps": taps, "message": 0}
    if ui.game and list(ui.names) != list(box.keeper.names):  # somebody was renamed in play
        answer["names"] = ui.names
    return answer


def _picture_sum(box: Box) -> int:
    crc: int = crc32(box.picture) & 0xFFFFFFFF
    return crc


def picture(conversation: Conversation, data: Buffer) -> bytes:
    return bytes(conversation.box.picture)


def watch(conversation: Conversation, data: Buffer) -> tuple[()]:
    seq, picture, counts = struct.unpack("<IIB", data[:9])
    conversation.watch(seq, picture, bool(counts))
    return ()


def status(conversation: Conversation, data: Buffer) -> bytes:
    """The answer that an order had; the question has no effect."""
    state, last_answer = conversation.tickets.look(data)
    if state == STALE:
        raise conversation.error("stale")
    if last_answer is None:
        raise conversation.error("gone")  # the order never came
    status, out = last_answer
    return bytes((status,)) + out


def about(conversation: Conversation, data: Buffer) -> bytes:
    keeper = conversation.box.keeper
    seq = struct.unpack("<I", data[:4])[0]
    if not seq:
        if not keeper.game:
            raise conversation.error("no-game")
        seq = keeper.beginning
    j = keeper.journal
    length = j.read(seq)
    if length < 0 or j.old_kind not in (BEGIN, AGAIN):
        raise conversation.error("gone")
    # The identity of a game of which only a repeated beginning is left is not known: then nothing is told.
    game = keeper.identity if seq == keeper.beginning else (0, 0)
    text: bytes = _secrecy().beginning(conversation.box, game, bytes(j.old[:length]))
    return text


def events(conversation: Conversation, data: Buffer) -> bytes:
    """Records after a sequence number, from the oldest that the ring still has; as many as fit an answer."""
    j = conversation.box.journal
    seq = struct.unpack("<I", data[:4])[0] + 1
    oldest = min([first for first in j.first if first] or [j.seq + 1])
    seq = max(seq, oldest)
    out = b""
    while seq <= j.seq:
        entry = _entry(conversation.box, j, seq)
        if out and len(out) + len(entry) > ANSWER_ROOM:
            break
        out += entry
        seq += 1
    return out


def _entry(box: Box, j: Journal, seq: int) -> bytes:
    length = j.read(seq)
    kind = j.old_kind if length >= 0 else 0
    text = packed = b""
    beginning = game_seq = game_check = played_s = 0
    if kind == BEGIN:
        text = bytes(j.old[:length])
        beginning = seq
        game_seq, game_check = records.identity(seq, text)
        text = _secrecy().beginning(box, (game_seq, game_check), text)
    elif kind == STEP:
        step = records.head_of(j.old)
        beginning, played_s = step[records.BEGINNING], step[records.PLAYED_S]
        game_seq, game_check = records.identity_of(step)
        text = records.command_of(j.old, step)
        state = bytearray(j.old[records.HEAD_SIZE + len(text) : length])
        packed = _secrecy().state(box, (game_seq, game_check), state)
    head = struct.pack(
        RECORD_HEAD, seq, kind, beginning, game_seq, game_check, played_s, len(text), len(packed)
    )
    return head + text + packed


def pages(conversation: Conversation, data: Buffer) -> Iterator[bytes | None]:
    """The journal: every page that is not blank, with its place in the ring, and without the ring's id."""
    j = conversation.box.journal
    if j.at < 0:
        raise conversation.error("gone")
    if _secrecy().has_unfinished(conversation.box):
        raise conversation.error("game-runs")
    page = j.seen
    out = b""
    for block in range(len(j.blocks)):
        for slot in range(SLOTS):
            good = j.look(j.blocks[block], slot) == GOOD
            if page != j.blank:
                if not good:  # a torn page may still have it
                    page[AT_RING:CRC] = NO_RING
                out += struct.pack("<H", block * SLOTS + slot) + page
                if len(out) + 2 + len(page) > ANSWER_ROOM:
                    yield out
                    out = b""
        yield None
    yield out
