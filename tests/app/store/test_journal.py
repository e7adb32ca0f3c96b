"""The journal in CPython, on mutated images: it never crashes and never invents a record."""

import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

# The flash with faults, and the game on it, are the same in both interpreters.
sys.path.append(str(Path(__file__).resolve().parents[2] / "micropython"))

from faultflash import PAGE, SECTOR, FaultFlash  # noqa: E402
from ringgame import OldJournal, boot, commit, record  # noqa: E402

from banker.app.store.journal import Journal, StorageError  # noqa: E402
from banker.app.store.pages import (  # noqa: E402
    AT_RING,
    BAD,
    BOOT,
    CRC,
    FOREIGN,
    GOOD,
    NO_RING,
    ROOM,
    ROOM_MAX,
    SLOTS,
    VERSION,
    check,
    sign,
    stamp,
)
from banker.core.refusal import VersionError  # noqa: E402

RING = (5, 2, 9, 0)
BLOCKS = 10
ID = b"\x8d\x02\xfe\x10"


def ring_with(count: int, boots: int = 2, long: bool = False) -> FaultFlash:
    flash = FaultFlash(BLOCKS)
    for _ in range(boots):
        journal, _ = boot(flash, RING)
        for _ in range(count // boots):
            commit(journal, long=long)
            journal.idle()
    return flash


PLAYED = {False: ring_with(130), True: ring_with(60, long=True)}
SLOT = st.tuples(st.sampled_from(RING), st.integers(0, SLOTS - 1))
MUTATION = st.one_of(
    st.tuples(st.just("byte"), SLOT, st.integers(0, PAGE - 1), st.integers(0, 255)),
    st.tuples(st.just("copy"), SLOT, SLOT, st.just(0)),
    st.tuples(st.just("blank"), SLOT, st.just(0), st.just(0)),
    st.tuples(st.just("noise"), SLOT, st.binary(min_size=PAGE, max_size=PAGE), st.just(0)),
    st.tuples(st.just("erase"), SLOT, st.just(0), st.just(0)),
)


def mutate(flash: FaultFlash, what: str, slot, extra, value) -> None:
    block, number = slot
    sector = flash._own(block)
    at = number * PAGE
    if what == "byte":
        sector[at + extra] = value
    elif what == "copy":
        sector[at : at + PAGE] = flash._own(extra[0])[extra[1] * PAGE :][:PAGE]
    elif what == "blank":
        sector[at : at + PAGE] = b"\xff" * PAGE
    elif what == "noise":
        sector[at : at + PAGE] = extra
    else:
        sector[:] = b"\xff" * SECTOR


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.booleans(), st.lists(MUTATION, min_size=1, max_size=40))
def test_a_mutated_ring_gives_a_record_that_was_written_or_none(long, mutations):
    flash = PLAYED[long].copy()
    for mutation in mutations:
        mutate(flash, *mutation)
    journal, found = boot(flash, RING)
    if found is None:
        assert journal.seq == 0
    else:
        assert found == record(journal.seq, 0, long)
    for seq in range(max(1, journal.seq - 30), journal.seq + 2):
        length = journal.read(seq)
        assert length < 0 or bytes(journal.old[:length]) == record(seq, 0, long)
    again, same = boot(flash, RING)
    assert (again.seq, same) == (journal.seq, found)
    if again.lost:
        with pytest.raises(StorageError):
            commit(again, 7, long)
        again.recover(agreed=True)
        assert again.seq == journal.seq
    commit(again, 7, long)
    last, newest = boot(flash, RING)
    assert (last.seq, newest) == (again.seq, record(again.seq, 7, long))


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(SLOT, st.binary(min_size=PAGE, max_size=PAGE), max_size=12))
def test_noise_is_no_journal(pages):
    flash = FaultFlash(BLOCKS)
    for (block, slot), data in pages.items():
        flash.do(0, block, slot * PAGE, data)
    journal, found = boot(flash, RING)
    assert found is None
    assert journal.ready()
    commit(journal)
    assert boot(flash, RING)[1] == record(1)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, BOOT - 1), st.binary(max_size=ROOM_MAX)), min_size=1, max_size=40))
def test_what_was_appended_is_read_back(records):
    flash = FaultFlash(BLOCKS)
    journal, _ = boot(flash, RING)
    for kind, data in records:
        journal.payload[: len(data)] = data
        seq = journal.append(kind, len(data))
        assert journal.read(seq) == len(data)
        assert bytes(journal.old[: len(data)]) == data
        assert journal.old_kind == kind
    again, found = boot(flash, RING)
    assert (again.seq, again.kind, found) == (len(records), *records[-1])


@pytest.mark.parametrize("length, pages", [(0, 1), (1, 1), (ROOM, 1), (ROOM + 1, 2), (ROOM_MAX, 5)])
def test_a_record_takes_no_more_pages_than_it_needs(length, pages):
    flash = FaultFlash(BLOCKS)
    journal, _ = boot(flash, RING)
    journal.append(1, length)
    assert flash.programs == pages


