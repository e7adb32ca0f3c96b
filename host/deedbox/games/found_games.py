"""The games that a box, or a file made from one, has: in the journal, as saves, as archives.

games = FoundGames(box.pages(), {"games/....log": ...})
for found_game in games.by_id.values(): ...
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from banker.core.codec import archive_bytes
from banker.protocol import names
from deedbox.games import ring_pages, save_file
from deedbox.games.ring_pages import Finding, Pages

if TYPE_CHECKING:
    from deedbox.link import Session

IN_JOURNAL, SAVED, ARCHIVED = "stands", "kept", "filed"  # ARCHIVED: nothing but the archive is left
FOLDER = "games/"
_BYTES_MOST = 4 << 20  # of all games; the flash of a box has a third of that
_VERSION = bytes((archive_bytes.VERSION,))


@dataclass(frozen=True)
class JournalEntry:
    """One record of the journal or the archive, not yet replayed."""

    seq: int
    kind: int  # BEGIN, STEP, or CLOCK: only a state, nothing was done
    text: bytes  # a command (core/codec/command_bytes.py), or the beginning
    state: bytes | None  # packed, after this record; the archive has none
    played_s: int | None
    crc: bytes
    place: str
    link: bytes = b""  # CRC of the page before
    generation: int = 0  # of the sector


@dataclass(frozen=True)
class PowerOn:
    """The box was switched on. An archive says only how often, somewhere before a record."""

    after: int  # sequence number of the record before
    times: int = 1
    exact: bool = True


@dataclass
class FoundGame:
    """One game as it was found, not yet replayed."""

    game: str
    beginning: bytes = b""  # JSON; empty if it is lost
    entries: dict[int, JournalEntry] = field(default_factory=dict)
    power_ons: list[PowerOn] = field(default_factory=list)
    save: save_file.Save | None = None
    where: str = ARCHIVED
    findings: list[Finding] = field(default_factory=list)

    @property
    def about(self) -> dict[str, Any]:
        """How the game began; empty if the beginning is lost or no JSON."""
        try:
            about = json.loads(self.beginning)
        except ValueError:
            return {}
        return about if isinstance(about, dict) and isinstance(about.get("names"), list) else {}


class FoundGames:
    def __init__(self, pages: Pages, files: Mapping[str, bytes]) -> None:
        self.pages = pages
        self.files = files
        self.by_id: dict[str, FoundGame] = {}
        self.current = ""  # id of the game in the journal
        self.hidden: list[str] = []  # ids of games that the box does not hand out, because they are not over
        self._ring = ring_pages.read_ring(pages)
        self.findings = self._ring.findings  # of the ring as a whole
        self._generations = {record.generation for record in self._ring.records}
        self._read_ring()
        for path in sorted(files):
            if path.startswith(FOLDER) and path.endswith(".log"):
                self._read_log(path, files[path])
        for path in sorted(files):
            if path.startswith(FOLDER) and path.endswith(".sav"):
                self._read_save(path, files[path])

    def _found_game(self, game: str) -> FoundGame:
        return self.by_id.setdefault(game, FoundGame(game))

    def _read_ring(self) -> None:
        beginnings: dict[int, bytes] = {}
        in_ring: set[str] = set()
        for record in self._ring.records:
            if record.kind in (save_file.BEGIN, save_file.AGAIN):
                beginnings[record.seq] = record.payload
            if record.kind == save_file.AGAIN:
                continue
            reading = self._entry(record)
            if reading is None:
                continue
            game, beginning, entry = reading
            found_game = self._found_game(game)
            found_game.beginning = found_game.beginning or beginnings.get(beginning, b"")
            in_ring.add(game)
            self.current = game
            if record.boot:
                found_game.power_ons.append(PowerOn(record.seq))
                found_game.entries.setdefault(record.seq, entry)
            else:
                found_game.entries[record.seq] = entry
        if self.current:
            self.by_id[self.current].where = IN_JOURNAL
        for game in in_ring:
            self.by_id[game].findings += self.findings

    def _entry(self, record: ring_pages.Record) -> tuple[str, int, JournalEntry] | None:
        """(game, sequence number of its beginning, entry); None if the record cannot be read."""
        why = f"record {record.seq} is of kind {record.kind}, which this deedbox does not know"
        chain = (record.crc, record.place, record.link, record.generation)
        if record.kind == save_file.BEGIN:
            game = save_file.game_id(record.seq, record.payload)
            return game, record.seq, JournalEntry(record.seq, record.kind, record.payload, None, 0, *chain)
        if record.kind in (save_file.STEP, save_file.CLOCK):
            try:
                step = save_file.read_step(record.payload)
                text = step.command if record.kind == save_file.STEP else b""
                entry = JournalEntry(record.seq, record.kind, text, step.state, step.played_s, *chain)
                return step.game, step.beginning, entry
            except save_file.SaveError as error:
                why = str(error)
        self.findings.append(Finding("unreadable", record.place, why))
        return None

    def _read_log(self, path: str, data: bytes) -> None:
        found_game = self._found_game(path[len(FOLDER) : -4])
        chunks = list(archive_bytes.chunks(data))
        rewritten = b"".join(archive_bytes.chunk(*chunk) for chunk in chunks)
        if rewritten != data:
            at = next(
                (n for n, (a, b) in enumerate(zip(rewritten, data, strict=False)) if a != b), len(rewritten)
            )
            text = f"the archive is damaged from byte {at} on; what was there is missing"
            if data[at : at + 2] == archive_bytes.MAGIC and data[at + 2 : at + 3] > _VERSION:
                text = f"the archive was continued by newer firmware at byte {at}; update deedbox"
            found_game.findings.append(Finding("damaged-file", path, text))
        self._check_links(found_game, path, chunks)
        for generation, boots, entries in chunks:
            if boots and generation not in self._generations:
                found_game.power_ons.append(PowerOn(entries[-1][0], boots, exact=False))
        for seq, kind, crc, _, content in archive_bytes.steps(data):
            kind &= ~archive_bytes.BOOT
            entry_there = found_game.entries.get(seq)
            if entry_there is None:
                played_s = 0 if kind == save_file.BEGIN else None
                found_game.entries[seq] = JournalEntry(seq, kind, content, None, played_s, crc, path)
                if kind == save_file.BEGIN:
                    found_game.beginning = found_game.beginning or content
            elif entry_there.text != content:
                why = f"record {seq} in the archive is not what the journal says at {entry_there.place}"
                found_game.findings.append(Finding("two-records", path, why))
        found_game.power_ons.sort(key=lambda power: power.after)

    @staticmethod
    def _check_links(found_game: FoundGame, path: str, chunks: list[Any]) -> None:
        """Within a sector that saw no power-on, each record links to the one before it."""
        for _, boots, entries in chunks:
            for before, entry in zip(entries, entries[1:], strict=False):
                if not boots and entry[0] == before[0] + 1 and entry[3] != before[2]:
                    text = f"the chain is broken before record {entry[0]}"
                    found_game.findings.append(Finding("broken-chain", path, text))

    def _read_save(self, path: str, data: bytes) -> None:
        found_game = self._found_game(path[len(FOLDER) : -4])
        if found_game.where == IN_JOURNAL:
            return  # left over from a power cut; the journal is right
        found_game.where = SAVED
        try:
            found_game.save = save_file.read_save(data)
        except save_file.SaveError as error:
            found_game.findings.append(Finding("damaged-file", path, str(error)))
            return
        if found_game.save.step.game != found_game.game:
            text = f"the file holds another game, {found_game.save.step.game}"
            found_game.findings.append(Finding("damaged-file", path, text))
        found_game.beginning = found_game.beginning or found_game.save.beginning

    def editions(self) -> set[tuple[str, str]]:
        """(edition, hash) of every game."""
        abouts = [found_game.about for found_game in self.by_id.values()]
        return {(str(about.get("edition")), str(about.get("hash", ""))) for about in abouts if about}


def read_box(box: Session) -> FoundGames:
    """The games of this box; its editions come along only where deedbox has no equal ones."""
    from deedbox import editions
    from deedbox.link import AnswerError, DeviceError

    hidden = []
    try:
        pages = box.pages()
    except DeviceError as error:
        if error.code not in ("gone", "game-runs"):
            raise
        pages = []  # the box never began a game, or one is not over
        if error.code == "game-runs":
            hidden = [box.look().game] if box.look().game else []
    files: dict[str, bytes] = {}
    for file in box.list("games"):
        if file.path.endswith((".sav", ".log")) and names.readable(file.path):
            try:
                files[file.path] = box.get(file.path)
            except DeviceError as error:
                if error.code != "game-runs":
                    raise
                hidden.append(file.path[len(FOLDER) : -4])
            if sum(map(len, files.values())) > _BYTES_MOST:
                raise AnswerError("GET", "more games than a box has room for")
    games = FoundGames(pages, files)
    games.hidden = sorted({*hidden} - {*games.by_id})
    for edition, hash_then in sorted(games.editions()):
        if edition not in editions.IDS or editions.edition_hash(edition) != hash_then:
            path = f"editions/{edition}.bin"
            try:
                files[path] = box.get(path)
            except DeviceError as error:
                if error.code not in ("not-here", "bad-name"):
                    raise
    return games
