"""Stickers: pages are read and written completely, and only user memory is ever written."""

import pytest

from banker.drivers.codes import DEAD, NONE, REFUSED, TAG
from banker.drivers.ntag import NTAG
from banker.drivers.taps import GONE, TAP
from deedbox.models.iso14443 import NTAG213, NTAG215, NTAG216, Classic1K, Tag
from deedbox.models.mfrc522 import MFRC522Model

UID = bytes.fromhex("04 a1 b2 c3 d4 e5 f6")
TEXT = b"Twenty-four bytes, all 24"[:24]


def sticker(rig, tag=None) -> tuple[NTAG, NTAG213]:
    tag = tag or NTAG213(UID)
    rig.model.place(tag)
    rig.clock.sleep_ms(5)
    return NTAG(rig.tags, tag.uid, len(tag.uid)), tag


def outside_user_memory(tag: NTAG213) -> bytes:
    last = {45: 39, 135: 129, 231: 225}[tag.PAGES]
    return bytes(tag.memory[: 4 * 4] + tag.memory[(last + 1) * 4 :])


@pytest.mark.parametrize("kind, last", [(NTAG213, 39), (NTAG215, 129), (NTAG216, 225)])
def test_the_version_tells_where_user_memory_ends(any_rig, kind, last):
    ntag, _ = sticker(any_rig, kind(UID))
    assert ntag.version() == TAG
    assert ntag.last_page == last


def test_pages_are_read(any_rig):
    ntag, tag = sticker(any_rig)
    tag.memory[32 * 4 : 38 * 4] = TEXT
    into = bytearray(24)
    assert ntag.read(32, into) == TAG
    assert into == TEXT


def test_written_pages_stand_on_the_tag(any_rig):
    ntag, tag = sticker(any_rig)
    assert ntag.write(32, TEXT) == TAG
    assert tag.memory[32 * 4 : 38 * 4] == TEXT
    assert tag.pages_written == [32, 33, 34, 35, 36, 37]


@pytest.mark.parametrize("kind, last", [(NTAG213, 39), (NTAG215, 129), (NTAG216, 225)])
def test_only_user_memory_is_written(any_rig, kind, last):
    ntag, tag = sticker(any_rig, kind(UID))
    before = outside_user_memory(tag)
    for page in [0, 1, 2, 3, *range(last + 1, tag.PAGES), 255]:
        assert ntag.write(page, b"\xff\xff\xff\xff") == REFUSED
    assert ntag.write(last, bytes(8)) == REFUSED
    assert tag.pages_written == [] and outside_user_memory(tag) == before
    assert ntag.write(4, b"\xff\xff\xff\xff") == TAG
    assert ntag.write(last, b"\xff\xff\xff\xff") == TAG
    assert tag.pages_written == [4, last] and outside_user_memory(tag) == before


@pytest.mark.parametrize(
    "version",
    [None, "0004030101000b03", "0004040101000b03", "00040401010 0e03".replace(" ", "0"), "0053040201000f03"],
    ids=["no version", "Ultralight EV1", "NTAG210", "NTAG212", "another maker"],
)
def test_a_chip_whose_memory_is_not_known_is_read_and_never_written(any_rig, version):
    ntag, tag = sticker(any_rig)
    tag.version = bytes.fromhex(version) if version else None
    assert ntag.write(32, TEXT) == REFUSED
    assert tag.pages_written == []
    assert ntag.read(4, bytearray(4)) == TAG


def test_a_page_that_does_not_exist_is_refused_and_the_next_read_works(any_rig):
    ntag, _ = sticker(any_rig)
    assert ntag.read(44, bytearray(8)) == REFUSED
    assert ntag.read(4, bytearray(8)) == TAG


def test_a_protected_page_is_refused(any_rig):
    ntag, tag = sticker(any_rig)
    tag.memory[41 * 4 + 3] = 32
    assert ntag.write(32, TEXT) == REFUSED


def test_parts_of_pages_are_an_error(any_rig):
    ntag, _ = sticker(any_rig)
    for length in (0, 3, 60):
        with pytest.raises(ValueError):
            ntag.read(4, bytearray(length))
        with pytest.raises(ValueError):
            ntag.write(4, bytes(length))


def test_slow_tags_have_5_ms_to_read_and_10_ms_to_write(any_rig):
    ntag, _ = sticker(any_rig, NTAG213(UID, read_ns=4_800_000, write_ns=9_800_000))
    into = bytearray(24)
    assert ntag.write(32, TEXT) == TAG
    assert ntag.read(32, into) == TAG and into == TEXT


