"""The PN532: frames, speed of the bus, slow starts, and a look that keeps nobody waiting."""

import pytest

from banker.drivers import codes
from banker.drivers.codes import DEAD, NONE, PENDING, TAG
from banker.drivers.find_reader import find
from banker.drivers.iso14443a import TagReader
from banker.drivers.pn532 import PN532, burst, frame
from banker.drivers.pn532tags import PN532Reader
from banker.drivers.taps import CROWD, LOST, RESTARTED, TAP
from deedbox.models.bus import Clock, ModelPin, SPIBus, reader_pins
from deedbox.models.iso14443 import NTAG213, REQA, WUPA, Classic1K, Tag
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.pn532 import PN532Model, framed, turned

UID7 = bytes.fromhex("04 a1 b2 c3 d4 e5 f6")


@pytest.fixture(params=[True, False], ids=["irq", "polled"])
def rig(request, make_rig):
    return make_rig(request.param, PN532Model()).start()


def test_a_frame_is_that_of_the_manual_with_every_byte_turned():
    assert bytes(map(turned, frame(0x4A, 1, 0))) == b"\x01" + framed(b"\xd4\x4a\x01\x00")


@pytest.mark.parametrize("start_up_ms", [0, 0.5, 1, 3, 5, 10, 20, 35, 50])
@pytest.mark.parametrize("floating", [0x00, 0xFF])
@pytest.mark.parametrize("with_irq", [True, False], ids=["irq", "polled"])
def test_it_waits_for_a_chip_that_starts(make_rig, start_up_ms, floating, with_irq):
    rig = make_rig(with_irq, PN532Model(start_up_ns=int(start_up_ms * 1e6), floating=floating))
    assert rig.chip.init()
    rig.model.place(Classic1K(b"\x01\x02\x03\x04"))
    assert rig.tags.wake() == TAG


