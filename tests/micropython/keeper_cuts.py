"""Whole games through keeper, journal and littlefs, the supply cut at every operation of the flash.

Run by tests/app/store/test_keeper_cuts.py. In: {"editions": {id: hex}, "acts": [...], "step": n}; an act is
["begin", about], ["do", hex of the command's record], ["take", which game, counted from 0] or ["time", s].
Of all operations and ways to cut them every step-th is tried, from the act "first" on. With "pairs" a second
cut follows, in the power-on after the first or in the two acts that come next; of these every pairs-th is
tried. Out: a line per fault; "N judged, N faults". With "control" something is done wrong on purpose, which
must be noticed.
"""

import gc
import json
import os
import sys
from binascii import crc32, unhexlify

import vfs
from faultflash import ERASE, MODES, PAGE, FaultFlash

# Loaded before the folder changes, since paths are relative.
from banker.app.store import archive, new_game, records, recovery, resume, ring_blocks, save_files, saves  # noqa: F401
from banker.app.store.journal import Journal
from banker.app.store.keeper import Keeper
from banker.app.store.pages import AT_RING, BOOT, CRC, GOOD, SLOTS, check, generation, sequence
from banker.app.store.records import BEGIN, HEAD_SIZE, STEP
from banker.core.codec import archive_bytes, command_bytes, state_bytes
from banker.core.edition import limits, metadata  # noqa: F401
from banker.core.setup import new_game as rules_setup  # noqa: F401
from banker.core.setup import opening  # noqa: F401

ROOT = "/m"
SECTORS = 6  # a small ring goes round often
SURE = range(6)  # littlefs survives no marginal cells; the ring must survive all kinds of cuts


class Guard:
    def __enter__(self):
        pass

    def __exit__(self, kind, error, trace):
        pass


class Life:
    """From power-on to power-off."""

    def __init__(self, flash, blocks):
        flash.power_on()
        self.flash = flash
        self.blocks = blocks
        vfs.mount(vfs.VfsLfs2(flash, progsize=PAGE), ROOT)  # an error here would mean a reformatting
        os.chdir(ROOT)
        self.keeper = Keeper(Journal(flash, blocks), Guard())
        self.keeper.resume()

    def act(self, act, ids):
        keeper = self.keeper
        what, about = act
        if what == "begin":
            keeper.begin(about)
        elif what == "do":
            keeper.submit(command_bytes.read(unhexlify(about))[0])
        elif what == "take":
            keeper.resume_save(records.game_id(ids[about]))
        else:
            keeper.pass_time(about * 1000)
            keeper.save_time()
        keeper.journal.idle()

    def standing(self):
        """(the current game, {game: checksum of its state}) of all games on the box."""
        keeper = self.keeper
        games = {}
        for name in [about[0] for about in keeper.saves()]:
            step = save_files.read(name)[1]
            games[name] = crc32(step[HEAD_SIZE + step[HEAD_SIZE - 1] :])
        if not keeper.game:
            return "", games
        games[records.game_id(keeper.identity)] = self.sum()
        return records.game_id(keeper.identity), games

    def sum(self):
        buf = bytearray(1024)
        return crc32(buf[: state_bytes.pack(self.keeper.game, buf)])

    def states(self):
        """{game: commands in their order}, from the archives and from the ring."""
        states = {}
        for name in os.listdir("games") if "games" in os.listdir() else []:
            if name.endswith(".log"):
                with open("games/" + name, "rb") as file:
                    for seq, kind, _, _, text in archive_bytes.steps(file.read()):
                        if kind & ~BOOT == STEP:
                            states.setdefault(name[:-4], {})[seq] = text
        best = {}
        newest = self.keeper.journal.seq
        page = bytearray(PAGE)
        for block in self.blocks:
            for slot in range(SLOTS):
                self.flash.readblocks(block, page, slot * PAGE)
                if (
                    check(page, page[AT_RING:CRC]) == GOOD
                    and page[3] & ~BOOT == STEP
                    and sequence(page) <= newest
                ):
                    best_page = best.get(sequence(page))
                    if best_page is None or generation(page) > generation(best_page):
                        best[sequence(page)] = bytes(page)
        for seq, data in best.items():
            data = data[20:]
            name = "%08x%04x" % (int.from_bytes(data[12:16], "little"), data[16] | data[17] << 8)
            states.setdefault(name, {})[seq] = data[HEAD_SIZE : HEAD_SIZE + data[HEAD_SIZE - 1]]
        return {name: [states[name][seq] for seq in sorted(states[name])] for name in states}

    def end(self):
        if self.keeper.edition:
            self.keeper.edition.close()
        os.chdir("/")
        vfs.umount(ROOT)


