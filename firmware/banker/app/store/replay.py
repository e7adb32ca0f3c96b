"""Plays the game again from its archive and the journal, to find its highlights. Loaded on use.

Filed steps are in games/ID.log (core/codec/archive_bytes.py), the newest ones in the journal. Steps that were
undone are left out. The replay runs in small pieces, so that keys and taps still work.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from banker.app.loader import load, make_room, part
from banker.app.store import records, save_files
from banker.app.store.pages import AT_KIND, AT_PART, AT_PARTS, BOOT, CRC, GOOD, PAGE, SLOTS, sequence
from banker.app.store.records import BEGIN, STEP
from banker.core.codec import archive_bytes, command_bytes
from banker.core.commands import decide
from banker.core.refusal import Refused

if TYPE_CHECKING:
    from banker.app.store.journal import Journal
    from banker.app.store.keeper import Keeper
    from banker.core.state import Game

    Highlight = tuple[int, int, int, int, int]  # core/highlights.py

_AT_ONCE = 4  # steps between two looks at the keys


def receipt(keeper: Keeper) -> str:
    """A short code of the journal's chain at the current step: the CRC that the next page links to.

    The page itself counts, not its repetitions at power-on, so that the code stays the same.
    """
    j = keeper.journal
    code = b"\x00\x00"
    for block in j.blocks:
        for slot in range(SLOTS):
            page = j.seen
            j.flash.readblocks(block, page, slot * PAGE)
            is_last = page[AT_PART] + 1 == page[AT_PARTS]  # of the record's pages
            if sequence(page) == keeper.here and is_last and j.judge() == GOOD:
                code = bytes(page[CRC : CRC + 2])
                if not page[AT_KIND] & BOOT:
                    return "%02X%02X" % (code[0], code[1])
    return "%02X%02X" % (code[0], code[1])


class Replay:
    """A replay that is under way: call go_on() until there are highlights."""

    def __init__(self, keeper: Keeper) -> None:
        self.percent = 0
        self.highlights: list[Highlight] | None = None
        self._pieces = pieces(keeper)

    def go_on(self) -> None:
        for _ in range(_AT_ONCE):
            if self.highlights is not None:
                return
            try:
                piece = next(self._pieces)
            except Exception:  # no memory, or a torn archive: without highlights the end is still shown
                piece = []
            if type(piece) is list:
                self.highlights = piece
            else:
                self.percent = max(self.percent, piece)


def pieces(keeper: Keeper) -> Iterator[Any]:
    """Yields the progress in hundredths; at last the list of highlights."""
    order: list[int] = []  # sequence numbers of the steps that count
    undone: list[int] = []
    beginning = b""
    for seq, kind, text in steps(keeper):
        yield 0
        if kind == BEGIN:
            beginning = text
            continue
        name = command_bytes.NAMES[text[0]]
        if name == "undo":
            undone.append(order.pop() if order else seq)
        elif name == "redo":
            if undone:
                order.append(undone.pop())
        else:
            order.append(seq)
            undone = []
    if not beginning:
        yield []
        return
    game: Game = load("banker.app.store.rebuild").rebuild(
        json.loads(beginning), keeper.edition.board, keeper.base
    )
    beginning = b""
    make_room()  # the modules of the set-up take more than others
    highlights = part("highlights").Highlights(keeper.game.players)
    at = 0
    for seq, kind, text in steps(keeper):
        yield at * 100 // max(len(order), 1)
        if kind == BEGIN or at >= len(order) or seq != order[at]:
            continue
        at += 1
        command = command_bytes.read(text)[0]
        try:
            game = decide(game, command)
        except Refused:
            break  # some steps were never filed: the highlights so far have to do
        highlights.take(game, command)
    yield highlights.told()


def steps(keeper: Keeper) -> Iterator[tuple[int, int, bytes]]:
    """(sequence number, kind, text) of the game's beginning and steps, oldest first."""
    last = 0
    for _, seq, kind, text in filed(keeper):
        if seq > last:
            last = seq
            yield seq, kind, text
    j = keeper.journal
    for seq in range(max(last + 1, min([first for first in j.first if first] or [0])), keeper.here + 1):
        length = j.read(seq)
        if length < 0:
            continue
        step = _text(keeper, j, seq, length)
        if step is not None:
            yield seq, j.old_kind, step


def filed(keeper: Keeper) -> Iterator[tuple[int, int, int, bytes]]:
    """(generation, sequence number, kind, text) of everything in the game's archive."""
    try:
        with open(save_files.path(keeper.identity, save_files.ARCHIVE), "rb") as file:
            while True:
                head = file.read(archive_bytes.HEAD_SIZE)
                if len(head) < archive_bytes.HEAD_SIZE or head[:2] != archive_bytes.MAGIC:
                    break
                _, _, _, _, _, size, _ = struct.unpack(archive_bytes.HEAD, head)
                for generation, _, entries in archive_bytes.chunks(head + file.read(size)):
                    for seq, kind, _, _, text in entries:
                        yield generation, seq, kind & ~BOOT, text
    except OSError:
        pass  # nothing was filed yet: the journal has every step


def _text(keeper: Keeper, j: Journal, seq: int, length: int) -> bytes | None:
    """The text that the archive would have of this record; None for another game's, or for the time."""
    if j.old_kind == BEGIN:
        first, _ = keeper.identity
        return bytes(j.old[:length]) if seq == first else None
    if j.old_kind != STEP:
        return None
    head = records.head_of(j.old)
    return records.command_of(j.old, head) if records.identity_of(head) == keeper.identity else None
