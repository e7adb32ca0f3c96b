"""The archive of a game: what was done, without the states, as the box files it before flash is erased.

A file of chunks, one for each sector of the journal that held records of the game:

 0  "DC"    2  version    3  pages repeated at power-on that the sector held
 4  generation of the sector    8  sequence number that the entries count from
12  bytes of the entries        14  CRC-32 of the 14 bytes before it and of the entries

An entry: kind (with BOOT: known from its repetition only; with LINK: four more bytes follow), length of its
text, sequence number counted from that of the chunk (16 bits each), CRC of its page; with LINK the CRC of the
page before it, else that page is the entry before; then the text: a command (command_bytes.py), or the
beginning of the game.

A cut may leave a chunk twice; a damaged one is skipped. Of two entries with the same number the one in the
newer generation was confirmed.
"""

from __future__ import annotations

import struct
from binascii import crc32

from banker.core.types import Buffer, Chunk, Entry, Iterator, Sequence

MAGIC = b"DC"
VERSION = 1
HEAD = "<2sBBIIHI"
HEAD_SIZE = 18
BOOT = 0x80
LINK = 0x40
_ENTRY = "<BHH4s"
_ENTRY_SIZE = 9


def chunk(generation: int, boots: int, entries: Sequence[Entry]) -> bytes:
    """The bytes of a chunk; its entries are ordered by sequence number."""
    first, _, _, _, _ = entries[0]
    body = bytearray()
    before: bytes | None = None
    for seq, kind, crc, link, text in entries:
        if link != before:
            kind |= LINK
        body += struct.pack(_ENTRY, kind, len(text), seq - first, crc)
        if link != before:
            body += link
        body += text
        before = crc
    head = struct.pack(HEAD, MAGIC, VERSION, min(boots, 255), generation, first, len(body), 0)
    seal = crc32(body, crc32(head[:14])) & 0xFFFFFFFF
    return head[:14] + struct.pack("<I", seal) + body


def chunks(data: bytes | bytearray) -> Iterator[Chunk]:
    """Every whole chunk; torn and damaged ones are skipped."""
    at = 0
    while True:
        at = data.find(MAGIC, at)
        if at < 0:
            return
        whole = _chunk(data, at)
        if whole is None:
            at += 1
            continue
        at, chunk = whole
        yield chunk


def _chunk(data: Buffer, at: int) -> tuple[int, Chunk] | None:
    """(where it ends, the chunk that begins here), or None."""
    body = at + HEAD_SIZE
    if body > len(data):
        return None
    _, version, boots, generation, first, length, crc = struct.unpack(HEAD, data[at:body])
    end = body + length
    if version != VERSION or end > len(data):
        return None
    if crc32(data[body:end], crc32(data[at : at + 14])) & 0xFFFFFFFF != crc:
        return None
    entries: list[Entry] = []
    link = b""
    while body < end:
        if body + _ENTRY_SIZE > end:
            return None
        kind, size, seq, own = struct.unpack(_ENTRY, data[body : body + _ENTRY_SIZE])
        body += _ENTRY_SIZE
        if kind & LINK:
            link = bytes(data[body : body + 4])
            body += 4
        if body + size > end:
            return None
        entries.append((first + seq, kind & ~LINK, own, link, bytes(data[body : body + size])))
        body += size
        link = own
    return end, (generation, boots, entries)


def steps(data: bytes | bytearray) -> list[Entry]:
    """What was done, each sequence number once, in order."""
    best: dict[int, tuple[int, Entry]] = {}
    for generation, _, entries in chunks(data):
        for entry in entries:
            seq, kind, _, _, text = entry
            if seq not in best:
                best[seq] = (generation, entry)
                continue
            known_generation, known = best[seq]
            _, known_kind, _, _, known_text = known
            if generation > known_generation:
                if not (kind & BOOT and text == known_text):  # the page itself has more than its repetition
                    best[seq] = (generation, entry)
            elif known_kind & BOOT and not kind & BOOT and text == known_text:
                best[seq] = (known_generation, entry)
    return [best[seq][1] for seq in sorted(best)]
