"""Once per boot: read the whole ring and decide which record is the newest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.store.pages import (
    AT_KIND,
    BOOT,
    CRC,
    FOREIGN,
    GOOD,
    MAGIC_FIRST,
    PAGE,
    SLOTS,
    generation,
    pages_for,
    sequence,
)
from banker.core.refusal import VersionError

if TYPE_CHECKING:
    from banker.app.store.journal import Journal


class Sector:
    """What reading one sector showed."""

    def __init__(self) -> None:
        self.used = 0  # slots up to the last one that is not blank
        self.records = 0  # complete ones
        self.sound = True  # the last used slot reads well
        self.torn = False  # the last write is incomplete, and was no repetition
        self.only_boot = True  # every record is the first one, repeated at power-on


def scan(journal: Journal) -> int:
    """Set the journal to its newest record and return the length, or -1 if the ring holds none."""
    journal.gen = journal.seq = 0
    journal.clean = journal.torn = False
    journal.slot = SLOTS
    journal.spare = 0
    head = length = -1
    sectors = []
    for at in range(len(journal.blocks)):
        sector = Sector()
        size = read_sector(journal, at, sector)
        if size >= 0:
            head, length = at, size
        sectors.append(sector)
    choose_head(journal, sectors, head)
    mark_spare(journal, sectors, length)
    return length


def read_sector(journal: Journal, at: int, sector: Sector) -> int:
    """Read every slot once; the length of the newest record of the ring if it is here, else -1.

    A record that was read well is copied at once: a marginal cell may read differently next time.
    """
    newest = -1
    journal.first[at] = 0
    joiner = journal.joiner
    joiner.break_off()
    page = journal.seen
    for slot in range(SLOTS):
        journal.flash.readblocks(journal.blocks[at], page, slot * PAGE)
        if page == journal.blank:
            joiner.break_off()
            continue
        sector.used = slot + 1
        state = journal.judge()
        sector.sound = state == GOOD
        if state == FOREIGN:
            raise VersionError("the journal was written by newer firmware")
        if state != GOOD:
            sector.torn = page[0] != MAGIC_FIRST or page[AT_KIND] < BOOT
            joiner.break_off()
            continue
        length = joiner.join(page)
        sector.torn = length < 0 and page[AT_KIND] < BOOT
        if length < 0:
            continue
        seq = sequence(page)
        if not sector.records:
            journal.first[at] = seq
        sector.records += 1
        if page[AT_KIND] < BOOT or seq != journal.first[at]:
            sector.only_boot = False
        gen = generation(page)
        if gen > journal.gen or (newest >= 0 and gen == journal.gen):
            journal.gen = gen
            journal.seq = seq
            journal.kind = page[AT_KIND] & ~BOOT
            journal.tip[:] = page[CRC:PAGE]
            journal.payload[:length] = journal.old[:length]
            newest = length
    return newest


def choose_head(journal: Journal, sectors: list[Sector], newest: int) -> None:
    """Go on in the sector of the newest record, if all of it reads well, and erase suspect sectors."""
    journal.at = newest
    count = len(sectors)
    suspects = [at for at in range(count) if sectors[at].used and not sectors[at].records]
    if newest >= 0:
        head = sectors[newest]
        # After a page that does not read well nothing in this sector is certain, not even that blank slots
        # are blank: a BOOT page may have been cut there.
        journal.slot = head.used if head.sound else SLOTS
        # Or the sector was full, and the torn record is in the next one.
        journal.torn = head.torn or journal.slot == SLOTS and (newest + 1) % count in suspects
    # A page that does not read well today may do so tomorrow, and would then be newer than our answer.
    for at in suspects:
        journal.erase(journal.blocks[at])


def mark_spare(journal: Journal, sectors: list[Sector], length: int) -> None:
    """Which sector is erased and opened next: the one after the head.

    If the last two sectors hold nothing but one record repeated at power-on, they are used by turns.
    Otherwise power-on after power-on without a command would erase the history.
    """
    if journal.at < 0:
        return
    head = journal.at
    before = (head - 1) % len(sectors)
    journal.spare = (head + 1) % len(sectors)
    if journal.slot + pages_for(length) <= SLOTS or journal.first[before] != journal.first[head]:
        return
    if _repeats_one(sectors[head]) and _repeats_one(sectors[before]):
        journal.spare = before


def _repeats_one(sector: Sector) -> bool:
    return bool(sector.records) and sector.only_boot
