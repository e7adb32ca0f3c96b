# heap 32M: the rig keeps images of the flash
"""The supply fails before, after and inside every program and erase of a game."""

import check
from faultflash import BEFORE, FAINT, MODES, PAGE, PREFIX, WEAK, Dice, FaultFlash, PowerCut
from ringgame import PROOF, RING, Story, boot, commit, judge, record, sweep

from banker.app.store import recovery
from banker.app.store.journal import Journal
from banker.app.store.pages import BOOT, SLOTS

ALL = range(len(MODES))
CARELESS = (134, 143, 301)  # seeds in which the control below is caught
COMMANDS = 600 if PROOF else 120


def expect_none(what, media, verdicts):
    print("%s: %d media, %s" % (what, media, verdicts or "0 bad"))
    if verdicts or not media:
        raise AssertionError(what)


def test_a_cut_anywhere_in_a_game_loses_no_confirmed_record():
    ring = RING[:5]
    flash = FaultFlash()
    story = Story(flash, ring, COMMANDS)
    programs = flash.programs / COMMANDS
    erases = flash.erases / COMMANDS
    print("per append: %.3f page programs, %.3f erases" % (programs, erases))
    if programs > 1.1 or erases > 0.1 or flash.overwrites:
        raise AssertionError("too much work for the flash")
    expect_none("%d commands" % COMMANDS, *sweep(story, ring, ALL))


def test_a_cut_in_a_long_record_leaves_no_half_of_it():
    ring = RING[:7]
    story = Story(FaultFlash(), ring, COMMANDS // 4, long=True)
    expect_none("records of up to four pages", *sweep(story, ring, ALL, long=True))


def test_a_cut_in_the_full_ring_of_sixteen_sectors():
    flash = FaultFlash()
    journal, _ = boot(flash, RING)
    for _ in range(16 * 16 + 5):
        commit(journal)
        journal.idle()
    story = Story(flash, RING, 40)
    expect_none("sixteen sectors, second round", *sweep(story, RING, ALL, step=1 if PROOF else 3))


def test_two_cuts_anywhere_over_a_wrap_of_the_ring():
    """The second cut falls into the boot after the first, or into the commands that follow it."""
    ring = RING[:3]
    story = Story(FaultFlash(), ring, 70)
    dice = Dice(5)
    media = 0
    verdicts = {}
    for number, image, (what, block, offset, data), known in story.moments():
        if not PROOF and number % 3:
            continue
        for mode in ALL:
            if not PROOF and dice.below(3):
                continue
            first = image.fork(number * 8 + mode)
            first.tear(what, block, offset, data, mode)
            second = first.fork(number)
            second.log = []
            journal, newest = boot(second, ring)
            operations = len(second.log)  # before this operation nobody has seen the answer
            if journal.seq not in (known, known + 1):
                verdicts["first cut"] = verdicts.get("first cut", 0) + 1
                continue
            base = journal.seq
            marks = []
            for _ in range(6 if PROOF else 3):
                commit(journal, 2)
                marks.append(len(second.log))
                journal.idle()
            for at in range(len(second.log)):
                for again in ALL:
                    if not PROOF and dice.below(6):
                        continue
                    last = first.fork(number)
                    last.cut_at = at
                    last.cut_mode = again
                    try:
                        journal, _ = boot(last, ring)
                        if journal.seq != base:
                            raise AssertionError("the second life is not the recorded one")
                        for _ in marks:
                            commit(journal, 2)
                            journal.idle()
                        raise AssertionError("not cut")
                    except PowerCut:
                        last = last.remains
                    # Until the boot page is whole either answer is right, after it only the one shown.
                    sure = (known if at < operations else base) + len([1 for mark in marks if mark <= at])
                    own = base if at >= operations else known + 1  # records above it are the second life's
                    # Three sectors, two of them given up: little history is left.
                    verdict = judge(last, ring, sure, history=1, salt=lambda seq, own=own: 2 * (seq > own))
                    media += 1
                    if verdict:
                        key = (MODES[mode], MODES[again], verdict)
                        verdicts[key] = verdicts.get(key, 0) + 1
    expect_none("pairs of cuts", media, verdicts)


def live_and_die(seed, modes, make=Journal):
    """Sixty lives, most of them cut during recovery. None, or where the journal contradicted itself."""
    dice = Dice(seed + 11)
    flash = FaultFlash(seed=seed + 3)
    ring = RING[: 3 + seed % 3]
    sure = best = 0
    salts = {}
    for life in range(60):
        flash.cut_at = flash.operations + dice.below(4 if dice.below(3) else 25)
        flash.cut_mode = modes[dice.below(len(modes))]
        try:
            journal, newest = boot(flash, ring, make)
            seq = journal.seq
            if not sure <= seq <= best or (seq and newest != record(seq, salts[seq])):
                return "seed %d, life %d: %d, not %d to %d" % (seed, life, seq, sure, best)
            sure = best = seq
            while True:
                best = sure + 1
                salts[best] = life
                commit(journal, life)
                sure = best
                journal.idle()
        except PowerCut:
            flash = flash.remains
    return None if sure >= 20 else "seed %d: the game did not get on" % seed


def test_cut_after_cut_also_in_the_boot_itself():
    """A record that was shown once stays."""
    for seed in range(1000 if PROOF else 8):
        fault = live_and_die(seed, ALL)
        if fault:
            raise AssertionError(fault)


def test_marginal_cells_after_marginal_cells():
    """The worst cuts in a row; and the control, which goes on in a sector with a doubtful page."""

    class Careless(Journal):
        def recover(self, above=0):
            length = recovery.scan(self, agreed=True)
            if length < 0:
                self.turn()
                return length
            used = 0
            for slot in range(SLOTS):
                self.flash.readblocks(self.blocks[self.at], self.seen, slot * PAGE)
                if self.seen != self.blank:
                    used = slot + 1
            self.slot = used
            self._put(BOOT | self.kind, self.seq, length)
            return length

    modes = (WEAK, FAINT, PREFIX, BEFORE)
    seeds = range(1000) if PROOF else CARELESS + tuple(range(5))
    for seed in seeds:
        fault = live_and_die(seed, modes)
        if fault:
            raise AssertionError(fault)
    faults = [fault for fault in [live_and_die(seed, modes, Careless) for seed in seeds] if fault]
    print("going on beside a doubtful page: %d of %d contradict themselves" % (len(faults), len(seeds)))
    if not faults:
        raise AssertionError("the control did not fail")


def test_a_thousand_power_cycles_push_no_history_out():
    flash = FaultFlash()
    journal, _ = boot(flash, RING)
    for _ in range(150):
        commit(journal)
        journal.idle()
    for cycle in range(1000):
        journal, newest = boot(flash, RING)
        journal.idle()
        if journal.seq != 150 or newest != record(150):
            raise AssertionError(cycle)
    for seq in range(1, 151):
        length = journal.read(seq)
        if length < 0 or bytes(journal.old[:length]) != record(seq):
            raise AssertionError(seq)


check.run(globals())
