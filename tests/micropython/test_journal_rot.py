# heap 32M: the rig keeps images of the flash
"""Cells lose their charge: the newest pages cannot be read. The journal says how many and erases nothing."""

import check
from faultflash import PAGE, Dice, FaultFlash
from ringgame import RING, boot, commit, record

from banker.app.store.journal import Journal, StorageError
from banker.app.store.pages import AT_RING, CRC, GOOD, SLOTS, generation, sequence
from banker.app.store.pages import check as check_page

RING5 = RING[:5]


def must(condition, what=""):
    if not condition:
        raise AssertionError(what)


def played(count, ring=RING5, long=False, boots=1):
    flash = FaultFlash()
    for _ in range(boots):
        journal, _ = boot(flash, ring)
        for _ in range(count // boots):
            commit(journal, long=long)
            journal.idle()
    return flash


def newest(flash, ring, count):
    """(block, offset) of the pages of the newest records, the newest first."""
    found = []
    for block in ring:
        for slot in range(SLOTS):
            page = bytearray(PAGE)
            flash.readblocks(block, page, slot * PAGE)
            if check_page(page, page[AT_RING:CRC]) == GOOD:
                found.append((generation(page), slot, block))
    found.sort()
    return [(block, slot * PAGE) for _, slot, block in found[-count:]]


def flip(flash, block, offset, dice, bits=3, first=0):
    """Some bits of a page read the other way round."""
    sector = flash._own(block)
    for _ in range(bits):
        at = offset + first + dice.below(PAGE - first)
        sector[at] ^= 1 << dice.below(8)


def rotten(flash, ring, pages, seed, bits=3, first=20):
    """The same medium, its newest pages damaged behind their headers."""
    flash = flash.fork(seed)
    dice = Dice(seed)
    for block, offset in newest(flash, ring, pages):
        flip(flash, block, offset, dice, bits, first)
    return flash


def test_damaged_newest_pages_are_counted_and_nothing_is_written():
    flash = played(60)
    for pages in (2, 3, 7, 12, 16, 20, 28):
        damaged = rotten(flash, RING5, pages, pages)
        before = damaged.operations
        journal, found = boot(damaged, RING5)
        must(journal.lost == pages, (journal.lost, pages))
        must(journal.seq == 60 - pages and found == record(60 - pages))
        must(damaged.operations == before, "nothing is erased, nothing is repeated")
        must(not journal.idle(), "no erase ahead")
        try:
            commit(journal)
            raise AssertionError("confirmed")
        except StorageError:
            pass
        must(damaged.operations == before)
        again, found = boot(damaged, RING5)
        must((again.lost, again.seq) == (pages, 60 - pages), "the same answer at every power-on")


def test_one_damaged_page_is_taken_for_a_write_that_was_cut():
    journal, found = boot(rotten(played(60), RING5, 1, 1), RING5)
    must(journal.lost == 0 and journal.torn and journal.seq == 59 and found == record(59))


def noise(flash, pages):
    damaged = flash.fork(pages)
    dice = Dice(pages)
    for block, offset in newest(damaged, RING5, pages):
        damaged._own(block)[offset : offset + PAGE] = dice.bytes(PAGE)
    return damaged


def test_three_pages_without_a_header_are_what_cut_after_cut_leaves():
    """test_journal_cuts.py comes to them; more than three are no cuts."""
    for pages in (2, 3):
        journal, found = boot(noise(played(60), pages), RING5)
        must(journal.lost == 0 and found == record(60 - pages), (journal.lost, pages))


def test_whole_pages_of_noise_at_the_end_of_a_sector_are_counted_too():
    flash = played(60)
    for pages in (4, 5, 20):
        damaged = noise(flash, pages)
        before = damaged.operations
        journal, found = boot(damaged, RING5)
        must(journal.lost == pages and found == record(60 - pages), (journal.lost, pages))
        must(damaged.operations == before)


def test_numbers_that_rot_do_not_count_steps_that_never_were():
    flash = played(60)
    for seed in range(40):
        damaged = rotten(flash, RING5, 6, seed, bits=30, first=0)
        journal, found = boot(damaged, RING5)
        must(journal.seq == 54 and found == record(54))
        must(2 <= journal.lost <= 6, journal.lost)


def test_long_records_are_counted_as_records():
    flash = played(40, long=True)
    journal, _ = boot(flash.fork(1), RING5)
    for pages in (6, 9, 13):
        damaged = rotten(flash, RING5, pages, pages)
        journal, found = boot(damaged, RING5)
        must(found == record(journal.seq, 0, True))
        must(journal.lost == 40 - journal.seq, (journal.lost, journal.seq))


def test_once_agreed_the_older_record_counts_whatever_reads_well_later():
    """A page that was damaged today may read well tomorrow; it must not become the newest again."""
    flash = played(60)
    for pages in (2, 12, 20):
        damaged = rotten(flash, RING5, pages, pages)
        journal, _ = boot(damaged, RING5)
        journal.recover(agreed=True)
        must(journal.lost == 0 and journal.seq == 60 - pages)
        for _ in range(3):
            commit(journal, 5)
            journal.idle()
        # What has not been erased meanwhile reads well again.
        healed = damaged.fork(9)
        for block, offset in newest(flash, RING5, pages):
            sector = healed._own(block)
            if sector[offset : offset + PAGE] != b"\xff" * PAGE and sector[offset + 3] & 0x80 == 0:
                page = bytearray(PAGE)
                flash.readblocks(block, page, offset)
                if sequence(sector[offset : offset + PAGE]) == sequence(page):
                    sector[offset : offset + PAGE] = page
        for medium in (damaged, healed):
            again, found = boot(medium.fork(2), RING5)
            must(again.lost == 0 and again.seq == 63 - pages and found == record(63 - pages, 5), pages)


def test_a_ring_of_which_nothing_can_be_read_is_not_erased():
    flash = played(60)
    damaged = rotten(flash, RING5, 80, 3)
    before = damaged.operations
    journal, found = boot(damaged, RING5)
    must(found is None and journal.lost > 40, journal.lost)
    must(damaged.operations == before)
    journal.recover(agreed=True)
    must(journal.lost == 0 and journal.seq == 0)
    commit(journal)
    again, found = boot(damaged, RING5)
    must(found == record(1) and again.lost == 0)


def test_damage_before_the_newest_record_asks_nobody():
    flash = played(60)
    damaged = rotten(flash, RING5, 12, 4)
    block, offset = newest(flash, RING5, 1)[0]
    page = bytearray(PAGE)
    flash.readblocks(block, page, offset)
    damaged._own(block)[offset : offset + PAGE] = page
    journal, found = boot(damaged, RING5)
    must(journal.lost == 0 and found == record(60))


def test_a_sector_that_is_half_erased_is_no_loss():
    """The spare is erased ahead; what a cut leaves of it was older, not newer."""
    flash = played(75)
    journal = Journal(flash.fork(7), RING5)
    journal.recover()
    spare = RING5[journal.spare]
    for seed in range(30):
        torn = flash.fork(seed)
        dice = Dice(seed)
        sector = torn._own(spare)
        for at in range(len(sector)):
            sector[at] |= dice.below(256)
        again, found = boot(torn, RING5)
        must(again.lost == 0 and found == record(75))


check.run(globals())
