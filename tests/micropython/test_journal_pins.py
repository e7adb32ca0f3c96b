# heap 64M: the rig keeps images of the flash
"""The ring inside a real littlefs: made at the first boot, found again and moved after a reformatting."""

import os
import struct
from binascii import crc32

import check
import vfs
from faultflash import BEFORE, MODES, PAGE, SECTOR, Dice, FaultFlash
from ringgame import PROOF, OldJournal, boot, commit, record

from banker.app.store import pages, ring_blocks, ring_search
from banker.app.store.journal import Journal
from banker.core.refusal import VersionError

ROOT = "/m"
MAP = ROOT + "/ring/map"
USED = {}
OPENED = []


def keep_open(name, mode):
    OPENED.append(open(name, mode))
    return OPENED[-1]


ring_blocks.open = ring_search.open = keep_open
TEARS = range(len(MODES) - 2)  # littlefs itself survives no marginal cells; those are the journal's matter


def leave():
    try:
        vfs.umount(ROOT)
    except OSError:
        pass


def power_on(flash):
    """What the stock _boot.py does: mount, and on any error format again."""
    leave()
    try:
        filesystem = vfs.VfsLfs2(flash, progsize=256)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        filesystem = vfs.VfsLfs2(flash, progsize=256)
    vfs.mount(filesystem, ROOT)


def start(flash):
    power_on(flash)
    ring, blocks = ring_blocks.locate(flash, ROOT)
    return boot(flash, blocks, lambda flash, blocks: Journal(flash, blocks, ring))


def start_and_die(flash, after, mode):
    """Power on and cut the supply. Returns the flash as it is found later."""
    flash.cut_at = flash.operations + after
    flash.cut_mode = mode
    try:
        start(flash)
    except Exception:
        if not flash.remains:
            raise
    # Files whose closing was cut: closed here, not by the garbage collector, which must not allocate.
    while OPENED:
        try:
            OPENED.pop().close()
        except OSError:
            pass
    leave()
    flash.cut_at = -1  # a start that needed fewer operations was not cut, and the next one must not be
    return flash.remains or flash


def reformat(flash):
    leave()
    vfs.VfsLfs2.mkfs(flash, progsize=256)


def play(flash, count):
    journal, _ = start(flash)
    for _ in range(count):
        commit(journal)
        journal.idle()
    return journal


def fill(folder, count, size, letter=b"f"):
    os.mkdir(ROOT + "/" + folder)
    for i in range(count):
        with open("%s/%s/%d" % (ROOT, folder, i), "wb") as file:
            file.write(letter * size)


def expect(flash, seq, history=20):
    journal, last = start(flash)
    if journal.seq != seq or last != record(seq):
        raise AssertionError("found %d, not %d" % (journal.seq, seq))
    for want in range(max(1, seq - history), seq):
        length = journal.read(want)
        if length < 0 or bytes(journal.old[:length]) != record(want):
            raise AssertionError("history: %d" % want)
    return journal


def used(old=False):
    """A box in use: firmware, editions, and a ring that went round. `old`: of version 0.1."""
    if old not in USED:
        flash = FaultFlash()
        power_on(flash)
        fill("lib", 30, 3000)
        if old:
            play_old(flash, 300)
        else:
            play(flash, 300)
        leave()
        USED[old] = flash
    flash = USED[old].fork()
    power_on(flash)
    return flash


def play_old(flash, count):
    """Pages and map as version 0.1 wrote them."""
    _, blocks = ring_blocks.locate(flash, ROOT)
    journal, _ = boot(flash, blocks, OldJournal)
    for _ in range(count):
        commit(journal)
        journal.idle()
    os.remove(ROOT + "/ring/id")
    data = b"DXM1" + struct.pack("<16H", *blocks)
    with open(MAP, "wb") as file:
        file.write(data + struct.pack("<I", crc32(data)))


def map_data():
    with open(MAP, "rb") as file:
        return file.read()


def ring_id():
    data = map_data()
    if data[:4] != b"DXM2" or len(data) != 44:
        raise AssertionError(data)
    return data[36:40]


def forged(ring, version=pages.VERSION, more=1 << 20, seq=900):
    """A sector that says something else, newer than any; a host can make all of it but the id."""
    sector = b""
    for slot in range(16):
        page = bytearray(b"\xff" * PAGE)
        data = record(seq + slot, 7)
        struct.pack_into(
            pages.HEADER, page, 0, b"DX", version, 1, more, seq + slot, bytes(4), len(data), 0, 1
        )
        page[pages.PAYLOAD : pages.PAYLOAD + len(data)] = data
        page[pages.AT_RING : pages.CRC] = ring or b"\xff" * 4
        struct.pack_into("<I", page, pages.CRC, crc32(bytes(page[: pages.CRC])))
        sector += bytes(page)
    return sector


def put_file(name, data):
    with open(ROOT + "/" + name, "wb") as file:
        file.write(data)


