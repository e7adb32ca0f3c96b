# heap 32M: the rig keeps images of the flash
"""A chip that lies, cells that wear out, and controls: leave a safeguard out, and the tests notice."""

import struct
from binascii import crc32

import check
from faultflash import GARBAGE, MODES, PAGE, RANDOM, SECTOR, WEAK, Dice, FaultFlash
from ringgame import RING, Story, boot, commit, record, sweep

from banker.app.store import recovery
from banker.app.store.journal import Journal, StorageError
from banker.app.store.pages import BOOT, FOREIGN, GOOD, NO_RING, SLOTS, generation, sequence
from banker.app.store.pages import check as check_page
from banker.core.refusal import VersionError

RING5 = RING[:5]


def must(condition, what=""):
    if not condition:
        raise AssertionError(what)


def lying(odds, seed):
    """A chip that programs a wrong byte now and then, and says nothing."""
    dice = Dice(seed)

    def broken(block, offset, data):
        if dice.below(odds):
            return data
        at = dice.below(PAGE)
        return data[:at] + bytes([data[at] & dice.below(256)]) + data[at + 1 :]

    return broken


def test_what_a_lying_chip_did_not_store_is_not_confirmed():
    for seed in range(6):
        flash = FaultFlash()
        flash.broken = lying(4, seed)
        journal, _ = boot(flash, RING5)
        for _ in range(150):
            try:
                commit(journal)
            except StorageError:
                continue
            journal.idle()
        sure = journal.seq
        must(sure > 100)
        flash.broken = None
        journal, last = boot(flash, RING5)
        must(journal.seq == sure and last == record(sure), (seed, sure, journal.seq))


def test_a_sector_that_takes_nothing_is_passed_over():
    dead = RING5[2]
    flash = FaultFlash()
    flash.broken = lambda block, offset, data: b"\xff" * PAGE if block == dead else data
    journal, _ = boot(flash, RING5)
    for _ in range(199):
        commit(journal)
        journal.idle()
    journal, last = boot(flash, RING5)
    must(journal.seq == 199 and last == record(199))


def test_a_sector_that_cannot_be_erased_is_passed_over():
    class Stuck(FaultFlash):
        def erase(self, block):
            super().erase(block)
            if block == RING5[3]:
                self.do(0, block, 512, b"\x00" * PAGE)

    flash = Stuck()
    journal, _ = boot(flash, RING5)
    for _ in range(199):
        commit(journal)
        while journal.idle():
            pass
    journal, last = boot(flash, RING5)
    must(journal.seq == 199 and last == record(199))


def test_a_chip_that_takes_nothing_is_a_fault_and_nothing_is_confirmed():
    flash = FaultFlash()
    journal, _ = boot(flash, RING5)
    for _ in range(20):
        commit(journal)
    flash.broken = lambda block, offset, data: b"\xff" * PAGE
    for _ in range(3):
        try:
            commit(journal)
            raise AssertionError("confirmed")
        except StorageError:
            must(journal.seq == 20)
    flash.broken = None
    commit(journal, 1)
    journal, last = boot(flash, RING5)
    must(journal.seq == 21 and last == record(21, 1))


def test_a_flash_that_raises_is_a_fault_too():
    class Raising(FaultFlash):
        off = False

        def writeblocks(self, block, buf, offset=None):
            if self.off:
                raise OSError(5)
            super().writeblocks(block, buf, offset)

    flash = Raising()
    journal, _ = boot(flash, RING5)
    flash.off = True
    try:
        commit(journal)
        raise AssertionError("confirmed")
    except StorageError:
        must(journal.seq == 0)


def test_garbage_on_the_flash_is_neither_a_record_nor_an_obstacle():
    dice = Dice(4)
    for _ in range(10):
        flash = FaultFlash()
        for block in RING5:
            if dice.below(3):
                flash.do(1, block, 0, None)
                for slot in range(SLOTS):
                    if dice.below(2):
                        flash.do(0, block, slot * PAGE, dice.bytes(PAGE))
        journal, last = boot(flash, RING5)
        must(last is None and journal.seq == 0 and journal.ready())
        for _ in range(40):
            commit(journal)
            journal.idle()
        journal, last = boot(flash, RING5)
        must(last == record(40))


def test_every_damaged_page_costs_only_itself():
    """Newest page damaged: the one before it. First page damaged: nobody misses the sector."""
    flash = FaultFlash()
    journal, _ = boot(flash, RING5)
    for _ in range(30):
        commit(journal)
    image = flash.copy()
    for slot in range(SLOTS):
        torn = image.fork()
        torn.do(0, RING5[1], slot * PAGE, b"\x00" * PAGE)
        journal, last = boot(torn, RING5)
        must(journal.seq == (29 if slot == 13 else 30) and last == record(journal.seq), slot)