def test_a_page_with_one_wrong_bit_is_not_good():
    page = bytearray(PLAYED[False].sector(RING[1])[:PAGE])
    assert check(page, NO_RING) == GOOD
    for bit in range(PAGE * 8):
        page[bit // 8] ^= 1 << bit % 8
        assert check(page, NO_RING) != GOOD
        page[bit // 8] ^= 1 << bit % 8


def test_a_page_says_what_it_is():
    """The format is read by the host, too: it changes only together with VERSION."""
    flash = FaultFlash(BLOCKS)
    journal, _ = boot(flash, RING)
    journal.payload[:3] = b"abc"
    journal.append(5, 3)
    page = bytes(flash.sector(RING[0])[:PAGE])
    assert VERSION == 2
    assert page[:23].hex(" ", -4) == "44580205 01000000 01000000 00000000 03000001 616263"
    assert page[23:248] == b"\xff" * 225 and page[248:252] == NO_RING
    assert page[252:] == zlib.crc32(page[:252]).to_bytes(4, "little")


def test_a_page_of_version_1_has_no_id_and_more_room():
    flash = FaultFlash(BLOCKS)
    journal, _ = boot(flash, RING, OldJournal)
    journal.payload[:3] = b"abc"
    journal.append(5, 3)
    page = bytes(flash.sector(RING[0])[:PAGE])
    assert page[:23].hex(" ", -4) == "44580105 01000000 01000000 00000000 03000001 616263"
    assert page[23:252] == b"\xff" * 229
    assert check(bytearray(page), ID) == GOOD


# -- the ring's id --


def signed(flash, ring):
    return Journal(flash, ring, ID)


def test_every_page_has_the_rings_id_and_a_ring_with_another_id_sees_none_of_them():
    flash = FaultFlash(BLOCKS)
    journal, _ = boot(flash, RING, signed)
    for _ in range(20):
        commit(journal)
    pages = [bytes(flash.sector(RING[0])[slot * PAGE :][:PAGE]) for slot in range(SLOTS)]
    assert {page[AT_RING:CRC] for page in pages} == {ID}
    assert {check(bytearray(page), ID) for page in pages} == {GOOD}
    assert {check(bytearray(page), b"\x8d\x02\xfe\x11") for page in pages} == {BAD}
    assert boot(flash.copy(), RING)[1] is None, "another ring"
    assert boot(flash, RING, signed)[1] == record(20)


@settings(max_examples=100, deadline=None)
@given(st.binary(min_size=4, max_size=4), st.binary(min_size=AT_RING, max_size=AT_RING))
def test_a_page_that_is_read_loses_the_id_and_nothing_of_it_is_left(ring, data):
    page = bytearray(b"DX\x02" + data[3:] + NO_RING + bytes(4))
    page[CRC:] = zlib.crc32(page[:CRC]).to_bytes(4, "little")
    plain = bytes(page)
    sign(page, stamp(ring))
    assert page[CRC:] == zlib.crc32(page[:CRC]).to_bytes(4, "little")
    sign(page, stamp(ring))
    assert bytes(page) == plain


def test_the_chain_is_the_same_whatever_the_id():
    tips = []
    for ring in (NO_RING, ID):
        journal = Journal(FaultFlash(BLOCKS), RING, ring)
        journal.recover()
        for _ in range(40):
            commit(journal, long=True)
        tips.append(bytes(journal.tip))
    assert tips[0] == tips[1], "receipts do not tell the id"


@pytest.mark.parametrize("long", [False, True])
def test_an_old_ring_is_loaded_and_goes_on_in_pages_with_an_id(long):
    flash = FaultFlash(BLOCKS)
    journal, _ = boot(flash, RING, OldJournal)
    for _ in range(30):
        commit(journal, long=long)
    seq = journal.seq
    journal, found = boot(flash, RING, signed)
    assert (journal.seq, found) == (seq, record(seq, 0, long))
    for back in range(10):
        length = journal.read(seq - back)
        assert bytes(journal.old[:length]) == record(seq - back, 0, long)
    for _ in range(5):
        commit(journal, long=long)
    again, found = boot(flash, RING, signed)
    assert found == record(seq + 5, 0, long)
    assert again.read(seq - 2) >= 0 and again.read(seq + 4) >= 0


def test_the_longest_record_of_an_old_ring_fits_a_new_one():
    flash = FaultFlash(BLOCKS)
    journal, _ = boot(flash, RING, OldJournal)
    data = bytes(range(256)) * 4
    journal.payload[:] = data[:ROOM_MAX]
    journal.append(1, ROOM_MAX)
    again, found = boot(flash, RING, signed)
    assert found == data[:ROOM_MAX]
    assert boot(flash, RING, signed)[1] == found, "repeated in five pages"


def test_a_page_of_a_newer_firmware_in_the_ring_is_not_passed_over():
    flash = FaultFlash(BLOCKS)
    journal, _ = boot(flash, RING, signed)
    commit(journal)
    sector = flash._own(RING[0])
    page = bytearray(sector[:PAGE])
    page[2] = VERSION + 1
    page[CRC:] = zlib.crc32(page[:CRC]).to_bytes(4, "little")
    assert check(page, ID) == FOREIGN
    sector[PAGE : 2 * PAGE] = page
    with pytest.raises(VersionError):
        boot(flash, RING, signed)


def test_a_ring_too_small_to_be_safe_is_refused():
    with pytest.raises(ValueError):
        Journal(FaultFlash(BLOCKS), [1, 2])


def test_append_before_recover_confirms_nothing():
    flash = FaultFlash(BLOCKS)
    with pytest.raises(StorageError):
        Journal(flash, RING).append(1, 5)
    assert flash.operations == 0
