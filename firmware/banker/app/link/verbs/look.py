"""Verbs that only look: who this box is, what it shows, what was done."""

import json
import struct
import sys
from binascii import crc32, hexlify

from banker.app.keeper import AGAIN, BEGIN, HEAD, HEAD_SIZE, STEP, identity
from banker.app.pages import PAGE, SLOTS
from banker.core import packing
from banker.protocol.frame import PAYLOAD_MOST
from banker.protocol.tickets import STALE
from banker.protocol.verbs import ANSWER_ROOM, LEAST, LOOK_HEAD, MOST, RECORD_HEAD, agree

_ABOUT_FIRMWARE = "data/firmware.json"


def hello(talk, data):
    least, most, wants = struct.unpack("<BBB", data[:3])
    about = {
        "firmware": "",
        "hash": "",
        "board": "",
        "micropython": "%d.%d.%d" % sys.implementation.version[:3],
        "boot": talk.tickets.nonce,
        "remote": talk.box.remote,
        "free": talk.room(),
        "frame": PAYLOAD_MOST,
    }
    try:
        with open(_ABOUT_FIRMWARE) as file:
            about.update(json.load(file))
    except (OSError, ValueError):
        pass  # put there by hand: it does not know what it is
    try:
        from machine import unique_id

        about["board"] = hexlify(unique_id()).decode()
    except ImportError:
        pass  # no board
    if wants and agree(least, most):
        about["session"] = talk.tickets.open()
    return bytes((LEAST, MOST)) + json.dumps(about).encode()


def look(talk, data):
    box = talk.box
    keeper = box.keeper
    packed = bytearray(1024)
    size = packing.pack(keeper.game, packed) if keeper.game else 0
    one, two = keeper.identity
    head = struct.pack(LOOK_HEAD, box.journal.seq, _picture_sum(box), one, two, size)
    return head + bytes(memoryview(packed)[:size]) + json.dumps(_shown(box)).encode()


def _shown(box) -> dict:
    ui = box.ui
    if box.message:
        return {"screen": "", "rows": box.message.split("\n"), "keys": [], "taps": [], "message": 1}
    seats = ui.seats
    taps = []
    for kind, number in ui.taps():
        taps.append((kind, seats[number] if kind == 1 and number < len(seats) else number))
    return {"screen": ui.screen, "rows": ui.rows(), "keys": ui.inputs(), "taps": taps, "message": 0}


def _picture_sum(box) -> int:
    return crc32(box.picture) & 0xFFFFFFFF


def picture(talk, data):
    return bytes(talk.box.picture)


def watch(talk, data):
    seq, seen, counts = struct.unpack("<IIB", data[:9])
    talk.watch(seq, seen, bool(counts))
    return ()


def status(talk, data):
    """What an order was answered; nothing is done by asking."""
    judged, kept = talk.tickets.look(data)
    if judged == STALE:
        raise talk.cannot("stale")
    if kept is None:
        raise talk.cannot("gone")  # it never came
    return bytes((kept[0],)) + kept[1]


def about(talk, data):
    keeper = talk.box.keeper
    seq = struct.unpack("<I", data[:4])[0]
    if not seq:
        if not keeper.game:
            raise talk.cannot("no-game")
        seq = keeper.beginning
    j = keeper.journal
    length = j.read(seq)
    if length < 0 or j.old_kind not in (BEGIN, AGAIN):
        raise talk.cannot("gone")
    return bytes(j.old[:length])


def events(talk, data):
    """Records after a sequence number, from the oldest that the ring still has; as many as fit an answer."""
    j = talk.box.journal
    seq = struct.unpack("<I", data[:4])[0] + 1
    oldest = min([first for first in j.first if first] or [j.seq + 1])
    seq = max(seq, oldest)
    out = b""
    while seq <= j.seq:
        entry = _entry(j, seq)
        if out and len(out) + len(entry) > ANSWER_ROOM:
            break
        out += entry
        seq += 1
    return out


def _entry(j, seq: int) -> bytes:
    length = j.read(seq)
    kind = j.old_kind if length >= 0 else 0
    text = packed = b""
    beginning = one = two = played_s = 0
    if kind == BEGIN:
        text = bytes(j.old[:length])
        beginning = seq
        one, two = identity(seq, text)
    elif kind == STEP:
        beginning, _, _, one, two, played_s, _, size = struct.unpack_from(HEAD, j.old)
        text = bytes(j.old[HEAD_SIZE : HEAD_SIZE + size])
        packed = bytes(j.old[HEAD_SIZE + size : length])
    head = struct.pack(RECORD_HEAD, seq, kind, beginning, one, two, played_s, len(text), len(packed))
    return head + text + packed


def pages(talk, data):
    """The journal as it lies on flash: every page that is not blank, with its place in the ring."""
    j = talk.box.journal
    if j.at < 0:
        raise talk.cannot("gone")
    page = bytearray(PAGE)
    out = b""
    for block in range(len(j.blocks)):
        for slot in range(SLOTS):
            j.flash.readblocks(j.blocks[block], page, slot * PAGE)
            if page != j.blank:
                out += struct.pack("<H", block * SLOTS + slot) + page
                if len(out) + 2 + PAGE > ANSWER_ROOM:
                    yield out
                    out = b""
        yield None
    yield out
