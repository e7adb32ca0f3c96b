"""Files a game's steps in its archive, games/ID.log, before the journal erases their sectors.

The format is core/codec/archive_bytes.py's. A littlefs append costs an erase and half a block of pages,
however short it is, so four sectors are filed at once, while nobody waits. After a power cut between filing
and erasing, a chunk that is already in the file is not filed again. Without room or memory a sector is erased
unfiled, and the game goes on.
"""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING

from banker.app.store import records, save_files
from banker.app.store.pages import (
    AT_KIND,
    AT_LINK,
    AT_PART,
    BOOT,
    CRC,
    GOOD,
    PAGE,
    SLOTS,
    generation,
    sequence,
)
from banker.core.codec import archive_bytes
from banker.protocol.names import RESERVE_BLOCKS

if TYPE_CHECKING:
    from banker.app.store.journal import Journal
    from banker.app.store.keeper import Keeper
    from banker.app.types import Identity
    from banker.drivers.types import Buffer

    Entry = tuple[int, int, bytes, bytes, bytes]  # sequence number, kind, CRC, link, text
    Parcels = dict[Identity, list[bytes]]  # chunks by game

_AT_ONCE = 4  # sectors


def file_sector(keeper: Keeper, block: int) -> None:
    """A sector is about to be erased: put its records into the archive, as far as there is room."""
    j = keeper.journal
    count = len(j.blocks)
    at = list(j.blocks).index(block)
    if (at, j.first[at]) in keeper.filed:
        return
    filed = []
    parcels: Parcels = {}
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


def _gather(j: Journal, i: int, parcels: Parcels) -> None:
    """Add the sector's records to the parcels of their games."""
    games: dict[Identity, dict[int, Entry]] = {}
    gen = boots = 0
    has_originals = False
    link = b""
    # After a power cut the box went on in the next sector. A record that is newer than that one's first was
    # never confirmed.
    after = j.first[(i + 1) % len(j.blocks)]
    last = after if after >= j.first[i] else 0xFFFFFFFF
    joiner = j.joiner
    joiner.break_off()
    page = j.seen
    for slot in range(SLOTS):
        if j.look(j.blocks[i], slot) != GOOD:
            joiner.break_off()
            continue
        if not page[AT_PART]:  # a record's first page
            link = bytes(page[AT_LINK : AT_LINK + 4])
        length = joiner.join(page)
        if length < 0:
            continue
        gen = generation(page)
        seq = sequence(page)
        kind = page[AT_KIND]
        if kind & BOOT:
            boots += 1
        else:
            has_originals = True
        step = _read(j.old, kind & ~BOOT, seq, length)
        if seq <= last and step:
            game, text = step
            entries = games.setdefault(game, {})
            if not kind & BOOT or seq not in entries:
                entries[seq] = (seq, kind, bytes(page[CRC:PAGE]), link, text)
    # Power-on after power-on fills sectors with repetitions of one record. It is filed where it was made.
    if not has_originals and (j.first[i] == j.seq or _elsewhere(j, i)):
        return
    for game in games:
        entries = games[game]
        chunk = archive_bytes.chunk(gen, boots, [entries[seq] for seq in sorted(entries)])
        parcels.setdefault(game, []).append(chunk)


def _read(data: Buffer, kind: int, seq: int, length: int) -> tuple[Identity, bytes] | None:
    """(game, text of the beginning or the command); None for a record of another kind."""
    if kind == records.BEGIN:
        text = bytes(data[:length])
        return records.identity(seq, text), text
    if kind == records.STEP:
        head = records.head_of(data)
        return records.identity_of(head), records.command_of(data, head)
    return None  # a repeated beginning, or the time


def _elsewhere(j: Journal, i: int) -> bool:
    """Does another sector hold the record that this one repeats?"""
    for other in range(len(j.blocks)):
        if other != i and j.first[other] and j.find(j.blocks[other], j.first[i]) >= 0:
            return True
    return False


def _append(keeper: Keeper, game: Identity, chunks: list[bytes]) -> None:
    path = save_files.path(game, save_files.ARCHIVE)
    _leave_out_filed(path, chunks)
    if not chunks:
        return
    save_files.make_folder()
    while os.statvfs(save_files.FOLDER)[3] < RESERVE_BLOCKS:
        if not save_files.drop_finished(keeper, game):
            return
    with open(path, "ab") as file:
        for chunk in chunks:
            file.write(chunk)  # littlefs adds all of them or none, when the file is closed


def _leave_out_filed(path: str, chunks: list[bytes]) -> None:
    """Remove the chunks that the file has already: their heads have the same generation and CRC."""
    try:
        with open(path, "rb") as file:
            while chunks:
                head = file.read(archive_bytes.HEAD_SIZE)
                if len(head) < archive_bytes.HEAD_SIZE or head[:2] != archive_bytes.MAGIC:
                    return
                for chunk in chunks:
                    if chunk[: len(head)] == head:
                        chunks.remove(chunk)
                        break
                _, _, _, _, _, size, _ = struct.unpack(archive_bytes.HEAD, head)
                file.seek(size, 1)
    except OSError:
        pass