@pytest.mark.parametrize("floating", [0x00, 0xFF])
def test_a_missing_chip_is_not_waited_for_long_and_reset_at_every_fourth_try(make_rig, floating):
    rig = make_rig(True, PN532Model(floating=floating))
    rig.model.unplug()
    pulses, ms = [], []
    rig.chip._rst = ModelPin(rig.clock, write=pulses.append)
    counts = []
    for _ in range(5):
        before_ms = rig.clock.ticks_ms()
        assert not rig.chip.init()
        ms.append(rig.clock.ticks_ms() - before_ms)
        counts.append(len(pulses) // 2)
    assert counts == [1, 1, 1, 1, 2]
    assert max(ms) < 120 and max(ms[1:4]) < 10


def test_a_frame_without_preamble_is_understood(make_rig):
    rig = make_rig(True, PN532Model(preamble=False)).start()
    rig.model.place(NTAG213(UID7))
    assert rig.tags.read() == TAG and rig.uid() == UID7


@pytest.mark.parametrize("uid", [b"\xde\xad\xbe\x01", UID7, bytes(range(1, 11))], ids=["4", "7", "10"])
def test_a_uid_of_any_length_is_read(rig, uid):
    rig.model.place(Tag(uid))
    assert rig.tags.read() == TAG
    assert rig.uid() == uid and rig.tags.sak == 0x08


def test_a_look_is_started_and_asked_for_and_keeps_nobody_waiting(rig):
    longest_ns = 0
    results = []
    for _ in range(6):
        before_ns = rig.clock.now_ns
        results.append(rig.tags.look())
        longest_ns = max(longest_ns, rig.clock.now_ns - before_ns)
        rig.clock.sleep_ms(40)
    assert results == [PENDING, NONE] * 3
    assert longest_ns < 2_000_000


def test_what_is_asked_meanwhile_ends_a_look_and_the_next_one_is_whole(rig):
    rig.model.place(NTAG213(UID7))
    assert rig.tags.look() == PENDING
    rig.chip.set_gain(43)
    assert rig.model._analog[0] == 0x69
    assert [rig.tags.look(), rig.tags.look()] == [PENDING, PENDING]  # field off, and again
    rig.clock.sleep_ms(40)
    assert rig.tags.look() == TAG


@pytest.mark.parametrize("request_code", [REQA, WUPA], ids=["REQA", "WUPA"])
@pytest.mark.parametrize(
    "other", [Classic1K(b"\x01\x02\x03\x04"), NTAG213(UID7[::-1])], ids=["card", "sticker"]
)
def test_whatever_a_listing_wakes_tags_are_told_apart(make_rig, request_code, other):
    rig = make_rig(True, PN532Model(request=request_code)).start()
    tag = NTAG213(UID7)
    rig.model.place(tag)
    assert rig.step(10) == [TAP]
    rig.model.place(other)
    assert rig.step(10) == [CROWD]
    rig.model.remove(other)
    assert rig.step(20) == []


@pytest.mark.parametrize("guard_ms, work_ms, ack_ms", [(1, 0.1, 0.1), (5, 2, 1), (10, 5, 3)])
def test_taps_of_50_ms_are_noticed_however_slow_the_chip_is(make_rig, guard_ms, work_ms, ack_ms):
    model = PN532Model(guard_ns=int(guard_ms * 1e6), work_ns=int(work_ms * 1e6), ack_ns=int(ack_ms * 1e6))
    rig = make_rig(True, model).start()
    rig.run(100)
    for n in range(20):
        rig.clock.sleep_ms(n)
        tag = Classic1K(bytes([0x10, 0x20, 0x30, n]))
        rig.model.place(tag)
        events = rig.run(50)
        rig.model.remove(tag)
        assert (events + rig.run(800)).count(TAP) == 1


def test_an_irq_wire_that_comes_off_only_slows_it_down(make_rig):
    rig = make_rig(True, PN532Model()).start()
    rig.chip.irq = ModelPin(rig.clock, read=lambda: 1)
    rig.model.place(NTAG213(UID7))
    assert rig.run(2000) == [TAP]


def test_a_chip_that_forgets_everything_is_set_up_again_and_the_tag_is_remembered(rig):
    rig.model.place(NTAG213(UID7))
    assert rig.step(5) == [TAP]
    rig.model.brownout()
    assert rig.run(2000) == [RESTARTED]
    rig.model.unplug()
    assert rig.run(2000) == [LOST]
    rig.model.replug()
    assert rig.run(2000) == [RESTARTED]
    assert rig.taps.held()


def test_a_chip_that_never_answers_a_look_is_dead(rig):
    assert rig.tags.look() == PENDING
    rig.model._abort()
    results = [rig.tags.look() for _ in range(30)]
    assert DEAD in results


# -- the check


def test_a_sound_reader_has_no_findings(rig):
    assert rig.chip.check() == ()
    assert rig.chip.khz == 4000


@pytest.mark.parametrize("floating", [0x00, 0xFF])
def test_a_silent_reader_is_found(make_rig, floating):
    rig = make_rig(True, PN532Model(floating=floating))
    rig.model.unplug()
    assert rig.chip.check() == (codes.SILENT,)


@pytest.mark.parametrize("level, code", [(1, codes.IRQ_SILENT), (0, codes.IRQ_STUCK)])
def test_without_a_working_irq_wire_the_status_byte_is_asked(make_rig, level, code):
    rig = make_rig(True, PN532Model())
    rig.chip.irq = ModelPin(rig.clock, read=lambda: level)
    assert rig.chip.check() == (code,)
    assert rig.chip.irq is None
    rig.model.place(NTAG213(UID7))
    assert rig.step(5) == [TAP]


def test_another_chip_of_the_family_is_said(make_rig):
    rig = make_rig(True, PN532Model())
    rig.model.version = b"\x33\x01\x06\x07"
    assert rig.chip.check() == (codes.UNKNOWN_VERSION,)


@pytest.mark.parametrize("fault_rate", [1.0, 0.1, 0.01])
@pytest.mark.parametrize("good_khz, khz", [(4000, 4000), (3000, 2000), (1500, 1000), (500, 500)])
def test_a_bus_that_is_wrong_above_a_speed_is_slowed_down(make_rig, good_khz, khz, fault_rate):
    rig = make_rig(True, PN532Model())
    rig.model.miso_hz_max = good_khz * 1000
    rig.model.miso_rate = fault_rate
    assert rig.chip.check() == ()
    assert (rig.chip.khz, rig.model.spi_hz) == (khz, khz * 1000)
    rig.model.place(NTAG213(UID7))
    assert [rig.tags.read() for _ in range(20)] == [TAG] * 20


def test_a_bus_that_is_wrong_at_every_speed_is_a_fault(make_rig):
    rig = make_rig(True, PN532Model())
    rig.model.miso_hz_max = 0
    rig.model.miso_rate = 0.005
    assert set(rig.chip.check()) & {codes.FIFO_FAULT, codes.SILENT}
    assert rig.chip.khz == 500


def test_an_answer_to_another_command_is_not_taken(rig):
    assert rig.chip.start(frame(0x02))
    rig.chip.wait(10_000)
    rig.chip.busy = 0x4A
    assert rig.chip.fetch(burst(10)) == 0


# -- which reader is there


def wired(model):
    clock = Clock(model)
    cs, rst, irq = reader_pins(model, clock)
    return find(SPIBus(model, clock), cs, rst, irq, clock.sleep_us), clock


@pytest.mark.parametrize("version", [0x91, 0x92, 0x12, 0x88, 0xB2, 0x42])
def test_an_mfrc522_is_found_clone_or_not(version):
    reader, clock = wired(MFRC522Model(version))
    assert isinstance(reader, TagReader)
    assert reader.chip.init()


@pytest.mark.parametrize("floating", [0x00, 0xAA, 0xFF])
@pytest.mark.parametrize("preamble", [True, False])
def test_a_pn532_is_found(floating, preamble):
    reader, clock = wired(PN532Model(floating=floating, preamble=preamble))
    assert isinstance(reader, PN532Reader) and isinstance(reader.chip, PN532)
    assert reader.chip.init()


@pytest.mark.parametrize("model", [MFRC522Model, PN532Model])
def test_without_an_answer_an_mfrc522_is_assumed(model):
    silent = model()
    silent.unplug()
    reader, _ = wired(silent)
    assert isinstance(reader, TagReader)


@pytest.mark.parametrize("model, kind", [(MFRC522Model, TagReader), (PN532Model, PN532Reader)])
def test_wires_that_are_bad_for_a_fast_bus_do_not_hide_it(model, kind):
    bad = model()
    bad.miso_hz_max = 500_000
    reader, _ = wired(bad)
    assert isinstance(reader, kind)


def test_a_known_mfrc522_is_found_within_a_millisecond():
    _, clock = wired(MFRC522Model())
    assert clock.now_ns < 1_000_000
