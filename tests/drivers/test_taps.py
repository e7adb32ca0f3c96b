"""What counts as a tap, with shaky hands, weak tags and noise."""

import pytest

from banker.drivers.taps import BACK, CLEAR, CROWD, GONE, LOST, RESTARTED, TAP
from deedbox.models.iso14443 import NTAG213, Classic1K, Tag
from deedbox.models.mfrc522 import MFRC522Model

A = b"\xde\xad\xbe\x01"
B = b"\x01\x02\x03\x04"
C = bytes.fromhex("04 a1 b2 c3 d4 e5 f6")


def test_an_empty_reader_has_no_events(any_rig):
    assert any_rig.step(50) == []


@pytest.mark.parametrize("uid", [A, C], ids=["4", "7"])
def test_one_arrival_is_one_tap_however_long_it_lies_there(any_rig, uid):
    any_rig.model.place(Tag(uid))
    assert any_rig.step(100) == [TAP]
    assert any_rig.tapped() == uid
    assert any_rig.taps.held()


def test_a_tag_that_leaves_is_gone_once(any_rig):
    tag = Classic1K(A)
    any_rig.model.place(tag)
    assert any_rig.step(5) == [TAP]
    any_rig.model.remove(tag)
    assert any_rig.step(2) == []
    assert any_rig.step(20) == [GONE]
    assert not any_rig.taps.held()


def test_a_tap_of_50_ms_is_noticed(any_rig):
    for start_ms in range(0, 20, 3):
        tag = Classic1K(bytes([0x10, 0x20, 0x30, start_ms]))
        any_rig.clock.sleep_ms(start_ms)
        any_rig.model.place(tag)
        events = any_rig.step(2)
        any_rig.model.remove(tag)
        assert events == [TAP]
        any_rig.step(50)


def test_the_same_tag_back_at_once_is_a_bounce(any_rig):
    tag = Classic1K(A)
    any_rig.model.place(tag)
    any_rig.step(5)
    any_rig.model.remove(tag)
    assert any_rig.step(5) == [GONE]
    any_rig.model.place(tag)
    assert any_rig.step(5) == [BACK]


def test_the_same_tag_back_after_700_ms_is_a_tap(any_rig):
    tag = Classic1K(A)
    any_rig.model.place(tag)
    any_rig.step(5)
    any_rig.model.remove(tag)
    any_rig.step(40)
    any_rig.model.place(tag)
    assert any_rig.step(5) == [TAP]


def test_another_tag_within_the_bounce_time_is_a_tap(any_rig):
    first, second = Classic1K(A), Classic1K(B)
    any_rig.model.place(first)
    any_rig.step(5)
    any_rig.model.remove(first)
    any_rig.step(5)
    any_rig.model.place(second)
    assert any_rig.step(5) == [TAP]
    assert any_rig.tapped() == B


def test_tags_swapped_faster_than_a_look_are_gone_and_tapped(any_rig):
    first, second = Classic1K(A), Classic1K(B)
    any_rig.model.place(first)
    any_rig.step(5)
    any_rig.model.remove(first)
    any_rig.model.place(second)
    assert any_rig.step(10) == [GONE, TAP]
    assert any_rig.tapped() == B


@pytest.mark.parametrize("other", [Classic1K(B), NTAG213(C)], ids=["same kind", "other kind"])
def test_two_tags_at_once_are_refused_until_both_are_gone(any_rig, other):
    first = Classic1K(A)
    any_rig.model.place(first, other)
    assert any_rig.step(20) == [CROWD]
    any_rig.model.remove(other)
    assert any_rig.step(20) == []
    any_rig.model.remove(first)
    assert any_rig.step(10) == [CLEAR]
    any_rig.model.place(first)
    assert any_rig.step(5) == [TAP]


@pytest.mark.parametrize("other", [Classic1K(B), NTAG213(C)], ids=["same kind", "other kind"])
def test_a_second_tag_beside_a_held_one_is_a_crowd(any_rig, other):
    any_rig.model.place(Classic1K(A))
    assert any_rig.step(5) == [TAP]
    any_rig.model.place(other)
    assert any_rig.step(10) == [CROWD]


def test_a_second_tag_that_comes_in_the_middle_of_a_look_is_a_crowd(rig):
    # It gets power only after the wake-up, in time for the question whether there is another tag.
    rig.model.place(Classic1K(A), Classic1K(B, power_up_ns=22_000_000))
    rig.clock.sleep_ms(20)
    assert rig.step() == [CROWD]


@pytest.mark.parametrize(
    "tag",
    [Tag(A, sak=0x20), Tag(A, sak=0x28), Tag(b"\x08\x11\x22\x33", sak=0x00), Tag(C, sak=0x20)],
    ids=["bank card", "mixed card", "phone", "seven bytes"],
)
def test_phones_and_bank_cards_are_ignored(any_rig, tag):
    any_rig.model.place(tag)
    assert any_rig.step(50) == []


@pytest.mark.proof_unless("irq-750-all-7", "polled-750-parity-4")
@pytest.mark.parametrize("uid", [A, C], ids=["4", "7"])
@pytest.mark.parametrize("kinds", [("parity",), ("parity", "silent", "short", "lost")], ids=["parity", "all"])
@pytest.mark.parametrize("looks", [750, pytest.param(3000, marks=pytest.mark.proof)])
def test_garbled_frames_make_one_tap_and_no_removal(any_rig, uid, kinds, looks):
    """3000 looks are a minute."""
    any_rig.model.garble(0.2, seed=3, kinds=kinds)
    any_rig.model.place(Tag(uid))
    assert any_rig.step(looks) == [TAP]
    assert any_rig.tapped() == uid


