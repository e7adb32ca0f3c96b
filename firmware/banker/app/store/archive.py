"""Files what a game did before the journal's sectors are erased: games/ID.log (core/chronicle.py).

A littlefs append costs an erase and half a block of pages, however short it is: so four sectors are filed at
once, while nobody waits. A cut between filing and erasing is met by looking whether the chunk is there.
No room, or no memory: the sector goes unfiled, the game goes on.
"""

import os
import struct

from banker.app import kept
from banker.app.keeper import BEGIN, HEAD, HEAD_SIZE, STEP, identity
from banker.app.pages import BOOT, CRC, GOOD, PAGE, SLOTS, check, generation, sequence
from banker.core import chronicle

_AT_ONCE = 4  # sectors
_RESERVE = 20  # blocks of flash that stay free for editions and settings


def sector(keeper, block: int) -> None:
    """A sector is about to be erased: its records are in the archive after this, as far as there is room."""
    j = keeper.journal
    count = len(j.blocks)
    at = list(j.blocks).index(block)
    if (at, j.first[at]) in keeper.filed:
        return
    filed = []
    parcels = {}  # game -> chunks
    try:
        for ahead in range(_AT_ONCE):
            i = (at + ahead) % count
            if i == j.at:
                break
            if j.first[i]:
                _gather(j, i, parcels)
                filed.append((i, j.first[i]))
        for game in sorted(parcels):
            _append(keeper, game, parcels[game])
    except (OSError, MemoryError):
        return
    keeper.filed = tuple(filed)


def _gather(j, i: int, parcels) -> None:
    """Put the sector's records into the parcels of their games."""
    games = {}  # game -> {seq: entry}
    gen = boots = 0
    originals = False
    link = b""
    # After a cut the box went on in the next sector: what that one does not know was never confirmed.
    after = j.first[(i + 1) % len(j.blocks)]
    last = after if after >= j.first[i] else 0xFFFFFFFF
    joiner = j.joiner
    joiner.break_off()
    for slot in range(SLOTS):
        page = j.seen
        j.flash.readblocks(j.blocks[i], page, slot * PAGE)
        if check(page) != GOOD:
            joiner.break_off()
            continue
        if not page[18]:  # a record's first part
            link = bytes(page[12:16])
        length = joiner.join(page)
        if length < 0:
            continue
        gen = generation(page)
        seq = sequence(page)
        if page[3] & BOOT:
            boots += 1
        else:
            originals = True
        read = _read(j.old, page[3] & ~BOOT, seq, length)
        if seq <= last and read:
            entries = games.setdefault(read[0], {})
            if not page[3] & BOOT or seq not in entries:
                entries[seq] = (seq, page[3], bytes(page[CRC:PAGE]), link, read[1])
    # Power-on after power-on fills sectors with one record again and again: filed where it was made.
    if not originals and (j.first[i] == j.seq or _elsewhere(j, i)):
        return
    for game in games:
        entries = games[game]
        chunk = chronicle.chunk(gen, boots, [entries[seq] for seq in sorted(entries)])
        parcels.setdefault(game, []).append(chunk)


def _read(data, kind: int, seq: int, length: int):
    """(game, what was done), or None for a record in which nothing was done."""
    if kind == BEGIN:
        text = bytes(data[:length])
        return identity(seq, text), text
    if kind == STEP:
        head = struct.unpack_from(HEAD, data)
        return head[3:5], bytes(data[HEAD_SIZE : HEAD_SIZE + head[-1]])
    return None  # a beginning repeated, or the time


def _elsewhere(j, i: int) -> bool:
    """Does another sector hold the record that this one repeats?"""
    for other in range(len(j.blocks)):
        if other != i and j.first[other] and j.find(j.blocks[other], j.first[i]) >= 0:
            return True
    return False


def _append(keeper, game, chunks) -> None:
    path = kept.path(game, ".log")
    _leave_out_known(path, chunks)
    if not chunks:
        return
    kept.make_folder()
    while os.statvfs(kept.FOLDER)[3] < _RESERVE:
        if not kept.drop_finished(keeper, game):
            return
    with open(path, "ab") as file:
        for chunk in chunks:
            file.write(chunk)  # visible when the file is closed, all of them or none


def _leave_out_known(path: str, chunks) -> None:
    """Take out what the file has, by generation and CRC, as far as it can be followed."""
    try:
        with open(path, "rb") as file:
            while chunks:
                head = file.read(chronicle.HEAD_SIZE)
                if len(head) < chronicle.HEAD_SIZE or head[:2] != chronicle.MAGIC:
                    return
                for chunk in chunks:
                    if chunk[: len(head)] == head:
                        chunks.remove(chunk)
                        break
                file.seek(head[12] | head[13] << 8, 1)
    except OSError:
        pass