def test_a_journal_of_another_format_is_left_alone():
    flash = FaultFlash()
    journal, _ = boot(flash, RING5)
    commit(journal)
    page = bytearray(PAGE)
    flash.readblocks(RING5[0], page, 0)
    page[2] = 9
    struct.pack_into("<I", page, 252, crc32(memoryview(page)[:252]))
    must(check_page(page, NO_RING) == FOREIGN)
    flash.erase(RING5[0])
    flash.program(RING5[0], 0, bytes(page))
    before = flash.operations
    try:
        boot(flash, RING5)
        raise AssertionError("accepted")
    except VersionError:
        must(flash.operations == before)


def test_the_chain_of_pages_is_whole_from_boot_to_boot():
    flash = FaultFlash()
    journal, _ = boot(flash, RING)
    for turn in range(4):
        for _ in range(20):
            commit(journal, long=turn == 2)
            journal.idle()
        last = bytes(journal.tip)
        journal, _ = boot(flash, RING)
    pages = []
    for block in RING:
        for slot in range(SLOTS):
            page = bytearray(PAGE)
            flash.readblocks(block, page, slot * PAGE)
            if check_page(page, NO_RING) == GOOD:
                pages.append((generation(page), slot, page))
    pages.sort(key=lambda entry: entry[:2])
    for i in range(1, len(pages)):
        must(pages[i][2][12:16] == pages[i - 1][2][252:256], i)
    must(pages[-1][2][252:256] == journal.tip and pages[-1][2][12:16] == last)
    must(pages[-1][2][3] >= BOOT and sequence(pages[-1][2]) == 80)


def test_older_records_are_read_back_with_their_kind():
    flash = FaultFlash()
    journal, _ = boot(flash, RING)
    for _ in range(400):
        commit(journal)
        journal.idle()
    for _ in range(3):
        journal, _ = boot(flash, RING)
    there = 0
    for seq in range(0, 403):
        length = journal.read(seq)
        if length >= 0:
            there += 1
            must(bytes(journal.old[:length]) == record(seq), seq)
            must(journal.old_kind == 1 + seq % 5, seq)
        else:
            must(seq < 400 - 200 or seq > 400, seq)
    print("of 400 records %d can be read back" % there)
    must(bytes(journal.payload[: len(record(400))]) == record(400), "read() must leave the payload alone")