def test_a_tag_slower_than_allowed_is_given_up(rig):
    ntag, _ = sticker(rig, NTAG213(UID, read_ns=6_000_000))
    assert ntag.read(4, bytearray(4)) == NONE
    ntag, tag = sticker(rig, NTAG213(UID[::-1], write_ns=12_000_000))
    rig.model.remove(*[other for other in rig.model.tags if other is not tag])
    assert ntag.write(32, TEXT) == NONE


def test_the_usual_timeout_is_back_after_every_operation(rig):
    ntag, _ = sticker(rig)
    usual = rig.chip.timeout_us
    ntag.version()
    ntag.read(4, bytearray(4))
    ntag.write(4, bytes(4))
    ntag.read(44, bytearray(8))
    assert rig.chip.timeout_us == usual
    assert rig.model.read(0x2C) << 8 | rig.model.read(0x2D) == usual // 25 - 1


def test_another_tag_and_no_tag_are_not_written(any_rig):
    ntag, tag = sticker(any_rig)
    any_rig.model.remove(tag)
    assert ntag.write(32, TEXT) == NONE
    other = NTAG213(UID[::-1])
    any_rig.model.place(other)
    any_rig.clock.sleep_ms(5)
    assert ntag.write(32, TEXT) == NONE
    assert other.pages_written == []


def test_a_card_without_pages_is_not_written(any_rig):
    any_rig.model.place(Classic1K(b"\x01\x02\x03\x04"))
    any_rig.clock.sleep_ms(5)
    assert NTAG(any_rig.tags, b"\x01\x02\x03\x04", 4).write(32, TEXT) == NONE


def test_a_tag_lifted_in_the_middle_of_a_write_is_said_so(any_rig):
    ntag, tag = sticker(any_rig)

    class Hand:
        def run_to(self, now_ns):
            if tag.writes == 3:
                any_rig.model.remove(tag)

    any_rig.clock.attach(Hand())
    assert ntag.write(32, TEXT) == NONE
    assert tag.writes == 3


def test_a_dip_of_the_supply_in_the_middle_is_dead(rig):
    ntag, tag = sticker(rig)

    class Dip:
        def run_to(self, now_ns):
            if tag.writes == 2 and not tag.version == b"":
                tag.version = b""
                rig.model.brownout()

    rig.clock.attach(Dip())
    assert ntag.write(32, TEXT) == DEAD
    assert rig.chip.timeout_us == 1000


@pytest.mark.proof_unless("irq-parity", "polled-lost")
@pytest.mark.parametrize("kind", ["parity", "silent", "short", "lost"])
def test_under_garbled_frames_a_good_result_is_the_truth(any_rig, kind):
    any_rig.model.garble(0.1, seed=5, kinds=(kind,))
    good = 0
    for n in range(40):
        ntag, tag = sticker(any_rig, NTAG213(bytes([4, n, 2, 3, 4, 5, 6])))
        text = bytes(range(n, n + 24))
        if ntag.write(32, text) == TAG:
            good += 1
            assert tag.memory[32 * 4 : 38 * 4] == text
        into = bytearray(24)
        if ntag.read(32, into) == TAG:
            assert into == tag.memory[32 * 4 : 38 * 4]
        assert set(tag.pages_written) <= set(range(32, 38))
        any_rig.model.remove(tag)
    assert good >= 20


def test_reading_a_sticker_between_two_looks_disturbs_no_tap(any_rig):
    tag = NTAG213(UID)
    any_rig.model.place(tag)
    assert any_rig.step(5) == [TAP]
    ntag = NTAG(any_rig.tags, any_rig.taps.uid, any_rig.taps.uid_len)
    assert ntag.write(32, TEXT) == TAG
    assert any_rig.step(50) == []
    any_rig.model.remove(tag)
    assert any_rig.step(5) == [GONE]


def test_a_uid_and_record_cost_few_transactions(make_rig):
    rig = make_rig(True, MFRC522Model()).start()
    ntag, _ = sticker(rig)
    # Wake, two levels to select, one read, halt: five exchanges of five; the timeout twice two.
    assert rig.transactions(lambda: ntag.read(32, bytearray(24))) == 5 * 5 + 4


def test_other_tags_of_seven_bytes_do_not_answer(any_rig):
    any_rig.model.place(Tag(UID))
    any_rig.clock.sleep_ms(5)
    assert NTAG(any_rig.tags, UID, 7).read(4, bytearray(4)) == NONE