@pytest.mark.proof_unless("0.2-8")
@pytest.mark.parametrize("rate, removals_max", [(0.1, 0), (0.2, 8), (0.5, 500)])
@pytest.mark.parametrize("looks", [1000, pytest.param(3000, marks=pytest.mark.proof)])
def test_however_many_frames_are_lost_one_arrival_is_one_tap(rig, rate, removals_max, looks):
    rig.model.garble(rate, seed=3, kinds=("lost",))
    rig.model.place(NTAG213(C))
    events = rig.step(looks)
    # A wrong removal is followed by a bounce, never by a second tap.
    assert events.count(TAP) == 1
    assert set(events) <= {TAP, GONE, BACK}
    assert events.count(GONE) <= removals_max


@pytest.mark.proof_unless("irq")
def test_under_garbled_frames_taps_come_soon_and_removals_are_seen(any_rig):
    any_rig.model.garble(0.2, seed=5)
    for n in range(40):
        tag = NTAG213(bytes([4, n, 2, 3, 4, 5, 6]))
        any_rig.model.place(tag)
        assert any_rig.step(12) == [TAP]
        assert any_rig.tapped() == tag.uid
        any_rig.model.remove(tag)
        assert any_rig.step(45) == [GONE]


def test_two_tags_under_garbled_frames_never_pay(any_rig):
    any_rig.model.garble(0.2, seed=11)
    for n in range(40):
        pair = Classic1K(bytes([0x10, n, 1, 1])), Classic1K(bytes([0x20, 1, n, 2]))
        any_rig.model.place(*pair)
        assert any_rig.step(20) == [CROWD]
        any_rig.model.remove(*pair)
        assert any_rig.step(10) == [CLEAR]


def test_a_dip_of_the_supply_makes_no_second_tap(any_rig):
    any_rig.model.place(Classic1K(A))
    assert any_rig.step(5) == [TAP]
    any_rig.model.brownout()
    assert any_rig.step(50) == [RESTARTED]
    assert any_rig.taps.held() and any_rig.taps.restarts == 1


def test_a_dip_while_the_tag_leaves_is_a_removal(any_rig):
    tag = Classic1K(A)
    any_rig.model.place(tag)
    any_rig.step(5)
    any_rig.model.brownout()
    any_rig.model.remove(tag)
    assert any_rig.step(50) == [RESTARTED, GONE]


@pytest.mark.parametrize("moment", range(0, 6000, 250))
def test_a_dip_in_the_middle_of_a_look_is_survived(any_rig, moment):
    class Dip:
        """Brown-out at this moment, as seen by the clock."""

        at_ns = any_rig.clock.now_ns + 100_000_000 + moment * 1000

        def run_to(self, now_ns):
            if self.at_ns is not None and now_ns >= self.at_ns:
                self.at_ns = None
                any_rig.model.brownout()

    any_rig.clock.attach(Dip())
    any_rig.model.place(Classic1K(A))
    events = any_rig.step(100)
    assert events.count(TAP) == 1
    assert set(events) <= {TAP, RESTARTED}
    assert any_rig.taps.held()


def test_an_unplugged_reader_is_lost_once_and_comes_back(any_rig):
    any_rig.model.place(Classic1K(A))
    any_rig.step(5)
    any_rig.model.unplug()
    assert any_rig.step(200) == [LOST]
    any_rig.model.replug()
    assert any_rig.step(50) == [RESTARTED]
    assert any_rig.taps.held()


@pytest.mark.parametrize("start_up_ms", [0.5, 3, 10, 50])
def test_a_reader_that_is_slow_to_start_comes_back(make_rig, start_up_ms):
    rig = make_rig(True, MFRC522Model(start_up_ns=int(start_up_ms * 1e6))).start()
    rig.model.place(Classic1K(A))
    assert rig.step(5) == [TAP]
    rig.model.unplug()
    assert rig.run(1000) == [LOST]
    resets = rig.model.resets
    rig.model.replug()
    assert rig.run(1500) == [RESTARTED]
    assert rig.taps.held() and rig.model.resets - resets <= 4


def test_noise_in_the_field_makes_neither_taps_nor_losses(rig):
    rig.model.noise_rate = 0.3
    assert rig.step(100) == []
    rig.model.place(NTAG213(C))
    assert rig.step(100) == [TAP]


def test_a_lost_reader_is_asked_only_four_times_a_second(rig):
    rig.model.unplug()
    rig.step()
    tries = []
    init = rig.chip.init
    rig.chip.init = lambda: tries.append(rig.clock.ticks_ms()) or init()
    rig.run(1000)
    assert 2 < len(tries) <= 4


def test_time_may_wrap(rig):
    tag = Classic1K(A)
    wrap = 1 << 30
    rig.model.place(tag)
    rig.clock.sleep_ms(5)
    assert rig.taps.step(wrap - 200) == TAP
    rig.model.remove(tag)
    assert [rig.taps.step(wrap - 100 + i) for i in range(3)][-1] == GONE
    rig.clock.sleep_ms(20)
    rig.model.place(tag)
    rig.clock.sleep_ms(5)
    assert rig.taps.step(100) == BACK