def test_the_caller_is_told_before_records_are_erased():
    flash = FaultFlash()
    calls = []
    erased = set()
    journal, _ = boot(flash, RING5)

    def archive(block):
        calls.append(block)
        for slot in range(SLOTS):
            page = bytearray(PAGE)
            flash.readblocks(block, page, slot * PAGE)
            if check_page(page, NO_RING) == GOOD:
                erased.add(sequence(page))

    journal.on_erase = archive
    for _ in range(200):
        commit(journal)
        journal.idle()
    first = min([seq for seq in range(1, 201) if journal.read(seq) >= 0])
    must(erased == set(range(1, first)), (first, len(erased)))
    must(len(calls) == len(erased) // SLOTS)


def test_the_journal_says_how_long_it_keeps_a_record():
    """Repeated in time, a record is never lost, however often the box is switched off."""
    dice = Dice(2)
    flash = FaultFlash()
    journal, _ = boot(flash, RING5)
    commit(journal)
    precious = 1
    repeated = 0
    for _ in range(400):
        if not dice.below(3):
            journal, _ = boot(flash, RING5)
        if journal.keeps(precious) < 2:
            length = journal.read(precious)
            must(bytes(journal.old[:length]) == record(1), precious)
            journal.payload[:length] = journal.old[:length]
            precious = journal.append(6, length)
            repeated += 1
        commit(journal)
        while journal.idle():
            pass
        must(journal.keeps(precious) >= 0 and journal.read(precious) == len(record(1)))
    must(repeated > 5)
    must(journal.keeps(journal.seq) == len(RING5) - 1)
    must(journal.keeps(1) == -1 and journal.keeps(0) == -1 and journal.keeps(journal.seq + 1) == -1)


def test_append_needs_no_erase_when_ready():
    flash = FaultFlash()
    journal, _ = boot(flash, RING5)
    for _ in range(100):
        while not journal.ready():
            must(journal.idle())
        before = flash.erases
        commit(journal, long=True)
        must(flash.erases == before)
        journal.idle()


def test_what_is_not_a_record_is_refused_before_anything_is_written():
    flash = FaultFlash()
    journal, _ = boot(flash, RING5)
    before = flash.operations
    for kind, length in ((-1, 5), (BOOT, 5), (1, -1), (1, len(journal.payload) + 1)):
        try:
            journal.append(kind, length)
            raise AssertionError((kind, length))
        except ValueError:
            must(flash.operations == before)


# The controls: without one safeguard each.


def verdicts_of(make, modes, count=40):
    _, verdicts = sweep(Story(FaultFlash(), RING5, count, make), RING5, modes, make)
    return verdicts


def test_without_the_boot_page_the_answer_changes():
    class NoBoot(Journal):
        def recover(self, above=0):
            length = recovery.scan(self)
            if length < 0:
                self.turn()
            return length

    must(not verdicts_of(Journal, (WEAK,)))
    verdicts = verdicts_of(NoBoot, (WEAK,))
    print("without the boot page:", verdicts)
    must(verdicts, "the control did not fail")


def test_without_the_crc_a_torn_record_is_believed():
    class Credulous(Journal):
        def judge(self):
            page = self.seen
            return GOOD if page[:2] == b"DX" and page[19] == 1 and page[18] == 0 else 0

    must(not verdicts_of(Journal, (RANDOM, GARBAGE)))
    verdicts = verdicts_of(Credulous, (RANDOM, 2))
    print("without the CRC:", verdicts)
    must(verdicts, "the control did not fail")


def test_without_the_read_back_a_lying_chip_loses_records():
    class Trusting(Journal):
        def _program(self, slot):
            self.flash.writeblocks(self.blocks[self.at], self._page, slot * PAGE)
            return True

    losses = 0
    for seed in range(6):
        flash = FaultFlash()
        flash.broken = lying(4, seed)
        journal, _ = boot(flash, RING5, Trusting)
        for _ in range(30):
            commit(journal)
        sure = journal.seq
        flash.broken = None
        journal, last = boot(flash, RING5)
        losses += journal.seq != sure or last != record(sure)
    print("without the read-back: %d of 6 lost their newest record" % losses)
    must(losses, "the control did not fail")


def test_without_a_second_erase_a_half_erased_sector_is_used():
    class Hasty(Journal):
        def erase(self, block):
            for slot in range(SLOTS):
                self.flash.readblocks(block, self.seen, slot * PAGE)
                if self.seen != self.blank:
                    return Journal.erase(self, block)
            return True

    must(not verdicts_of(Journal, (WEAK,), 90))
    # The cut falls into an erase; the cells look blank and are not.
    records = {}
    story = Story(FaultFlash(), RING5, 90, Hasty)
    for number, image, (what, block, _, _), _ in story.moments():
        if not what:
            continue
        torn = image.fork(number)
        torn.do(1, block, 0, None)
        torn._faint[(block, 0)] = b"\x11" * PAGE
        for make in (Journal, Hasty):
            flash = torn.copy()
            journal, _ = boot(flash, RING5, make)
            losses = 0
            for _ in range(30):
                seq = journal.seq + 1
                commit(journal, 1)
                again, data = boot(flash.fork(seq), RING5)
                losses += again.seq != seq or data != record(seq, 1)
            records[make] = records.get(make, 0) + losses
    print("without a second erase: %d records lost" % records[Hasty])
    must(not records[Journal] and records[Hasty])


def test_the_rig_tears_as_it_says():
    """The controls above mean nothing if the flash cannot be torn."""
    for mode in range(len(MODES)):
        flash = FaultFlash(seed=mode)
        flash.do(0, 1, 0, b"\xf0" * PAGE)
        image = bytearray(PAGE)
        flash.tear(0, 1, PAGE, b"\x0f" * PAGE, mode)
        flash.readblocks(1, image, PAGE)
        whole = image == b"\x0f" * PAGE
        for _ in range(9):
            flash.readblocks(1, image, PAGE)
            whole = whole and image == b"\x0f" * PAGE
        blank = image == b"\xff" * PAGE
        must(whole == (MODES[mode] == "after"), MODES[mode])
        must(blank == (MODES[mode] in ("before", "faint")), MODES[mode])
        flash.tear(1, 1, 0, None, mode)
        sector = bytearray(SECTOR)
        flash.readblocks(1, sector, 0)
        must((sector == b"\xff" * SECTOR) <= (MODES[mode] in ("after", "weak")), MODES[mode])


check.run(globals())
