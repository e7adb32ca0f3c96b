"""Tags: states, cascade levels, and an NTAG213's memory."""

import random

import pytest

from deedbox.models.iso14443 import (
    ACTIVE,
    HALT,
    IDLE,
    NTAG213,
    NTAG215,
    NTAG216,
    OFF,
    READY,
    Classic1K,
    Frame,
    Tag,
    with_crc,
)

LATER_NS = 1_000_000
REQA, WUPA = Frame(b"\x26", 7), Frame(b"\x52", 7)
UID7 = bytes.fromhex("04a1b2c3d4e5f6")


def powered(tag):
    tag.power(True, 0)
    return tag


def hear(tag, data: bytes):
    return tag.hear(with_crc(data), LATER_NS)


def select(tag):
    tag.hear(WUPA, LATER_NS)
    for level, part in enumerate(tag.levels):
        bcc = part[0] ^ part[1] ^ part[2] ^ part[3]
        answer = hear(tag, bytes([0x93 + 2 * level, 0x70]) + part + bytes([bcc]))
    return answer


def test_a_tag_without_field_is_off_and_mute():
    tag = Classic1K(b"\x01\x02\x03\x04")
    assert tag.state == OFF
    assert tag.hear(WUPA, LATER_NS) is None


def test_a_halted_tag_hears_only_a_wake_up():
    tag = powered(Classic1K(b"\x01\x02\x03\x04"))
    select(tag)
    assert tag.state == ACTIVE
    assert hear(tag, b"\x50\x00") is None
    assert tag.state == HALT
    assert tag.hear(REQA, LATER_NS) is None
    assert tag.hear(WUPA, LATER_NS) is not None


def test_a_weak_tag_forgets_the_halt_when_its_supply_fails():
    tag = powered(Classic1K(b"\x01\x02\x03\x04"))
    select(tag)
    hear(tag, b"\x50\x00")
    tag.weaken(1.0, 0, random.Random(1))
    assert tag.hear(REQA, LATER_NS) is None
    assert tag.state == IDLE
    tag.weaken(0, 0, random.Random(1))
    assert tag.hear(REQA, 2 * LATER_NS) is not None


def test_a_weak_tag_may_hear_the_halt_wrong_and_stays_awake():
    tag = powered(Classic1K(b"\x01\x02\x03\x04"))
    select(tag)
    tag.weaken(0, 1.0, random.Random(1))
    assert hear(tag, b"\x50\x00") is None
    assert tag.state != HALT
    assert tag.hear(REQA, LATER_NS) is not None


def test_a_tag_woken_from_halt_falls_back_to_halt():
    tag = powered(Classic1K(b"\x01\x02\x03\x04"))
    select(tag)
    hear(tag, b"\x50\x00")
    tag.hear(WUPA, LATER_NS)
    assert tag.state == READY
    assert tag.hear(WUPA, LATER_NS) is None
    assert tag.state == HALT


def test_a_tag_that_is_awake_is_mute_once():
    tag = powered(Classic1K(b"\x01\x02\x03\x04"))
    tag.hear(WUPA, LATER_NS)
    assert tag.hear(WUPA, LATER_NS) is None
    assert tag.state == IDLE
    assert tag.hear(WUPA, LATER_NS) is not None


@pytest.mark.parametrize("size, levels", [(4, 1), (7, 2), (10, 3)])
def test_a_longer_uid_has_more_levels_and_its_sak_says_so(size, levels):
    tag = powered(Tag(bytes(range(1, 1 + size)), sak=0x20))
    assert len(tag.levels) == levels
    assert select(tag).data[0] == 0x20
    assert tag.state == ACTIVE


def test_a_uid_of_another_length_is_refused():
    with pytest.raises(ValueError):
        Tag(b"\x01\x02\x03")


def test_a_select_with_a_wrong_crc_is_not_answered():
    tag = powered(Classic1K(b"\x01\x02\x03\x04"))
    tag.hear(WUPA, LATER_NS)
    assert tag.hear(Frame(b"\x93\x70\x01\x02\x03\x04\x04\x00\x00", 72), LATER_NS) is None


def test_the_field_going_away_forgets_the_halt():
    tag = powered(Classic1K(b"\x01\x02\x03\x04"))
    select(tag)
    hear(tag, b"\x50\x00")
    tag.power(False, LATER_NS)
    tag.power(True, LATER_NS)
    assert tag.hear(REQA, 2 * LATER_NS) is not None


@pytest.fixture
def ntag():
    tag = powered(NTAG213(UID7))
    select(tag)
    return tag


def test_the_first_pages_hold_the_uid_with_check_bytes(ntag):
    answer = hear(ntag, b"\x30\x00")
    assert answer.bits == 18 * 8
    assert answer.data[:9] == UID7[:3] + bytes([0x88 ^ 0x04 ^ 0xA1 ^ 0xB2]) + UID7[3:] + bytes(
        [UID7[3] ^ UID7[4] ^ UID7[5] ^ UID7[6]]
    )


def test_a_written_page_is_read_back_and_took_its_time(ntag):
    answer = hear(ntag, b"\xa2\x20" + b"DEED")
    assert (answer.data, answer.bits) == (b"\x0a", 4)
    assert answer.delay_ns > 4_000_000
    assert hear(ntag, b"\x3a\x20\x21").data[:8] == b"DEED" + bytes(4)
    assert ntag.writes == 1


def test_one_time_bits_stay_set(ntag):
    hear(ntag, b"\xa2\x03\x00\x00\x00\x0f")
    hear(ntag, b"\xa2\x03\x00\x00\x00\xf0")
    assert ntag.memory[12:16] == b"\xe1\x10\x12\xff"


def test_a_protected_page_needs_the_password(ntag):
    hear(ntag, b"\xa2\x29\x04\x00\x00\x20")  # AUTH0: from page 32 on
    assert hear(ntag, b"\xa2\x20" + b"FAKE").data == b"\x00"
    select(ntag)
    assert hear(ntag, b"\x1b\xff\xff\xff\xff").bits == 32
    assert hear(ntag, b"\xa2\x20" + b"REAL").data == b"\x0a"


def test_a_page_that_does_not_exist_is_refused_and_ends_the_selection(ntag):
    assert hear(ntag, b"\x30\x2d").data == b"\x00"
    assert ntag.state == IDLE


def test_a_frame_with_a_wrong_crc_is_refused(ntag):
    assert ntag.hear(Frame(b"\x30\x00\x00\x00", 32), LATER_NS).data == b"\x01"


def test_a_slow_tag_takes_its_time():
    tag = powered(NTAG213(UID7, read_ns=4_000_000, write_ns=9_000_000))
    select(tag)
    assert hear(tag, b"\x30\x04").delay_ns == 4_000_000
    assert hear(tag, b"\xa2\x04DEED").delay_ns == 9_000_000


@pytest.mark.parametrize(
    "kind, size, pages", [(NTAG213, 0x0F, 45), (NTAG215, 0x11, 135), (NTAG216, 0x13, 231)]
)
def test_larger_ones_say_so_and_have_more_pages(kind, size, pages):
    tag = powered(kind(UID7))
    select(tag)
    assert hear(tag, b"\x60").data[6] == size
    assert hear(tag, bytes([0x30, pages - 1])).bits == 18 * 8
    assert hear(tag, bytes([0x30, pages])).data == b"\x00"
