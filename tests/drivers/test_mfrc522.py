"""The reader's registers and one exchange, against the model."""

import pytest

from banker.drivers import codes
from banker.drivers.codes import DEAD, GARBLED, NONE, TAG
from banker.drivers.mfrc522 import burst, frame
from deedbox.models.bus import ModelPin
from deedbox.models.iso14443 import NTAG213, Classic1K, with_crc
from deedbox.models.mfrc522 import MFRC522Model

WUPA = frame(0x52)


def exchange(chip, data=WUPA, length=2, short=True, air_us=360):
    answer = burst(length)
    chip.start(data, short)
    chip.wait(air_us)
    return chip.fetch(answer), bytes(answer[1][4:])


def test_a_reader_that_is_set_up_is_alive(rig):
    assert rig.chip.alive()


def test_a_fired_timer_is_proof_of_life(rig):
    assert exchange(rig.chip)[0] == NONE


def test_an_answer_is_fetched_in_one_burst(rig):
    rig.model.place(Classic1K(b"\x01\x02\x03\x04"))
    rig.clock.sleep_ms(5)
    assert exchange(rig.chip) == (TAG, b"\x04\x00")


def test_start_and_done_do_not_block(rig):
    before_ns = rig.clock.now_ns
    rig.chip.start(WUPA, True)
    assert not rig.chip.done()
    assert rig.clock.now_ns - before_ns < 200_000
    rig.clock.sleep_ms(2)
    assert rig.chip.done()


def test_after_a_dip_of_the_supply_it_is_not_alive_and_an_exchange_says_dead(rig):
    rig.model.brownout()
    assert not rig.chip.alive()
    assert exchange(rig.chip)[0] == DEAD


@pytest.mark.parametrize("floating", [0x00, 0xFF])
def test_an_unplugged_reader_is_dead_whatever_the_line_floats_to(make_rig, floating):
    rig = make_rig(True, MFRC522Model(floating=floating)).start()
    rig.model.unplug()
    assert exchange(rig.chip)[0] == DEAD
    assert not rig.chip.alive()
    assert not rig.chip.init()
    rig.model.replug()
    assert rig.chip.init()


def test_waiting_for_a_dead_reader_ends(rig):
    rig.model.unplug()
    before_ns = rig.clock.now_ns
    exchange(rig.chip)
    assert rig.clock.now_ns - before_ns < 4_000_000


@pytest.mark.parametrize("reads_early", [False, True], ids=["mute", "reads early"])
@pytest.mark.parametrize("start_up_ms", [0, 0.5, 1, 2.6, 3, 5, 10, 20, 35, 50])
def test_it_waits_for_the_oscillator(make_rig, start_up_ms, reads_early):
    rig = make_rig(True, MFRC522Model(start_up_ns=int(start_up_ms * 1e6), reads_early=reads_early))
    assert rig.chip.init()
    rig.model.place(Classic1K(b"\x01\x02\x03\x04"))
    rig.clock.sleep_ms(5)
    assert exchange(rig.chip)[0] == TAG


def test_a_reader_that_starts_at_once_is_not_waited_for(make_rig):
    rig = make_rig(True, MFRC522Model(start_up_ns=0))
    rig.chip.init()
    assert rig.clock.now_ns < 5_000_000


