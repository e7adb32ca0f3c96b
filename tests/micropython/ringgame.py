"""A game as the journal sees it: records whose bytes follow from their number, and the oracle that knows
which of them may be found after a power cut. Shared by the journal's tests."""

import os
import struct
from binascii import crc32

from faultflash import ERASE, PowerCut

from banker.app.store.journal import Journal
from banker.app.store.pages import CRC, HEADER, MAGIC, OLD_ROOM, OLD_VERSION, PAYLOAD

PROOF = os.getenv("DEEDBOX_PROOF") == "1"
# Neither adjacent nor in order, because nothing may depend on addresses.
RING = (37, 12, 205, 90, 91, 300, 7, 151, 64, 33, 280, 349, 2, 118, 119, 240)


def record(seq, salt=0, long=False):
    """The payload of a record; salt tells one that was entered again after a cut from the first."""
    length = 120 + (seq * 7) % 100
    if long:
        length = (seq * 131) % 929
    word = b"%d/%d:" % (seq, salt)
    return (word * (length // len(word) + 1))[:length]


def kind_of(seq):
    return 1 + seq % 5


class OldJournal(Journal):
    """Writes as version 0.1 did: pages without the ring's id, with 232 bytes of payload."""

    def _write(self, kind, seq, length, parts):
        link = bytes(self.tip)
        parts = (length + OLD_ROOM - 1) // OLD_ROOM or 1
        for part in range(parts):
            chunk = bytes(self.payload[part * OLD_ROOM : min(length, (part + 1) * OLD_ROOM)])
            page = self._page
            struct.pack_into(
                HEADER, page, 0, MAGIC, OLD_VERSION, kind, self.gen, seq, link, length, part, parts
            )
            page[PAYLOAD:CRC] = chunk + b"\xff" * (CRC - PAYLOAD - len(chunk))
            struct.pack_into("<I", page, CRC, crc32(bytes(page[:CRC])))
            link = bytes(page[CRC:])
            self.slot += 1
            if not self._program(self.slot - 1):
                return False
        self.tip[:] = link
        return True


def boot(flash, ring, make=Journal):
    """Power on. Returns the journal and its payload, None if it holds no record."""
    flash.power_on()
    journal = make(flash, ring)
    length = journal.recover()
    return journal, (bytes(journal.payload[:length]) if length >= 0 else None)


def commit(journal, salt=0, long=False):
    seq = journal.seq + 1
    data = record(seq, salt, long)
    journal.payload[: len(data)] = data
    if journal.append(kind_of(seq), len(data)) != seq:
        raise AssertionError("sequence number")


class Story:
    """A recorded game: the medium at its start, every operation, and when each record was confirmed."""

    def __init__(self, flash, ring, count, make=Journal, long=False):
        self.image = flash.copy()
        flash.log = self.log = []
        journal, _ = boot(flash, ring, make)
        self.start = journal.seq
        self.confirmed = []  # the number of operations after which each record was confirmed
        for _ in range(count):
            commit(journal, long=long)
            self.confirmed.append(len(self.log))
            journal.idle()
        flash.log = None

    def moments(self):
        """Every operation in turn, as (number, the medium before it, operation, last confirmed record)."""
        image = self.image
        for number in range(len(self.log)):
            yield number, image, self.log[number], self._known(number)
            what, block, offset, data = self.log[number]
            image.do(what, block, offset, data)

    def _known(self, number):
        low, high = 0, len(self.confirmed)
        while low < high:
            middle = (low + high) // 2
            if self.confirmed[middle] <= number:
                low = middle + 1
            else:
                high = middle
        return self.start + low


def judge(flash, ring, known, make=Journal, long=False, boots=2, history=11, salt=None):
    """Power on after a cut; None if all is well, else what is wrong.

    known: the last record confirmed before the cut. The one after it may have become whole, too.
    history: how many older records must be there; beyond, they may be gone, but not wrong.
    salt: which salt a record number must be found with; 0 for all unless given."""
    salt = salt or (lambda seq: 0)
    try:
        journal, last = boot(flash, ring, make)
        seq = journal.seq
        if journal.lost:
            return "a cut taken for rot"
        if seq < known:
            return "lost"
        if seq > known + 1:
            return "invented"
        if last != (record(seq, salt(seq), long) if seq else None) or (seq and journal.kind != kind_of(seq)):
            return "wrong"
        for _ in range(boots):
            journal, again = boot(flash, ring, make)
            if journal.seq != seq or again != last:
                return "changed its mind"
        # The game goes on: the interrupted command is entered again, differently.
        commit(journal, 9, long)
        journal.idle()
        commit(journal, 9, long)
        for _ in range(boots):
            journal, last = boot(flash, ring, make)
            if journal.seq != seq + 2 or last != record(seq + 2, 9, long):
                return "lost after going on"
        for back in range(1, 30):
            want = seq + 2 - back
            if want < 1:
                break
            length = journal.read(want)
            if length < 0 and back > history:
                continue
            if length < 0 or bytes(journal.old[:length]) != record(
                want, 9 if want > seq else salt(want), long
            ):
                return "history damaged"
    except PowerCut:
        raise
    except Exception as error:
        return "raised %r" % error
    return None


def sweep(story, ring, modes, make=Journal, long=False, step=1, boots=2):
    """Cut at every step-th operation in every mode. Returns (number of media judged, {verdict: count})."""
    media = 0
    verdicts = {}
    for number, image, (what, block, offset, data), known in story.moments():
        if number % step:
            continue
        for mode in modes:
            torn = image.fork(number * 8 + mode)
            torn.tear(what, block, offset, data, mode)
            verdict = judge(torn, ring, known, make, long, boots)
            media += 1
            if verdict:
                key = (mode, "erase" if what == ERASE else "program", verdict)
                verdicts[key] = verdicts.get(key, 0) + 1
    return media, verdicts