def test_the_ring_is_made_once_and_found_at_every_boot():
    flash = FaultFlash()
    journal = play(flash, 40)
    blocks = list(journal.blocks)
    for _ in range(3):
        journal = expect(flash, 40)
        if list(journal.blocks) != blocks:
            raise AssertionError("moved without need")
    if flash.overwrites:
        raise AssertionError("programmed twice")
    leave()


def test_files_written_and_deleted_until_the_disk_is_full_never_touch_the_ring():
    flash = FaultFlash()
    play(flash, 100)
    dice = Dice(3)
    full = 0
    for turn in range(1500 if PROOF else 300):
        name = "%s/x%d" % (ROOT, dice.below(40))
        try:
            with open(name, "wb") as file:
                file.write(b"z" * dice.below(60000))
        except OSError:
            full += 1
            for i in range(0, 40, 2):
                try:
                    os.remove("%s/x%d" % (ROOT, i))
                except OSError:
                    pass
        if turn % 50 == 0:
            expect(flash, 100, 90)
    expect(flash, 100, 90)
    if not full:
        raise AssertionError("the disk was never full")
    leave()


def test_a_reformatted_filesystem_loses_neither_the_newest_record_nor_the_history():
    flash = used()
    for _ in range(3):
        reformat(flash)
        journal = expect(flash, 300, 150)
    commit(journal)
    reformat(flash)
    expect(flash, 301, 150)
    leave()


def test_a_lost_map_is_no_lost_ring():
    flash = used()
    os.remove(ROOT + "/ring/map")
    expect(flash, 300, 150)
    with open(ROOT + "/ring/map", "wb") as file:
        file.write(b"DXM1 and nonsense")
    expect(flash, 300, 150)
    os.remove(ROOT + "/ring/07")
    expect(flash, 300, 150)
    leave()


def test_a_ring_copied_as_files_is_not_taken_for_the_ring():
    """A restored backup: the map's numbers are those of another filesystem."""
    flash = used()
    saved = {}
    for name in os.listdir(ROOT + "/ring"):
        with open(ROOT + "/ring/" + name, "rb") as file:
            saved[name] = file.read()
    reformat(flash)
    power_on(flash)
    fill("first", 3, 5000)
    os.mkdir(ROOT + "/ring")
    for name in saved:
        with open(ROOT + "/ring/" + name, "wb") as file:
            file.write(saved[name])
    journal, last = start(flash)
    if last != record(300):
        raise AssertionError(journal.seq)
    for i in range(3):
        with open("%s/first/%d" % (ROOT, i), "rb") as file:
            if file.read() != b"f" * 5000:
                raise AssertionError("a file was overwritten")
    leave()


def test_forged_pages_in_a_file_are_not_the_ring():
    """A host cannot know the id: a page that it was sent has none, and its CRC is that of a page without."""
    for name, ring, version in (("no id", pages.NO_RING, 2), ("another", b"evil", 2), ("version 1", b"", 1)):
        for lost in ("/ring/map", "/ring/07"):
            flash = used()
            own = ring_id()
            put_file("town.bin", forged(ring, version) * 3)
            os.remove(ROOT + lost)
            journal = expect(flash, 300, 100)
            if journal.seq != 300 or ring_id() != own:
                raise AssertionError(name)
    leave()


def test_with_the_right_id_they_would_be():
    """The control: it is the id that keeps them out."""
    flash = used()
    put_file("town.bin", forged(ring_id()))
    os.remove(MAP)
    journal, found = start(flash)
    if found != record(915, 7):
        raise AssertionError("%d: the forged pages were not even looked at" % journal.seq)
    leave()


def test_pages_of_another_version_in_a_file_keep_nobody_from_playing():
    flash = used()
    put_file("town.bin", forged(b"evil", 3) + forged(b"", 99))
    os.remove(MAP)
    expect(flash, 300, 100)
    flash = FaultFlash()  # the same on a box that has no game yet
    start(flash)
    put_file("town.bin", forged(b"evil", 3))
    os.remove(MAP)
    start(flash)
    leave()


def test_pages_of_a_newer_firmware_in_this_ring_are_not_passed_over():
    flash = used()
    put_file("copy", forged(ring_id(), 3))
    os.remove(MAP)
    try:
        start(flash)
    except VersionError:
        leave()
        return
    raise AssertionError("it went back to older records")


def test_a_ring_without_pages_has_its_id_in_its_files():
    flash = FaultFlash()
    start(flash)
    own = ring_id()
    put_file("town.bin", forged(b"evil"))
    os.remove(MAP)
    journal, found = start(flash)
    if found is not None or ring_id() != own:
        raise AssertionError(journal.seq)
    leave()


def test_every_ring_has_an_id_of_its_own():
    ids = []
    for _ in range(3):
        flash = FaultFlash()
        start(flash)
        ids.append(ring_id())
        leave()
    if len(set(ids)) < 3 or pages.NO_RING in ids:
        raise AssertionError(ids)