def test_a_missing_reader_is_reset_only_at_every_fourth_try(make_rig):
    rig = make_rig(True)
    rig.model.unplug()
    pulses = []
    rig.chip._rst = ModelPin(rig.clock, write=pulses.append)
    counts = []
    for _ in range(9):
        assert not rig.chip.init()
        counts.append(len(pulses) // 2)
    assert counts == [1, 1, 1, 1, 2, 2, 2, 2, 3]


def test_a_try_without_a_reset_does_not_keep_the_game_waiting(make_rig):
    rig = make_rig(True)
    rig.model.unplug()
    rig.chip.init()
    before_ns = rig.clock.now_ns
    rig.chip.init()
    assert rig.clock.now_ns - before_ns < 4_000_000


def test_noise_after_a_time_out_does_not_go_out_with_the_next_frame(rig):
    rig.model.noise_rate = 1.0
    rig.tags.wake()
    rig.model.air = []
    for _ in range(50):
        rig.clock.sleep_ms(20)
        rig.tags.wake()
    assert {frame.data for _, kind, frame in rig.model.air if kind == "tx"} == {b"\x52"}


def test_noise_after_a_halt_does_not_go_out_with_the_question_for_another_tag(rig):
    rig.model.place(Classic1K(b"\x01\x02\x03\x04"))
    rig.clock.sleep_ms(5)
    rig.model.noise_rate = 1.0
    rig.model.air = []
    for _ in range(50):
        assert rig.tags.read() == TAG
        assert rig.tags.request() == NONE
    sent = [frame.data[0] for _, kind, frame in rig.model.air if kind == "tx"]
    assert sent == [0x52, 0x93, 0x93, 0x50, 0x26] * 50


def test_a_longer_timeout_lets_slow_answers_in(rig):
    rig.model.place(NTAG213(bytes(range(4, 11))))
    write_page = with_crc(b"\xa2\x04\x01\x02\x03\x04").data
    results = []
    for timeout_us in (1_000, 10_000):
        rig.chip.init()
        rig.chip.set_timeout(timeout_us)
        rig.clock.sleep_ms(5)
        assert rig.tags.wake() == TAG and rig.tags.select() == TAG
        results.append(exchange(rig.chip, frame(*write_page), 1, short=False, air_us=800))
    assert results[0][0] == NONE
    # An acknowledgement is four bits: one byte in the FIFO.
    assert results[1] == (TAG, b"\x0a")


def test_the_field_can_be_switched_off_and_on(rig):
    rig.model.place(Classic1K(b"\x01\x02\x03\x04"))
    rig.clock.sleep_ms(5)
    rig.chip.field(False)
    assert exchange(rig.chip)[0] == NONE
    rig.chip.field(True)
    rig.clock.sleep_ms(5)
    assert exchange(rig.chip)[0] == TAG


def test_an_answer_too_long_does_not_spoil_the_next_frame(rig):
    rig.model.place(Classic1K(b"\x01\x02\x03\x04"))
    rig.clock.sleep_ms(5)
    assert exchange(rig.chip, length=1)[0] == GARBLED
    rig.model.air = []
    exchange(rig.chip)
    assert rig.model.air[0][2].data == b"\x52"


@pytest.mark.parametrize("kind", ["parity", "short"])
def test_an_answer_that_the_chip_finds_faulty_is_garbled(rig, kind):
    rig.model.place(Classic1K(b"\x01\x02\x03\x04"))
    rig.clock.sleep_ms(5)
    rig.model.garble(1.0, kinds=(kind,))
    assert exchange(rig.chip)[0] == GARBLED


def test_a_sound_reader_has_no_findings_and_works_after_the_check(rig):
    assert rig.chip.check() == ()
    assert exchange(rig.chip)[0] == NONE


@pytest.mark.parametrize(
    "version, findings",
    [
        (0x91, ()),
        (0x12, (codes.CLONE,)),
        (0x88, (codes.CLONE,)),
        (0xB2, (codes.CLONE,)),
        (0x42, (codes.UNKNOWN_VERSION,)),
    ],
)
def test_a_clone_is_reported_and_not_refused(make_rig, version, findings):
    rig = make_rig(True, MFRC522Model(version=version))
    assert rig.chip.check() == findings
    assert exchange(rig.chip)[0] == NONE


def test_a_silent_reader_is_found(make_rig):
    rig = make_rig(True)
    rig.model.unplug()
    assert rig.chip.check() == (codes.SILENT,)


@pytest.mark.parametrize("level, code", [(1, codes.IRQ_SILENT), (0, codes.IRQ_STUCK)])
def test_without_a_working_irq_wire_the_reader_is_polled(make_rig, level, code):
    rig = make_rig(True)
    rig.chip.irq = ModelPin(rig.clock, read=lambda: level)
    assert rig.chip.check() == (code,)
    assert rig.chip.irq is None
    rig.clock.sleep_ms(5)
    assert exchange(rig.chip)[0] == NONE


@pytest.mark.parametrize(
    "broken, code",
    [
        (0x09, codes.FIFO_FAULT),
        (0x22, codes.CRC_FAULT),
        (0x04, codes.TIMER_FAULT),
        (0x2A, codes.SETTING_LOST),
    ],
)
def test_a_part_that_does_not_work_is_found(make_rig, broken, code):
    class Broken(MFRC522Model):
        def read(self, register):
            return 0 if register == broken else super().read(register)

    rig = make_rig(False, Broken())
    assert code in rig.chip.check()


@pytest.mark.parametrize("fault_rate", [1.0, 0.1, 0.01])
@pytest.mark.parametrize("good_khz, khz", [(4000, 4000), (3000, 2000), (1500, 1000), (500, 500)])
def test_a_bus_that_is_wrong_above_a_speed_is_slowed_down(make_rig, good_khz, khz, fault_rate):
    rig = make_rig(True)
    rig.model.miso_hz_max = good_khz * 1000
    rig.model.miso_rate = fault_rate
    assert rig.chip.check() == ()
    assert (rig.chip.khz, rig.model.spi_hz) == (khz, khz * 1000)
    rig.model.place(NTAG213(bytes(range(4, 11))))
    rig.clock.sleep_ms(5)
    assert [rig.tags.read() for _ in range(20)] == [TAG] * 20


@pytest.mark.parametrize("start_up_ms", [3, 20, 50])
@pytest.mark.parametrize("seed", range(10))
def test_a_slow_start_does_not_make_a_slow_bus_slower(make_rig, start_up_ms, seed):
    rig = make_rig(True, MFRC522Model(start_up_ns=int(start_up_ms * 1e6)))
    rig.model.miso_hz_max = 1_500_000
    rig.model._wire_rng.seed(seed)
    assert rig.chip.check() == ()
    assert rig.chip.khz == 1000


def test_a_bus_that_is_wrong_at_every_speed_is_a_fault(make_rig):
    rig = make_rig(True)
    rig.model.miso_hz_max = 0
    rig.model.miso_rate = 0.01
    assert codes.FIFO_FAULT in rig.chip.check()
    assert rig.chip.khz == 500


def test_a_check_begins_at_full_speed_again(make_rig):
    rig = make_rig(True)
    rig.model.miso_hz_max = 1_000_000
    rig.chip.check()
    rig.model.miso_hz_max = None
    assert rig.chip.check() == () and rig.chip.khz == 4000


def test_a_sound_bus_is_checked_within_40_ms(make_rig):
    rig = make_rig(True)
    rig.chip.check()
    assert rig.clock.now_ns < 40_000_000


def test_making_a_driver_touches_nothing(make_rig):
    assert make_rig(True).model.transactions == 0
