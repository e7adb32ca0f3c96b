"""After power-on: newer steps than the last good one cannot be read (recovery.py). Loaded on use.

The archive may know some of them, because sectors are filed before they are erased, four at a time. It also
has the beginning of the game, if that is the page which cannot be read.
"""

from __future__ import annotations

from binascii import crc32
from typing import TYPE_CHECKING

from banker.app.loader import load
from banker.app.store import replay
from banker.app.store.pages import AT_KIND, BOOT, GOOD, SLOTS, sequence
from banker.app.store.records import AGAIN, BEGIN, STEP
from banker.core.codec import command_bytes
from banker.core.refusal import BooksError, Refused

if TYPE_CHECKING:
    from banker.app.store.keeper import Keeper


def filed(keeper: Keeper) -> list[bytes]:
    """The commands in the archive that follow the game's last good step, as far as none is missing."""
    gen = keeper.journal.gen  # of the sector with that step
    texts = []
    if keeper.game:
        for chunk_gen, seq, kind, text in replay.filed(keeper):
            # An older sector with higher numbers is from before another loss.
            if chunk_gen < gen:
                continue
            if chunk_gen > gen + 1:
                break
            gen = chunk_gen
            if seq > keeper.here and kind == STEP:
                texts.append(text)
    return texts


def find_beginning(keeper: Keeper) -> tuple[int, bytes]:
    """(sequence number, text) of another copy of the game's beginning: in the journal, or, with 0, filed."""
    j = keeper.journal
    _, right_check = keeper.identity
    for block in j.blocks:
        for slot in range(SLOTS):
            if j.look(block, slot) == GOOD and j.seen[AT_KIND] & ~BOOT in (BEGIN, AGAIN):
                seq = sequence(j.seen)
                text = bytes(j.old[: max(j.find(block, seq), 0)])
                if crc32(text) & 0xFFFF == right_check and j.read(seq) >= 0:
                    return seq, text
    for _, _, kind, text in replay.filed(keeper):
        if kind == BEGIN:
            return 0, text
    raise BooksError("the beginning of the game is gone")


def repeat_beginning(keeper: Keeper) -> None:
    """The journal gets its own copy again, before a step names it."""
    _, text = find_beginning(keeper)
    keeper.journal.payload[: len(text)] = text
    keeper.beginning = keeper.commit(AGAIN, len(text))


def go_on(keeper: Keeper) -> None:
    """The players have agreed to do without what cannot be read; what the archive knows is done again."""
    texts = filed(keeper)
    keeper.journal.recover(agreed=True)
    if keeper.game:
        load("banker.app.store.resume").renew_beginning(keeper)
    try:
        for text in texts:
            keeper.submit(command_bytes.read(text)[0])
    except Refused:
        pass  # an older rule: the steps so far have to do
