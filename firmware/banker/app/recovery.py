"""What the journal does once per boot: read the whole ring and decide which record is the newest."""

from banker.app.journal import StorageFault
from banker.app.pages import BOOT, CRC, FOREIGN, GOOD, MAGIC, PAGE, ROOM, SLOTS, check, generation, sequence


def scan(journal) -> int:
    """Set the journal to its newest record and return the length, or -1 if the ring holds none.

    Each page is read once and what was read well is kept: a marginal cell may read differently next time.
    """
    count = len(journal.blocks)
    repeats = bytearray(count)  # sectors that hold nothing but one record, repeated at power-on
    suspects = []
    head = length = -1
    journal.gen = journal.seq = 0
    journal.clean = False
    journal.slot = SLOTS
    journal.spare = 0
    for at in range(count):
        used = whole = 0  # slots up to the last one that is not blank; whole records
        sound = only_boot = True
        lost = False  # what was written last never became whole, and was no repetition
        journal.first[at] = 0
        journal.joiner.break_off()
        for slot in range(SLOTS):
            page = journal.seen
            journal.flash.readblocks(journal.blocks[at], page, slot * PAGE)
            if page == journal.blank:
                journal.joiner.break_off()
                continue
            used = slot + 1
            state = check(page)
            sound = state == GOOD
            if state == FOREIGN:
                raise StorageFault("the journal was written by another firmware")
            if not sound:
                lost = page[0] != MAGIC[0] or page[3] < BOOT
                journal.joiner.break_off()
                continue
            size = journal.joiner.join(page)
            lost = size < 0 and page[3] < BOOT
            if size < 0:
                continue
            seq = sequence(page)
            if not whole:
                journal.first[at] = seq
            whole += 1
            only_boot = only_boot and page[3] >= BOOT and seq == journal.first[at]
            gen = generation(page)
            if gen > journal.gen or (head == at and gen == journal.gen):
                head = at
                journal.gen = gen
                journal.seq = seq
                journal.kind = page[3] & ~BOOT
                journal.tip[:] = page[CRC:PAGE]
                journal.payload[:size] = journal.old[:size]
                length = size
        repeats[at] = bool(whole) and only_boot
        if used and not whole:
            suspects.append(at)
        if head == at:
            # After a page that does not read well nothing is certain in this sector any more, not even
            # that blank slots are blank: a boot page may have been cut there before it could be seen.
            journal.slot = used if sound else SLOTS
            journal.torn = lost
    # Or the sector was full, and the record began in the next one.
    journal.torn = journal.torn or journal.slot == SLOTS and head >= 0 and (head + 1) % count in suspects
    journal.at = head
    # A page that did not read well today may do so tomorrow, and would then be newer than our answer.
    for at in suspects:
        journal.erase(journal.blocks[at])
    if head >= 0:
        journal.spare = (head + 1) % count
        before = (head - 1) % count
        parts = (length + ROOM - 1) // ROOM or 1
        if journal.slot + parts > SLOTS and repeats[head] and repeats[before]:
            if journal.first[before] == journal.first[head]:
                # Power-on after power-on, and no command: two sectors by turns, history is not pushed out.
                journal.spare = before
    return length
