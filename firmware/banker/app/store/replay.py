"""The tale of the game that stands: its highlights, by playing it again from what was filed.

What was done stands in games/ID.log (core/chronicle.py), the newest of it in the journal. Steps that were
taken back are left out. Played again in small pieces, so that keys and taps go on. Loaded at the end.
"""

import json
import struct

from banker.app import kept
from banker.app.keeper import BEGIN, HEAD, HEAD_SIZE, STEP
from banker.app.loader import load, part
from banker.app.pages import BOOT, CRC, GOOD, PAGE, SLOTS, check, sequence
from banker.core import chronicle, record
from banker.core.commands import decide
from banker.core.refusal import Refused


def receipt(box) -> str:
    """A short code of the journal's chain at the step at which the game stands: of the CRC that the next page
    links to. Not of its repetitions at power-on, so that it stays the same."""
    keeper = box.keeper
    j = keeper.journal
    found = b"\x00\x00"
    for block in j.blocks:
        for slot in range(SLOTS):
            j.flash.readblocks(block, j.seen, slot * PAGE)
            last = j.seen[18] + 1 == j.seen[19]  # of the record's pages
            if sequence(j.seen) == keeper.here and last and check(j.seen) == GOOD:
                found = bytes(j.seen[CRC : CRC + 2])
                if not j.seen[3] & BOOT:
                    return "%02X%02X" % (found[0], found[1])
    return "%02X%02X" % (found[0], found[1])


def tell(box):
    """Yields how far it is, in hundredths; at last the list of highlights."""
    keeper = box.keeper
    order = []  # of steps that count
    undone = []
    begin = b""
    for seq, kind, text in steps(keeper):
        yield 0
        if kind == BEGIN:
            begin = text
            continue
        do = record.NAMES[text[0]]
        if do == "undo":
            undone.append(order.pop() if order else seq)
        elif do == "redo":
            if undone:
                order.append(undone.pop())
        else:
            order.append(seq)
            undone = []
    highlights = part("highlights").Highlights(keeper.game.players)
    if begin:
        game = load("banker.app.newgame").again(json.loads(begin), keeper.edition.board, keeper.base)
        at = 0
        for seq, kind, text in steps(keeper):
            yield at * 100 // max(len(order), 1)
            if kind == BEGIN or at >= len(order) or seq != order[at]:
                continue
            at += 1
            command = record.read(text)[0]
            try:
                game = decide(game, command)
            except Refused:
                break  # something was never filed: what is known is told
            highlights.take(game, command)
    yield highlights.told()


def steps(keeper):
    """(sequence number, kind, text) of what this game did, oldest first."""
    last = 0
    try:
        with open(kept.path(keeper.identity, ".log"), "rb") as file:
            while True:
                head = file.read(chronicle.HEAD_SIZE)
                if len(head) < chronicle.HEAD_SIZE or head[:2] != chronicle.MAGIC:
                    break
                body = file.read(head[12] | head[13] << 8)
                for _, _, entries in chronicle.chunks(head + body):
                    for seq, kind, _, _, text in entries:
                        if seq > last:
                            last = seq
                            yield seq, kind & ~BOOT, text
    except OSError:
        pass  # nothing was filed yet: the journal has it all
    j = keeper.journal
    for seq in range(max(last + 1, min([first for first in j.first if first] or [0])), keeper.here + 1):
        length = j.read(seq)
        if length < 0:
            continue
        found = _read(keeper, j, seq, length)
        if found is not None:
            yield seq, j.old_kind, found


def _read(keeper, j, seq: int, length: int):
    """What was done, as the archive would have it; None for a record of another game, or of the time."""
    if j.old_kind == BEGIN:
        return bytes(j.old[:length]) if seq == keeper.identity[0] else None
    if j.old_kind != STEP:
        return None
    head = struct.unpack_from(HEAD, j.old)
    return bytes(j.old[HEAD_SIZE : HEAD_SIZE + head[-1]]) if head[3:5] == keeper.identity else None
