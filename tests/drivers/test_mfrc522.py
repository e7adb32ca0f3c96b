"""The reader's registers and one exchange, against the model."""

import pytest

from banker.drivers import mfrc522check
from banker.drivers.mfrc522 import DEAD, GARBLED, NONE, TAG, burst, frame
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


def test_it_waits_for_the_oscillator(make_rig):
    rig = make_rig(True, MFRC522Model(start_up_ns=1_500_000))
    assert rig.chip.init()


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
        (0x12, (mfrc522check.CLONE,)),
        (0x88, (mfrc522check.CLONE,)),
        (0xB2, (mfrc522check.CLONE,)),
        (0x42, (mfrc522check.UNKNOWN_VERSION,)),
    ],
)
def test_a_clone_is_reported_and_not_refused(make_rig, version, findings):
    rig = make_rig(True, MFRC522Model(version=version))
    assert rig.chip.check() == findings
    assert exchange(rig.chip)[0] == NONE


def test_a_silent_reader_is_found(make_rig):
    rig = make_rig(True)
    rig.model.unplug()
    assert rig.chip.check() == (mfrc522check.SILENT,)


@pytest.mark.parametrize("level, code", [(1, mfrc522check.IRQ_SILENT), (0, mfrc522check.IRQ_STUCK)])
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
        (0x09, mfrc522check.FIFO_FAULT),
        (0x22, mfrc522check.CRC_FAULT),
        (0x04, mfrc522check.TIMER_FAULT),
        (0x2A, mfrc522check.SETTING_LOST),
    ],
)
def test_a_part_that_does_not_work_is_found(make_rig, broken, code):
    class Broken(MFRC522Model):
        def read(self, register):
            return 0 if register == broken else super().read(register)

    rig = make_rig(False, Broken())
    assert code in rig.chip.check()


def test_making_a_driver_touches_nothing(make_rig):
    assert make_rig(True).model.transactions == 0
