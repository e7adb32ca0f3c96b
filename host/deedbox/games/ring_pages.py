"""Reads and checks the journal's pages as they lie on flash.

Every page carries the CRC of the page confirmed before it. A changed byte breaks its own page. A page that
was rewritten together with its CRC breaks the link of the next page. Both are reported with their place.

The firmware writes the pages (firmware/banker/app/store/pages.py, with a table of their bytes). The host may
not import banker/app, so a test compares the format here with the one there. On flash a page carries the id
of its ring, which the box takes away before it sends one; the links are those of pages without the id.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from zlib import crc32

PAGE = 256  # bytes
SLOTS = 16  # pages in a sector
ROOM = 228  # payload bytes in a page
OLD_ROOM = 232  # the same in a page of version 1
PARTS = 5  # pages in the longest record
ROOM_MAX = 928  # bytes of the longest record
BOOT = 0x80  # added to the kind of a record that is repeated at power-on
MAGIC, VERSION, OLD_VERSION = b"DX", 2, 1
HEADER = "<2sBBII4sHBB"
PAYLOAD, AT_RING, CRC = 20, 248, 252  # where they begin in a page

Pages = Sequence[tuple[int, bytes]]  # (place in the ring, 256 bytes)


@dataclass(frozen=True)
class Finding:
    """Something that a reader of these games should know."""

    code: str
    place: str  # where: a sector and slot, a file, a step
    text: str  # one sentence
    harmless: bool = False

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


@dataclass(frozen=True)
class Record:
    """One complete record."""

    seq: int
    kind: int
    boot: bool  # repeated at a power-on
    payload: bytes
    crc: bytes  # of its last page; the next page links to it
    link: bytes  # CRC of the page confirmed before it
    generation: int
    place: str


@dataclass
class Ring:
    records: list[Record] = field(default_factory=list)  # in the order of writing
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class _Page:
    kind: int
    generation: int
    seq: int
    link: bytes
    length: int
    part: int
    parts: int
    chunk: bytes
    crc: bytes


def take_pages(files: dict[str, bytes]) -> list[tuple[int, bytes]]:
    """The journal's pages, as a box sends them. Its files (ring/00 and so on) are taken out of `files`."""
    sectors = [files.pop(path) for path in sorted(files) if path.startswith("ring/") and path[5:].isdigit()]
    return [
        (number * SLOTS + slot, without_id(page))
        for number, sector in enumerate(sectors)
        for slot in range(SLOTS)
        if (page := sector[slot * PAGE : (slot + 1) * PAGE])[:2] == MAGIC
    ]


def place_name(place: int) -> str:
    return f"sector {place // SLOTS}, page {place % SLOTS}"


def _parse_page(data: bytes) -> _Page | None:
    if len(data) != PAGE or struct.unpack_from("<I", data, CRC)[0] != crc32(data[:CRC]):
        return None
    magic, version, kind, generation, seq, link, length, part, parts = struct.unpack_from(HEADER, data)
    if magic != MAGIC or version not in (VERSION, OLD_VERSION) or not 1 <= parts <= PARTS or part >= parts:
        return None
    room = ROOM if version == VERSION else OLD_ROOM
    if not (parts - 1) * room <= length <= min(parts * room, ROOM_MAX):
        return None
    crc = data[CRC:]
    if version == VERSION:
        crc = struct.pack("<I", crc32(data[:AT_RING] + bytes(CRC - AT_RING)))
    return _Page(kind, generation, seq, link, length, part, parts, data[PAYLOAD : PAYLOAD + room], crc)


def without_id(page: bytes) -> bytes:
    """A page from flash as the box would send it: without the id of the ring."""
    if page[2] == OLD_VERSION:
        return page
    plain = page[:AT_RING] + bytes(CRC - AT_RING)
    good = struct.unpack_from("<I", page, CRC)[0] == crc32(page[:CRC])
    return plain + (struct.pack("<I", crc32(plain)) if good else page[CRC:])


def is_newer(data: bytes) -> bool:
    """Is this a whole page of a version that this deedbox does not know?"""
    if len(data) != PAGE or struct.unpack_from("<I", data, CRC)[0] != crc32(data[:CRC]):
        return False
    return data[:2] == MAGIC and data[2] > VERSION


