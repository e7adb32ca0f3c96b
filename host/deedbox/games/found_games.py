"""All that a box, or a file made from one, knows of its games: the ring, kept games, archives.

books = Books(box.pages(), {"games/....log": ...})
for volume in books.volumes.values(): ...
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from banker.core import chronicle

from . import ring, saved
from .ring import Finding, Pages

if TYPE_CHECKING:
    from deedbox.link import Session

STANDS, KEPT, FILED = "stands", "kept", "filed"  # in the journal; put aside; nothing but its archive
FOLDER = "games/"


@dataclass(frozen=True)
class Act:
    """Something that was done, as it was found."""

    seq: int
    kind: int  # BEGIN, STEP, or CLOCK: nothing was done, but the state stands there
    text: bytes  # a command (core/record.py), or the beginning
    state: bytes | None  # packed, after it; the archive has none
    played_s: int | None
    crc: bytes
    place: str
    link: bytes = b""  # CRC of the page before
    generation: int = 0  # of the sector


@dataclass(frozen=True)
class PowerOn:
    """The box was switched on; in archives only how often, somewhere before a record, is known."""

    after: int  # sequence number
    times: int = 1
    exact: bool = True


@dataclass
class Volume:
    """One game, not yet read."""

    game: str
    beginning: bytes = b""  # JSON; empty if it is lost
    acts: dict[int, Act] = field(default_factory=dict)
    power_ons: list[PowerOn] = field(default_factory=list)
    saved: saved.Saved | None = None
    where: str = FILED
    findings: list[Finding] = field(default_factory=list)

    @property
    def about(self) -> dict[str, Any]:
        """How it began; empty if that is lost or no JSON."""
        try:
            about = json.loads(self.beginning)
        except ValueError:
            return {}
        return about if isinstance(about, dict) and isinstance(about.get("names"), list) else {}


class Books:
    def __init__(self, pages: Pages, files: Mapping[str, bytes]) -> None:
        self.pages = pages
        self.files = files
        self.volumes: dict[str, Volume] = {}
        self.standing = ""
        self._ring = ring.read(pages)
        self.findings = self._ring.findings  # of the ring as a whole
        self._generations = {record.generation for record in self._ring.records}
        self._read_ring()
        for path in sorted(files):
            if path.startswith(FOLDER) and path.endswith(".log"):
                self._read_log(path, files[path])
        for path in sorted(files):
            if path.startswith(FOLDER) and path.endswith(".sav"):
                self._read_saved(path, files[path])

    def _volume(self, game: str) -> Volume:
        return self.volumes.setdefault(game, Volume(game))

    def _read_ring(self) -> None:
        beginnings: dict[int, bytes] = {}
        inside: set[str] = set()
        for record in self._ring.records:
            if record.kind in (saved.BEGIN, saved.AGAIN):
                beginnings[record.seq] = record.payload
            if record.kind == saved.AGAIN:
                continue
            found = self._act(record)
            if found is None:
                continue
            game, beginning, act = found
            volume = self._volume(game)
            volume.beginning = volume.beginning or beginnings.get(beginning, b"")
            inside.add(game)
            self.standing = game
            if record.boot:
                volume.power_ons.append(PowerOn(record.seq))
                volume.acts.setdefault(record.seq, act)
            else:
                volume.acts[record.seq] = act
        if self.standing:
            self.volumes[self.standing].where = STANDS
        for game in inside:
            self.volumes[game].findings += self.findings

    def _act(self, record: ring.Record) -> tuple[str, int, Act] | None:
        """(game, record of its beginning, what was done); None if the record cannot be read."""
        why = f"record {record.seq} is of kind {record.kind}, which this deedbox does not know"
        chain = (record.crc, record.place, record.link, record.generation)
        if record.kind == saved.BEGIN:
            game = saved.identity(record.seq, record.payload)
            return game, record.seq, Act(record.seq, record.kind, record.payload, None, 0, *chain)
        if record.kind in (saved.STEP, saved.CLOCK):
            try:
                step = saved.step(record.payload)
                text = step.command if record.kind == saved.STEP else b""
                act = Act(record.seq, record.kind, text, step.state, step.played_s, *chain)
                return step.game, step.beginning, act
            except saved.SavedError as error:
                why = str(error)
        self.findings.append(Finding("unreadable", record.place, why))
        return None

    def _read_log(self, path: str, data: bytes) -> None:
        volume = self._volume(path[len(FOLDER) : -4])
        found = list(chronicle.chunks(data))
        whole = b"".join(chronicle.chunk(*chunk) for chunk in found)
        if whole != data:
            at = next((n for n, (a, b) in enumerate(zip(whole, data, strict=False)) if a != b), len(whole))
            text = f"the archive is damaged from byte {at} on; what stood there is missing"
            volume.findings.append(Finding("damaged-file", path, text))
        self._check_links(volume, path, found)
        for generation, boots, entries in found:
            if boots and generation not in self._generations:
                volume.power_ons.append(PowerOn(entries[-1][0], boots, exact=False))
        for seq, kind, crc, _, text in chronicle.story(data):
            kind &= ~chronicle.BOOT
            held = volume.acts.get(seq)
            if held is None:
                played_s = 0 if kind == saved.BEGIN else None
                volume.acts[seq] = Act(seq, kind, text, None, played_s, crc, path)
                if kind == saved.BEGIN:
                    volume.beginning = volume.beginning or text
            elif held.text != text:
                why = f"record {seq} in the archive is not what the journal says at {held.place}"
                volume.findings.append(Finding("two-records", path, why))
        volume.power_ons.sort(key=lambda power: power.after)

    @staticmethod
    def _check_links(volume: Volume, path: str, found: list[Any]) -> None:
        """Within a sector that saw no power-on, each record links to the one before it."""
        for _, boots, entries in found:
            for before, entry in zip(entries, entries[1:], strict=False):
                if not boots and entry[0] == before[0] + 1 and entry[3] != before[2]:
                    text = f"the chain is broken before record {entry[0]}"
                    volume.findings.append(Finding("broken-chain", path, text))

    def _read_saved(self, path: str, data: bytes) -> None:
        volume = self._volume(path[len(FOLDER) : -4])
        if volume.where == STANDS:
            return  # left from a cut: the journal is right
        volume.where = KEPT
        try:
            volume.saved = saved.read(data)
        except saved.SavedError as error:
            volume.findings.append(Finding("damaged-file", path, str(error)))
            return
        if volume.saved.step.game != volume.game:
            text = f"the file holds another game, {volume.saved.step.game}"
            volume.findings.append(Finding("damaged-file", path, text))
        volume.beginning = volume.beginning or volume.saved.beginning

    def boards(self) -> set[tuple[str, str]]:
        """(edition, hash) of every game."""
        abouts = [volume.about for volume in self.volumes.values()]
        return {(str(about.get("edition")), str(about.get("hash", ""))) for about in abouts if about}


def of_box(box: Session) -> Books:
    """What this box has; its editions only where deedbox has not the same."""
    from deedbox import editions
    from deedbox.link import DeviceError

    try:
        pages = box.pages()
    except DeviceError as error:
        if error.code != "gone":
            raise
        pages = []  # no game was ever begun
    files = {
        file.path: box.get(file.path)
        for file in box.list("games")
        if file.path.endswith((".sav", ".log")) and file.path.count("/") == 1
    }
    books = Books(pages, files)
    for edition, wanted in sorted(books.boards()):
        if edition not in editions.IDS or editions.hash_of(edition) != wanted:
            path = f"editions/{edition}.bin"
            try:
                files[path] = box.get(path)
            except DeviceError as error:
                if error.code not in ("not-here", "bad-name"):
                    raise
    return books
