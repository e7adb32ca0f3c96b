"""Once per boot: read the whole ring and decide which record is the newest.

A power cut leaves at most one record incomplete. If more pages than that follow the newest record and cannot
be read, cells have lost their charge. The journal then counts the records in them (`lost`), and nothing is
erased or written until the players have agreed to go on from the older record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banker.app.store.pages import (
    AT_KIND,
    AT_RING,
    AT_VERSION,
    BOOT,
    CRC,
    FOREIGN,
    GOOD,
    MAGIC_FIRST,
    MAGIC_SECOND,
    NO_RING,
    OLD_VERSION,
    PAGE,
    SLOTS,
    VERSION,
    generation,
    pages_for,
    sequence,
)
from banker.core.refusal import VersionError

if TYPE_CHECKING:
    from banker.app.store.journal import Journal

_CUT_MOST = 1  # records that a power cut leaves incomplete
# Cut after cut leaves more pages without a header: one that reads well at one power-on is repeated then, and
# the repetition is cut as well, in this sector and in the next.
_TORN_MOST = 3
_MOST = 0x3FFFFFFF  # generations and numbers are small integers


class Sector:
    """What reading one sector showed."""

    def __init__(self) -> None:
        self.used = 0  # slots up to the last one that is not blank
        self.records = 0  # complete ones
        self.sound = True  # the last used slot reads well
        self.newest = 0  # the slot after the newest record of the ring, if that is here
        self.torn = False  # the last write is incomplete, and was no repetition
        self.only_boot = True  # every record is the first one, repeated at power-on


def scan(journal: Journal, agreed: bool = False) -> int:
    """Set the journal to its newest record and return the length, or -1 if the ring holds none.

    Once the players have `agreed`, what cannot be read no longer counts.
    """
    journal.gen = journal.seq = journal.lost = 0
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
    if not agreed:
        journal.lost = count_lost(journal, sectors, head) if head >= 0 else count_legible(journal)
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
            sector.newest = slot + 1
    return newest


def count_lost(journal: Journal, sectors: list[Sector], head: int) -> int:
    """How many records were written after the newest one that can be read; 0 if cuts explain it."""
    walk = Walk(journal)
    walk.sector(head, sectors[head].newest, journal.gen, journal.gen)
    full = sectors[head].used == SLOTS
    count = len(sectors)
    for ahead in range(1, count):
        at = (head + ahead) % count
        sector = sectors[at]
        if sector.records or not sector.used:
            break
        # Either it is newer and all of it is damaged, or it is the spare, and was older and is half erased.
        gens = journal.gen + 1, journal.gen + count
        if legible_in(journal, at, gens) or full and walk.top > journal.seq + _CUT_MOST:
            walk.sector(at, 0, gens[0], gens[1])
    if walk.legible <= journal.seq + _CUT_MOST and walk.top <= journal.seq + _TORN_MOST:
        return 0
    return walk.top - journal.seq


class Walk:
    """Goes through pages after the newest record that can be read, in the order of writing."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.top = journal.seq  # the highest number of a record that was written
        self.legible = journal.seq  # the same, by the headers alone
        self.pages = 0

    def sector(self, at: int, first: int, gen_least: int, gen_most: int) -> None:
        """Page by page; numbers count only in pages of these generations."""
        j = self.journal
        page = j.seen
        is_part = False  # the page before is a good one of a record that is not complete
        for slot in range(first, SLOTS):
            j.flash.readblocks(j.blocks[at], page, slot * PAGE)
            if page == j.blank:
                continue
            self.pages += 1
            is_good = j.judge() == GOOD
            if is_good or is_legible(j, gen_least, gen_most):
                # A record takes at least one page, so a higher number is damaged, too.
                seq = sequence(page)
                if seq <= j.seq + self.pages:
                    self.top = max(self.top, seq)
                    self.legible = max(self.legible, seq)
            elif not is_part:
                self.top += 1
            is_part = is_good


def legible_in(journal: Journal, at: int, gens: tuple[int, int]) -> bool:
    page = journal.seen
    for slot in range(SLOTS):
        journal.flash.readblocks(journal.blocks[at], page, slot * PAGE)
        if is_legible(journal, gens[0], gens[1]) and sequence(page) >= journal.seq:
            return True
    return False


def count_legible(journal: Journal) -> int:
    """No record can be read: how many pages were one, by their headers?"""
    page = journal.seen
    count = 0
    for block in journal.blocks:
        for slot in range(SLOTS):
            journal.flash.readblocks(block, page, slot * PAGE)
            count += is_legible(journal, 1, _MOST) and page[AT_KIND] < BOOT
    return count if count > _CUT_MOST else 0


def is_legible(journal: Journal, gen_least: int, gen_most: int) -> bool:
    """Is the page in journal.seen one of this ring and of these generations? Its CRC may be wrong."""
    page = journal.seen
    if page[0] != MAGIC_FIRST or page[1] != MAGIC_SECOND:
        return False
    if page[AT_VERSION] == VERSION:
        for i in range(len(NO_RING)):
            if page[AT_RING + i] != journal.stamp[i]:
                return False
    elif page[AT_VERSION] != OLD_VERSION:
        return False
    return gen_least <= generation(page) <= gen_most and 0 < sequence(page) < _MOST


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
    if journal.lost:
        return
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