def read_ring(pages: Pages) -> Ring:
    """The records in the order in which they were written, and what is wrong with them."""
    ring = Ring()
    sectors: dict[int, list[tuple[int, bytes, _Page | None]]] = {}
    for place, data in sorted(pages):
        sectors.setdefault(place // SLOTS, []).append((place, data, _parse_page(data)))
    walk = _Walk(ring)
    age = {
        block: max((page.generation for _, _, page in slots if page), default=-1)
        for block, slots in sectors.items()
    }
    for block in sorted(sectors, key=lambda block: age[block]):
        walk.new_sector()
        for place, data, page in sectors[block]:
            if page is not None:
                walk.good(place, page)
            elif is_newer(data):
                text = "the page was written by newer firmware; update deedbox"
                ring.findings.append(Finding("newer-page", place_name(place), text))
            elif age[block] >= 0:
                walk.bad(place)
            else:
                ring.findings.append(_damage_finding(place, "no page of this sector can be read"))
    walk.end()
    return ring


def _damage_finding(place: int, why: str) -> Finding:
    return Finding("damaged-page", place_name(place), f"the page is damaged: {why}")


class _Walk:
    """Follows the chain from page to page."""

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        self._tip = b""
        self._crcs: set[bytes] = set()
        self._bad: list[int] = []
        self._payloads: dict[int, bytes] = {}  # by sequence number
        self._parts: list[_Page] = []

    def new_sector(self) -> None:
        self._parts = []

    def bad(self, place: int) -> None:
        self._bad.append(place)
        self._parts = []

    def good(self, place: int, page: _Page) -> None:
        is_linked = not self._tip or page.link == self._tip or page.link in self._crcs
        if page.part == 0:
            self._parts = []
        elif len(self._parts) != page.part or page.link != self._parts[-1].crc:
            self._parts = []
            self._judge(place, page, is_linked, False)
            return
        self._parts.append(page)
        whole = len(self._parts) == page.parts
        payload = b"".join(part.chunk for part in self._parts)[: page.length] if whole else b""
        # Many power-ons in a row use two sectors by turns, so the page that a repeat links to may be gone.
        repeats = whole and bool(page.kind & BOOT) and self._payloads.get(page.seq) == payload
        self._judge(place, page, is_linked, repeats)
        if whole:
            self._record(place, page, payload)
            self._parts = []

    def _judge(self, place: int, page: _Page, is_linked: bool, repeats: bool) -> None:
        findings = self._ring.findings
        if self._bad and not self._tip:  # no page before it to compare: it may have held a record
            findings += [
                _damage_finding(bad, f"what it held is missing before record {page.seq}") for bad in self._bad
            ]
        elif is_linked or repeats:
            for bad in self._bad:
                text = "a page was cut off while it was written, and written again; nothing is missing"
                findings.append(Finding("cut-off", place_name(bad), text, harmless=True))
        else:
            for bad in self._bad:
                findings.append(_damage_finding(bad, f"what it held is missing before record {page.seq}"))
            text = f"the chain is broken before record {page.seq}: what is before it was changed or lost"
            findings.append(Finding("broken-chain", place_name(place), text))
        self._bad = []
        self._tip = page.crc
        self._crcs.add(page.crc)

    def _record(self, place: int, page: _Page, payload: bytes) -> None:
        earlier = self._payloads.get(page.seq)
        if earlier is not None and earlier != payload:
            text = f"record {page.seq} is here with other contents than before"
            self._ring.findings.append(Finding("two-records", place_name(place), text))
        self._payloads[page.seq] = payload
        first = self._parts[0]
        boot = bool(page.kind & BOOT)
        kind = page.kind & ~BOOT
        self._ring.records.append(
            Record(page.seq, kind, boot, payload, page.crc, first.link, page.generation, place_name(place))
        )

    def end(self) -> None:
        for bad in self._bad:
            self._ring.findings.append(
                _damage_finding(bad, "it is the last one, and what it held is missing")
            )