def values(standing):
    """Without ids: a game begun after the cut may have got another number."""
    name, games = standing
    return games.get(name), sorted(games.values())


class Story:
    def __init__(self, job):
        self.acts = job["acts"]
        self.flash = FaultFlash()
        vfs.VfsLfs2.mkfs(self.flash, progsize=PAGE)
        vfs.mount(vfs.VfsLfs2(self.flash, progsize=PAGE), ROOT)
        os.mkdir(ROOT + "/editions")
        for name, data in job["editions"].items():
            with open(ROOT + "/editions/%s.bin" % name, "wb") as file:
                file.write(unhexlify(data))
        self.blocks = ring_blocks.locate(self.flash, ROOT)[1][:SECTORS]
        vfs.umount(ROOT)
        self.image = self.flash.copy()
        self.flash.log = self.log = []
        self.first = job["first"]
        life = Life(self.flash, self.blocks)
        self.ids = []
        self.marks = []  # operations after which each act was confirmed
        self.after = [life.standing()]
        self.states = [{}]
        self.played = [0]
        states = {}
        for number, act in enumerate(self.acts):
            if number and number == self.first:
                self.image = self.flash.copy()
                self.log.clear()
            life.act(act, self.ids)
            if act[0] == "begin":
                self.ids.append(life.keeper.identity)
            if act[0] == "do":
                states.setdefault(life.standing()[0], []).append(unhexlify(act[1]))
            self.marks.append(len(self.log) if number >= self.first else 0)
            self.after.append(life.standing())
            self.states.append({name: list(texts) for name, texts in states.items()})
            self.played.append(life.keeper.played_s)
        if life.states() != states:
            raise AssertionError("the archive is not what was done")
        self.files = {name: os.stat("games/" + name)[6] for name in os.listdir("games")}
        life.end()

    def judge(self, torn, acted):
        """Power on after a cut in the act after the first `acted`; None, or what is wrong."""
        life = Life(torn, self.blocks)
        try:
            standing = life.standing()
            if standing == self.after[acted]:
                stood = acted
            elif acted + 1 < len(self.after) and standing == self.after[acted + 1]:
                stood = acted + 1
            else:
                return "stands elsewhere: %r, not %r" % (standing, self.after[acted : acted + 2])
            played = life.keeper.played_s
            if not self.played[stood] - 60 <= played <= max(self.played[stood : stood + 2]):
                return "played %d s: %r at %d" % (played, self.played[acted - 1 : acted + 3], stood)
            if life.states() != self.states[stood]:
                return "the archive is not what was done"
            if self.acts[stood - 1][0] == self.acts[stood - 2][0] == "do" and stood > 1:
                life.end()
                life = Life(torn.fork(), self.blocks)
                fault = self.undo(life, stood)
                if fault:
                    return fault
                life.end()
                life = Life(torn, self.blocks)
            last = min(stood + 3, len(self.acts))
            for number in range(stood, last):
                life.act(self.acts[number], self.ids)
            life.end()
            life = Life(torn, self.blocks)
            if values(life.standing()) != values(self.after[last]):
                return "lost after going on"
        finally:
            life.end()
        return None

    def judge_again(self, torn, low, high):
        """Power on after a second cut, between these numbers of acts; None, or what is wrong."""
        life = Life(torn, self.blocks)
        try:
            standing = values(life.standing())
            texts = sorted(life.states().values())
            for stood in range(low, min(high, len(self.acts)) + 1):
                if standing == values(self.after[stood]) and texts == sorted(self.states[stood].values()):
                    break
            else:
                return "stands elsewhere, or the archive is not what was done: %r" % (standing,)
            life.end()
            life = Life(torn, self.blocks)
            if values(life.standing()) != standing:
                return "stands elsewhere at the next power-on"
        finally:
            life.end()
        return None

    def pairs(self, torn, acted, step):
        """Every step-th second cut after this one: (which, what is wrong or None)."""
        second = torn.fork(acted)
        second.log = []
        life = Life(second, self.blocks)
        operations = len(second.log)  # before this operation nobody has seen the answer
        standing = values(life.standing())
        base = acted if standing == values(self.after[acted]) else acted + 1
        if base == len(self.after) or standing != values(self.after[base]):
            life.end()
            yield "", "stands elsewhere"
            return
        marks = []
        for number in range(base, min(base + 2, len(self.acts))):
            life.act(self.acts[number], self.ids)
            marks.append(len(second.log))
        life.end()
        image = torn.fork(acted)
        image.power_on()
        for at, (what, block, offset, data) in enumerate(second.log):
            for mode in range(len(MODES)) if block in self.blocks else SURE:
                if (at * 7 + mode * 3 + acted) % step == 0:
                    last = image.fork(at * 8 + mode)
                    last.tear(what, block, offset, data, mode)
                    sure = base + len([1 for mark in marks if mark <= at])
                    low, high = (acted, acted + 1) if at < operations else (sure, sure + 1)
                    yield (at, MODES[mode]), self.judge_again(last, low, high)
            image.do(what, block, offset, data)

    def undo(self, life, stood):
        name = life.standing()[0]
        was = life.sum()
        if self.acts[stood - 1][1][:2] in UNDO:
            return None
        life.keeper.submit({"do": "undo"})
        if life.sum() != self.after[stood - 1][1][name]:
            return "undo leads elsewhere"
        life.keeper.submit({"do": "redo"})
        return None if life.sum() == was else "redo leads elsewhere"


