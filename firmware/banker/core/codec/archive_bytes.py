"""A game's chronicle: what was done, without the states, as the box files it before flash is erased.

A file of chunks, one for each sector of the journal that held records of the game:

 0  "DC"    2  version    3  pages repeated at power-on that the sector held
 4  generation of the sector    8  sequence number that the entries count from
12  bytes of the entries        14  CRC-32 of the 14 bytes before it and of the entries

An entry: kind (+ BOOT: known from its repetition only; + LINK: four more bytes follow), length of its text,
sequence number from the chunk's on (16 bits each), CRC of its page; with LINK the CRC of the page before it,
else that is the entry before; then the text: a command (record.py), or the game's beginning.

A cut may leave a chunk twice, a damaged one is skipped. Of two entries with one number the one in the newer
generation was confirmed.
"""

import struct
from binascii import crc32

MAGIC = b"DC"
VERSION = 1
HEAD = "<2sBBIIHI"
HEAD_SIZE = 18
BOOT = 0x80
LINK = 0x40
_ENTRY = "<BHH4s"
_ENTRY_SIZE = 9


def chunk(generation: int, boots: int, entries) -> bytes:
    """entries: (seq, kind, CRC, link, text), by sequence number."""
    first = entries[0][0]
    body = bytearray()
    before = None
    for seq, kind, crc, link, text in entries:
        if link != before:
            kind |= LINK
        body += struct.pack(_ENTRY, kind, len(text), seq - first, crc)
        if link != before:
            body += link
        body += text
        before = crc
    head = struct.pack(HEAD, MAGIC, VERSION, min(boots, 255), generation, first, len(body), 0)
    crc = crc32(body, crc32(head[:14])) & 0xFFFFFFFF
    return head[:14] + struct.pack("<I", crc) + body


def chunks(data):
    """Every whole chunk as (generation, boots, entries); what is torn or damaged is stepped over."""
    at = 0
    while True:
        at = data.find(MAGIC, at)
        if at < 0:
            return
        found = _chunk(data, at)
        if found is None:
            at += 1
            continue
        at, generation, boots, entries = found
        yield generation, boots, entries


def _chunk(data, at: int):
    body = at + HEAD_SIZE
    if body > len(data):
        return None
    _, version, boots, generation, first, length, crc = struct.unpack(HEAD, data[at:body])
    end = body + length
    if version != VERSION or end > len(data):
        return None
    if crc32(data[body:end], crc32(data[at : at + 14])) & 0xFFFFFFFF != crc:
        return None
    entries = []
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
    return end, generation, boots, entries


def story(data):
    """What was done: (seq, kind, CRC, link, text), each number once, in order."""
    best = {}
    for generation, _, entries in chunks(data):
        for entry in entries:
            seq = entry[0]
            held = best.get(seq)
            if held is None or generation > held[0]:
                if held and entry[1] & BOOT and held[1][4] == entry[4]:
                    continue  # the page itself says more than its repetition
                best[seq] = (generation, entry)
            elif held[1][1] & BOOT and not entry[1] & BOOT and held[1][4] == entry[4]:
                best[seq] = (held[0], entry)
    return [best[seq][1] for seq in sorted(best)]