def test_an_old_ring_gets_an_id_and_stays_where_it_is():
    flash = used(old=True)
    before = map_data()
    journal = expect(flash, 300, 150)
    own = ring_id()
    if map_data()[4:36] != before[4:36]:
        raise AssertionError("moved without need")
    if "id" in os.listdir(ROOT + "/ring"):
        raise AssertionError("the id is noted before a page has it")
    for _ in range(40):
        commit(journal)
        journal.idle()
    expect(flash, 340, 150)
    if "id" not in os.listdir(ROOT + "/ring"):
        raise AssertionError("the id is not noted")
    os.remove(MAP)
    expect(flash, 340, 30)  # what was written since it has an id
    if ring_id() != own:
        raise AssertionError("another id")
    leave()


def test_an_old_ring_whose_map_is_lost_is_found_by_its_pages():
    for reformatted in (False, True):
        flash = used(old=True)
        if reformatted:
            reformat(flash)
        else:
            os.remove(MAP)
        expect(flash, 300, 150)
        ring_id()
    leave()


def crowded():
    """The map is lost, and there is no room for a second ring beside the first."""
    flash = used()
    os.remove(ROOT + "/ring/map")
    try:
        fill("big", 99, 16 * SECTOR)
    except OSError:
        pass
    os.remove(ROOT + "/lib/0")
    for i in range(1, 8):
        os.remove("%s/lib/%d" % (ROOT, i))
    free = os.statvfs(ROOT)[3]
    if not 4 <= free <= 14:
        raise AssertionError("%d blocks are free" % free)
    return flash


def test_with_no_room_for_two_rings_the_newest_record_still_moves():
    expect(crowded(), 300, 5)
    leave()


def cut_everywhere(name, image, seq, step, twice):
    """Cut the next boot at every step-th operation; then boot on, or (twice) cut the second boot, too."""
    run = image.fork()
    run.log = []
    start(run)
    leave()
    total = len(run.log)
    dice = Dice(9)
    media = 0
    for at in range(0, total, step):
        for mode in TEARS:
            if not PROOF and dice.below(2):
                continue
            flash = image.fork(at * 8 + mode)
            for life in range(2 if twice else 1):
                if life:
                    flash = start_and_die(flash, dice.below(total), dice.below(len(TEARS)))
                else:
                    flash = start_and_die(flash, at, mode)
            try:
                if seq:
                    expect(flash, seq)
                else:
                    journal, _ = start(flash)
                    commit(journal)
                    expect(flash, 1)
            except Exception:
                print(name, "cut at", at, MODES[mode])
                raise
            leave()
            media += 1
    print("%s: %d operations, %d media, 0 bad" % (name, total, media))


def test_a_cut_at_any_moment_of_the_first_boot_leaves_a_box_that_starts():
    cut_everywhere("first boot", FaultFlash(), 0, 5 if PROOF else 97, False)


def test_a_cut_at_any_moment_of_the_move_loses_nothing():
    flash = used()
    reformat(flash)
    cut_everywhere("move", flash, 300, 1 if PROOF else 61, False)


def test_a_cut_at_any_moment_of_the_move_leaves_no_way_in_for_forged_pages():
    flash = used()
    put_file("town.bin", forged(b"evil") + forged(b"", 1))
    os.remove(MAP)
    leave()
    cut_everywhere("move beside a forged file", flash, 300, 3 if PROOF else 97, False)


def test_a_cut_at_any_moment_of_the_move_of_an_old_ring_loses_nothing():
    flash = used(old=True)
    reformat(flash)
    cut_everywhere("move of an old ring", flash, 300, 2 if PROOF else 83, False)


def test_a_cut_while_an_old_ring_gets_its_id_loses_nothing():
    flash = used(old=True)
    leave()
    cut_everywhere("an id for an old ring", flash, 300, 1, False)


def test_two_cuts_in_the_move_lose_nothing():
    flash = used()
    reformat(flash)
    cut_everywhere("move, cut twice", flash, 300, 5 if PROOF else 89, True)


def test_a_cut_in_the_reformatting_itself_loses_nothing():
    flash = used()
    leave()
    flash.erase(0)
    flash.erase(1)
    cut_everywhere("format and move", flash, 300, 3 if PROOF else 101, False)


def lost_in_a_crowded_move():
    losses = 0
    image = crowded()
    leave()
    for after in range(40, 600, 70):
        journal, _ = start(start_and_die(image.fork(), after, BEFORE))
        losses += journal.seq != 300
        leave()
    return losses


def test_without_the_shelter_the_move_loses_the_record():
    """The control: littlefs does take blocks of the old ring."""

    class Open(ring_blocks.Shelter):
        def __init__(self, flash, blocks):
            super().__init__(flash, [])

    if lost_in_a_crowded_move():
        raise AssertionError("lost in spite of the shelter")
    shelter = ring_blocks.Shelter
    ring_blocks.Shelter = Open
    try:
        # Where littlefs begins to take blocks is random, so several crowded flashes are tried.
        for _ in range(12):
            losses = lost_in_a_crowded_move()
            if losses:
                print("without the shelter: %d of 8 lost" % losses)
                return
        raise AssertionError("the control did not fail")
    finally:
        ring_blocks.Shelter = shelter


check.run(globals())