UNDO = ("%02x" % command_bytes.NAMES.index("undo"), "%02x" % command_bytes.NAMES.index("redo"))


def remove_too_early():
    """The file of a game that is taken up goes before the journal has the game."""
    read = save_files.read
    resume_save = resume.resume_save

    def hasty(name):
        verdict = read(name)
        os.remove("games/" + name + ".sav")
        return verdict

    def taking(keeper, name):
        save_files.read = hasty
        try:
            resume_save(keeper, name)
        finally:
            save_files.read = read

    resume.resume_save = taking


def begin_too_early():
    """The beginning of a game that is taken up counts as a game that begins."""
    resume.AGAIN = BEGIN


def verdicts(story, torn, acted, pairs):
    gc.collect()
    try:
        if not pairs:
            yield "", story.judge(torn, acted)
            return
        for verdict in story.pairs(torn, acted, pairs):
            yield verdict
            gc.collect()
    except Exception as error:
        sys.print_exception(error)
        yield "", "raised %r" % error


def main():
    job = json.loads(sys.stdin.readline())
    if job["control"]:
        {"remove": remove_too_early, "begin": begin_too_early}[job["control"]]()
    story = Story(job)
    print("%d acts, %d operations, files %r" % (len(story.acts), len(story.log), story.files))
    media = faults = 0
    acted = story.first
    image = story.image
    for number in range(len(story.log)):
        what, block, offset, data = story.log[number]
        while acted < len(story.marks) and story.marks[acted] <= number:
            acted += 1
        taking = acted < len(story.acts) and story.acts[acted][0] == "take"
        for mode in range(len(MODES)) if block in story.blocks else SURE:
            if (number * 7 + mode * 3) % job["step"] or (job["control"] and not taking):
                continue
            torn = image.fork(number * 8 + mode)
            torn.tear(what, block, offset, data, mode)
            where = "operation %d, act %d: %s cut %s" % (
                number,
                acted,
                "erase" if what == ERASE else "program",
                MODES[mode],
            )
            for then, fault in verdicts(story, torn, acted, job["pairs"]):
                media += 1
                if fault:
                    faults += 1
                    print(where, then, fault)
        image.do(what, block, offset, data)
    print("%d judged, %d faults" % (media, faults))


main()
