"""An idle reader switches its field off most of the time, and reads at once when a tag comes."""

import pytest

from banker.drivers.taps import CROWD, GONE, LOST, RESTARTED, TAP
from deedbox.models.iso14443 import Classic1K

A = b"\xde\xad\xbe\x01"
IDLE_S = 30
TX_CONTROL, RF_CFG = 0x14, 0x26


def field(rig) -> bool:
    return rig.model.read(TX_CONTROL) & 3 == 3


class Meter:
    """How long the field was on, in nanoseconds."""

    def __init__(self, rig) -> None:
        self.rig = rig
        self.on_ns = 0
        self.last_ns = rig.clock.now_ns
        rig.clock.attach(self)

    def run_to(self, now_ns: int) -> None:
        if field(self.rig):
            self.on_ns += now_ns - self.last_ns
        self.last_ns = now_ns


def asleep(rig):
    rig.taps.idle_after_ms = 1000  # the default is shown by the tests of the 30 seconds
    assert rig.run(1100) == []
    return rig


def test_for_30_seconds_the_field_stays_on(rig):
    meter = Meter(rig)
    begun_ns = rig.clock.now_ns
    rig.run(IDLE_S * 1000 - 100)
    assert meter.on_ns == rig.clock.now_ns - begun_ns


def test_after_30_seconds_the_field_is_on_for_less_than_a_tenth(rig):
    assert rig.run(IDLE_S * 1000 + 100) == []
    meter = Meter(rig)
    begun_ns = rig.clock.now_ns
    assert rig.run(10_000) == []
    assert 0.04 < meter.on_ns / (rig.clock.now_ns - begun_ns) < 0.1


def test_a_caller_that_always_waits_20_ms_gets_the_same_taps(rig):
    asleep(rig)
    for _ in range(50):
        rig.taps.step(rig.clock.ticks_ms())
        rig.clock.sleep_ms(20)
    rig.model.place(Classic1K(A))
    events = []
    for _ in range(10):
        events.append(rig.taps.step(rig.clock.ticks_ms()))
        rig.clock.sleep_ms(20)
    assert TAP in events


@pytest.mark.parametrize("start_ms", range(0, 130, 7))
def test_a_sleeping_reader_notices_a_tag_within_130_ms_however_slow_it_powers_up(rig, start_ms):
    asleep(rig)
    rig.run(start_ms)
    rig.model.place(Classic1K(A, power_up_ns=4_900_000))
    assert rig.run(130) == [TAP]
    assert rig.run(1000) == []
    assert rig.taps.held() and field(rig)


def test_a_key_wakes_it_at_once_and_the_next_tap_of_50_ms_is_noticed(rig):
    asleep(rig)
    rig.taps.stir()
    assert field(rig)
    rig.step()
    for n in range(20):
        tag = Classic1K(bytes([1, 2, 3, n]))
        rig.model.place(tag)
        assert rig.run(50) == [TAP]
        rig.model.remove(tag)
        assert rig.run(200) == [GONE]
    assert field(rig)


def test_a_held_tag_keeps_the_field_on(rig):
    rig.model.place(Classic1K(A))
    rig.taps.idle_after_ms = 1000
    assert rig.run(4000) == [TAP]
    assert field(rig) and rig.taps.held()


def test_after_a_removal_it_falls_asleep_again(rig):
    asleep(rig)
    tag = Classic1K(A)
    rig.model.place(tag)
    assert rig.run(500) == [TAP]
    rig.model.remove(tag)
    assert rig.run(500) == [GONE]
    rig.run(1000)
    meter = Meter(rig)
    rig.run(10_000)
    assert meter.on_ns < 1_000_000_000


def test_two_tags_are_a_crowd_for_a_sleeping_reader_too(rig):
    asleep(rig)
    rig.model.place(Classic1K(A), Classic1K(b"\x01\x02\x03\x04"))
    assert rig.run(300) == [CROWD]


def test_garbled_frames_make_one_tap_of_an_arrival(rig):
    asleep(rig)
    rig.model.garble(0.2, seed=9, kinds=("parity", "silent", "short", "lost"))
    rig.model.place(Classic1K(A))
    assert rig.run(5000) == [TAP]


@pytest.mark.parametrize("wait_ms", [0, 30, 60, 97])
def test_a_dip_of_the_supply_wakes_it_and_is_recovered_from(rig, wait_ms):
    asleep(rig)
    rig.run(wait_ms)
    rig.model.brownout()
    assert rig.run(400) == [RESTARTED]
    assert field(rig)
    rig.model.place(Classic1K(A))
    assert rig.run(100) == [TAP]


def test_unplugged_asleep_it_is_lost_once_and_comes_back(rig):
    asleep(rig)
    rig.model.unplug()
    assert rig.run(5000) == [LOST]
    rig.model.replug()
    assert rig.run(500) == [RESTARTED]
    assert field(rig)


def test_the_duty_cycle_is_a_setting(make_rig):
    never = make_rig(True, idle_after_ms=0).start()
    never.run(IDLE_S * 1000 + 1000)
    assert field(never)
    soon = make_rig(True, idle_after_ms=1000, idle_ms=500).start()
    soon.run(1500)
    meter = Meter(soon)
    soon.run(10_000)
    assert meter.on_ns < 300_000_000


def test_the_gain_is_a_setting_that_survives_a_new_start(rig):
    assert rig.model.read(RF_CFG) >> 4 & 7 == 5
    rig.chip.set_gain(48)
    assert rig.model.read(RF_CFG) >> 4 & 7 == 7
    rig.model.brownout()
    assert rig.chip.init()
    assert rig.model.read(RF_CFG) >> 4 & 7 == 7


@pytest.mark.parametrize("gain, nearest", [(0, 4), (33, 4), (43, 6), (99, 7)])
def test_a_gain_that_there_is_not_becomes_the_nearest(rig, gain, nearest):
    rig.chip.set_gain(gain)
    assert rig.model.read(RF_CFG) >> 4 & 7 == nearest


def test_time_may_wrap_asleep(rig):
    wrap = 1 << 30
    rig.taps.step(wrap - 31_000)
    rig.taps.step(wrap - 500)
    assert not field(rig)
    rig.model.place(Classic1K(A))
    events = []
    for now_ms in range(wrap - 480, wrap + 200, 20):
        events.append(rig.taps.step(now_ms & (wrap - 1)))
        rig.clock.sleep_ms(20)
    assert TAP in events
