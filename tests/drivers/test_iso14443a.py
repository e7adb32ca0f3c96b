"""Tags are woken, selected and halted, at a counted price."""

import pytest

from banker.drivers.codes import COLLISION, DEAD, GARBLED, NONE, TAG
from deedbox.models.iso14443 import NTAG213, Classic1K, Tag

FOUR = bytes.fromhex("de ad be 01")
SEVEN = bytes.fromhex("04 a1 b2 c3 d4 e5 f6")
TEN = bytes.fromhex("04 01 02 03 04 05 06 07 08 09")


def place(rig, *tags):
    rig.model.place(*tags)
    rig.clock.sleep_ms(5)


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN], ids=["4", "7", "10"])
def test_a_uid_is_read_whole(rig, uid):
    place(rig, Tag(uid))
    assert rig.tags.read() == TAG
    assert rig.uid() == uid


def test_nobody_there_is_none(rig):
    assert rig.tags.read() == NONE


def test_a_plain_uid_that_begins_with_the_cascade_tag_is_plain(rig):
    place(rig, Tag(b"\x88\x01\x02\x03"))
    assert rig.tags.read() == TAG
    assert rig.uid() == b"\x88\x01\x02\x03"


def test_a_sak_that_promises_more_without_the_cascade_tag_is_garbled(rig):
    place(rig, Tag(FOUR, sak=0x04))
    assert rig.tags.read() == GARBLED


def test_a_halted_tag_answers_a_wake_up_and_no_request(rig):
    place(rig, Classic1K(FOUR))
    assert rig.tags.read() == TAG
    assert rig.tags.request() == NONE
    assert rig.tags.wake() == TAG


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN], ids=["4", "7", "10"])
def test_a_known_tag_is_selected_without_asking(rig, uid):
    place(rig, Tag(uid))
    rig.tags.read()
    assert rig.tags.wake() == TAG
    assert rig.tags.reselect(uid, len(uid)) == TAG


def test_another_tag_does_not_answer_for_a_known_one(rig):
    place(rig, Classic1K(FOUR))
    assert rig.tags.wake() == TAG
    assert rig.tags.reselect(b"\x01\x02\x03\x04", 4) == NONE


def test_two_tags_collide(rig):
    place(rig, Classic1K(FOUR), Classic1K(b"\x01\x02\x03\x04"))
    assert rig.tags.read() == COLLISION


def test_two_tags_of_different_kinds_collide_at_once(rig):
    place(rig, Classic1K(FOUR), NTAG213(SEVEN))
    assert rig.tags.wake() == COLLISION


def test_a_dead_reader_is_dead_in_every_half(rig):
    place(rig, Classic1K(FOUR))
    rig.model.brownout()
    assert rig.tags.wake() == DEAD
    assert rig.tags.select() == DEAD
    assert rig.tags.reselect(FOUR, 4) == DEAD


@pytest.mark.parametrize("kind", ["parity", "silent", "short", "lost"])
def test_a_garbled_frame_never_makes_a_wrong_uid(rig, kind):
    place(rig, NTAG213(SEVEN))
    rig.model.garble(0.3, seed=7, kinds=(kind,))
    results = set()
    for _ in range(300):
        result = rig.tags.read()
        results.add(result)
        if result == TAG:
            assert rig.uid() == SEVEN
    assert TAG in results
    assert len(results) > 1


def test_a_part_of_a_uid_whose_check_byte_is_wrong_is_asked_for_again_and_never_selected(rig):
    place(rig, NTAG213(SEVEN))
    rig.model.garble(0.3, seed=7, kinds=("silent",))
    rig.model.air = []
    for _ in range(100):
        rig.tags.read()
    selects = [f.data for _, way, f in rig.model.air if way == "tx" and f.bits == 72]
    assert len(selects) > 50
    assert all(data[2] ^ data[3] ^ data[4] ^ data[5] ^ data[6] == 0 for data in selects)


# Aims per operation: with the IRQ pin, and polled. A read is wake, select and halt.
@pytest.mark.parametrize(
    "uid, with_irq, polling", [(None, 8, 60), (FOUR, 20, 130), (SEVEN, 32, 230)], ids=["empty", "4", "7"]
)
def test_an_operation_costs_no_more_transactions_than_the_aim(rig, uid, with_irq, polling):
    if uid:
        place(rig, Tag(uid))
    count = rig.transactions(rig.tags.read)
    assert count <= (with_irq if rig.chip.irq else polling)


# Five an exchange, and two to stop listening and empty the FIFO when nobody answered.
@pytest.mark.parametrize("uid, count", [(None, 7), (FOUR, 20), (SEVEN, 30)], ids=["empty", "4", "7"])
def test_with_the_irq_pin_an_exchange_costs_five_transactions(make_rig, uid, count):
    rig = make_rig(True).start()
    if uid:
        place(rig, Tag(uid))
    assert rig.transactions(rig.tags.read) == count


def test_what_comes_too_late_does_not_spoil_the_next_frame(rig):
    class Late(Tag):
        def hear(self, frame, now_ns):
            answer = super().hear(frame, now_ns)
            return answer and answer._replace(delay_ns=1_500_000)

    late = Late(SEVEN)
    place(rig, late)
    assert rig.tags.wake() == NONE
    rig.clock.sleep_ms(20)
    rig.model.remove(late)
    rig.model.air = []
    assert rig.tags.wake() == NONE
    assert [frame.data for _, _, frame in rig.model.air] == [b"\x52"]
