"""The reader's model, spoken to over SPI as the data sheet says."""

import pytest

from deedbox.models.iso14443 import NTAG213, Classic1K, Tag, crc_a, with_crc
from deedbox.models.mfrc522 import MFRC522Model
from deedbox.models.reader import best_at, only_classic

COMMAND, COM_IEN, DIV_IEN, COM_IRQ, DIV_IRQ, ERROR = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06
STATUS1, FIFO, LEVEL, CONTROL, FRAMING, COLL = 0x07, 0x09, 0x0A, 0x0C, 0x0D, 0x0E
MODE, TX_MODE, RX_MODE, TX_CONTROL, RF_CFG = 0x11, 0x12, 0x13, 0x14, 0x26
T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L, VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37
TRANSCEIVE, SOFT_RESET = 0x0C, 0x0F


class Host:
    def __init__(self, model: MFRC522Model) -> None:
        self.model = model

    def write(self, register: int, *values: int) -> None:
        self.model.set_cs(0)
        self.model.xfer(register << 1)
        for value in values:
            self.model.xfer(value)
        self.model.set_cs(1)

    def read(self, *registers: int) -> list[int]:
        self.model.set_cs(0)
        self.model.xfer(0x80 | registers[0] << 1)
        values = [self.model.xfer(0x80 | register << 1) for register in registers[1:]]
        values.append(self.model.xfer(0))
        self.model.set_cs(1)
        return values

    def run(self, us: int) -> None:
        self.model.run_to(self.model.now_ns + us * 1000)

    def set_up(self) -> None:
        for register, value in ((T_MODE, 0x80), (T_PRESCALER, 0xA9), (T_RELOAD_L, 39), (MODE, 0x3D)):
            self.write(register, value)
        self.write(COLL, 0)
        self.write(COM_IEN, 0xA1)
        self.write(TX_CONTROL, 0x83)
        self.run(5000)

    def send(self, *data: int, framing: int = 0, us: int = 5000) -> list[int]:
        self.write(LEVEL, 0x80)
        self.write(COM_IRQ, 0x7F)
        self.write(FIFO, *data)
        self.write(COMMAND, TRANSCEIVE)
        self.write(FRAMING, 0x80 | framing)
        self.run(us)
        return [self.read(FIFO)[0] for _ in range(self.read(LEVEL)[0])]


@pytest.fixture
def host():
    host = Host(MFRC522Model())
    host.set_up()
    return host


def test_after_reset_registers_have_their_reset_values():
    host = Host(MFRC522Model())
    assert host.read(COMMAND, COM_IEN, COM_IRQ, 0x0B, MODE, TX_CONTROL, VERSION) == [
        0x20, 0x80, 0x14, 0x08, 0x3F, 0x80, 0x92,
    ]  # fmt: skip
    assert host.read(STATUS1, COLL) == [0x21, 0xA0]


def test_a_transaction_is_a_fall_of_chip_select(host):
    before = host.model.transactions, host.model.bytes
    host.read(COM_IRQ, ERROR, LEVEL)
    host.model.set_cs(1)
    assert (host.model.transactions - before[0], host.model.bytes - before[1]) == (1, 4)


def test_without_chip_select_nobody_listens(host):
    assert host.model.xfer(0x80 | VERSION << 1) == 0xFF
    assert host.model.xfer(0) == 0xFF


def test_a_written_burst_goes_to_one_register(host):
    host.write(FIFO, 1, 2, 3)
    assert host.read(LEVEL, FIFO, FIFO, FIFO, LEVEL) == [3, 1, 2, 3, 0]


def test_the_fifo_overflows_at_64(host):
    host.write(FIFO, *range(64))
    assert host.read(LEVEL, ERROR) == [64, 0]
    host.write(FIFO, 99)
    assert host.read(LEVEL) == [64]
    assert host.read(ERROR)[0] & 0x10
    host.write(LEVEL, 0x80)
    assert host.read(LEVEL, ERROR) == [0, 0]


def test_interrupt_bits_are_set_and_cleared_by_the_top_bit(host):
    host.write(COM_IRQ, 0x7F)
    assert host.read(COM_IRQ) == [0]
    host.write(COM_IRQ, 0x80 | 0x41)
    assert host.read(COM_IRQ) == [0x41]
    host.write(COM_IRQ, 0x01)
    assert host.read(COM_IRQ) == [0x40]


def test_the_irq_pin_follows_what_is_enabled_in_either_polarity(host):
    host.write(COM_IRQ, 0x7F)
    host.write(COM_IEN, 0x81)
    assert host.model.irq_pin() == 1
    host.write(COM_IRQ, 0x80 | 0x20)
    assert host.model.irq_pin() == 1
    host.write(COM_IRQ, 0x80 | 0x01)
    assert host.model.irq_pin() == 0
    host.write(COM_IEN, 0x01)
    assert host.model.irq_pin() == 1


def test_the_crc_coprocessor_knows_the_examples_of_the_standard(host):
    for data, low, high in (((0, 0), 0xA0, 0x1E), ((0x12, 0x34), 0x26, 0xCF)):
        host.write(FIFO, *data)
        host.write(DIV_IRQ, 0x04)
        host.write(COMMAND, 0x03)
        assert not host.read(DIV_IRQ)[0] & 0x04
        host.run(10)
        assert host.read(DIV_IRQ)[0] & 0x04
        assert host.read(0x22, 0x21) == [low, high]


def test_the_timer_fires_a_millisecond_after_an_unanswered_frame(host):
    host.send(0x52, framing=7, us=1070)
    assert not host.read(COM_IRQ)[0] & 0x01
    host.run(30)
    assert host.read(COM_IRQ)[0] & 0x61 == 0x41
    assert host.model.irq_pin() == 0


def test_the_next_event_is_known_and_then_over(host):
    host.write(CONTROL, 0x40)
    assert host.model.next_event() == pytest.approx(host.model.now_ns + 1_000_000, rel=0.01)
    host.run(1100)
    assert host.model.next_event() is None
    host.write(CONTROL, 0x40)
    host.write(CONTROL, 0x80)
    assert host.model.next_event() is None


def test_an_answer_stops_the_timer_and_takes_the_time_of_its_bits(host):
    host.model.place(Classic1K(b"\x01\x02\x03\x04"))
    host.run(5000)
    host.send(0x52, framing=7, us=355)
    assert not host.read(COM_IRQ)[0] & 0x20
    host.run(10)
    assert host.read(COM_IRQ)[0] & 0x61 == 0x60
    host.run(5000)
    assert not host.read(COM_IRQ)[0] & 0x01


def test_a_tag_needs_the_field_for_a_while(host):
    host.model.place(Classic1K(b"\x01\x02\x03\x04"))
    assert host.send(0x52, framing=7, us=1500) == []
    assert host.send(0x52, framing=7) == [4, 0]


def test_two_tags_collide_at_the_first_bit_that_differs(host):
    host.model.place(Classic1K(b"\x01\x02\x03\x04"), Classic1K(b"\x01\x02\x07\x04"))
    host.run(5000)
    host.send(0x52, framing=7)
    answer = host.send(0x93, 0x20)
    assert host.read(ERROR)[0] & 0x08
    assert host.read(COLL)[0] & 0x3F == 19  # bit 19 of 40, counted from 1
    assert answer[:3] == [0x01, 0x02, 0x07]
    assert answer[3:] == [0, 0]


def test_anticollision_with_known_bits_singles_a_tag_out(host):
    host.model.place(Classic1K(b"\x01\x02\x03\x04"), Classic1K(b"\x01\x02\x07\x04"))
    host.run(5000)
    host.send(0x52, framing=7)
    host.send(0x93, 0x20)
    # 19 bits known, the last of them 0: two bytes and three bits; the answer is aligned behind them.
    answer = host.send(0x93, 0x43, 0x01, 0x02, 0x03, framing=0x33)
    assert not host.read(ERROR)[0]
    assert answer == [0x00, 0x04, 0x01 ^ 0x02 ^ 0x03 ^ 0x04]


def test_the_chip_can_add_and_check_the_crc(host):
    host.model.place(NTAG213(bytes(range(1, 8))))
    host.run(5000)
    host.send(0x52, framing=7)
    host.write(TX_MODE, 0x80)
    host.write(RX_MODE, 0x80)
    select = [0x93, 0x70, 0x88, 1, 2, 3, 0x88 ^ 1 ^ 2 ^ 3]
    assert host.send(*select) == [0x04]
    assert not host.read(ERROR)[0]


def test_without_a_field_nobody_answers(host):
    host.model.place(Classic1K(b"\x01\x02\x03\x04"))
    host.run(5000)
    host.write(TX_CONTROL, 0x80)
    assert host.send(0x52, framing=7) == []


def test_a_brown_out_forgets_everything_and_a_soft_reset_too(host):
    host.model.brownout()
    host.run(500)
    assert host.read(T_MODE, TX_CONTROL) == [0x00, 0x80]
    host.set_up()
    host.write(COMMAND, SOFT_RESET)
    host.run(500)
    assert host.read(T_MODE, TX_CONTROL) == [0x00, 0x80]


@pytest.mark.parametrize("reads_early, version, command", [(False, 0, 0), (True, 0x92, 0x30)])
def test_while_it_starts_nothing_can_be_written(reads_early, version, command):
    host = Host(MFRC522Model(start_up_ns=3_000_000, reads_early=reads_early))
    host.write(COMMAND, SOFT_RESET)
    host.run(2900)
    host.write(T_MODE, 0x80)
    assert host.read(VERSION, COMMAND) == [version, command]
    host.run(200)
    assert host.read(VERSION, COMMAND, T_MODE) == [0x92, 0x20, 0]


def test_noise_leaves_bytes_in_the_fifo_and_no_interrupt(host):
    host.model.noise_rate = 1.0
    noise = host.send(0x52, framing=7)
    assert noise and not host.read(COM_IRQ)[0] & 0x20


def test_above_its_speed_a_wire_gives_wrong_bytes(host):
    host.model.miso_hz_max = 1_000_000
    host.model.spi_hz = 1_000_000
    assert host.read(VERSION) == [0x92]
    host.model.spi_hz = 2_000_000
    assert host.read(VERSION) != [0x92]


def test_a_weak_field_wakes_only_classic_tags(host):
    host.model.feeds = only_classic
    host.model.place(NTAG213(bytes(range(4, 11))))
    host.run(5000)
    assert host.send(0x52, framing=7) == []
    host.model.place(Classic1K(b"\x01\x02\x03\x04"))
    host.run(5000)
    assert host.send(0x52, framing=7) == [0x04, 0x00]


def test_what_is_heard_depends_on_the_gain(host):
    host.model.reception = best_at(43)
    host.model.place(Tag(b"\x01\x02\x03\x04"))
    host.run(5000)
    heard = {}
    for gain in (4, 5, 6, 7):
        host.write(RF_CFG, gain << 4 | 8)
        heard[gain] = 0
        for _ in range(100):
            heard[gain] += host.send(0x52, framing=7) == [0x04, 0x00]
            host.send(0x52, framing=7)  # it falls back, whether it was heard or not
    assert heard[6] == 100 and 40 < heard[4] < 60 and 65 < heard[5] < 85 and 65 < heard[7] < 85


def test_an_unplugged_reader_floats_and_a_plugged_one_wakes_up(host):
    host.model.unplug()
    assert host.read(VERSION, T_MODE) == [0xFF, 0xFF]
    assert host.model.irq_pin() == 1
    host.model.replug()
    assert host.read(VERSION) == [0]
    host.run(500)
    assert host.read(VERSION, T_MODE) == [0x92, 0]


def test_the_reset_pin_holds_it_down_and_starts_it_anew(host):
    host.model.set_rst(1)
    assert host.read(T_MODE) == [0x80]
    host.model.set_rst(0)
    assert host.read(VERSION) == [0]
    host.model.set_rst(1)
    host.run(500)
    assert host.read(VERSION, T_MODE) == [0x92, 0]


def test_memory_command_keeps_25_bytes(host):
    host.write(FIFO, *range(25))
    host.write(COMMAND, 0x01)
    assert host.read(LEVEL) == [0]
    host.write(COMMAND, 0x01)
    assert host.read(LEVEL, FIFO, FIFO) == [25, 0, 1]


@pytest.mark.parametrize("kind, errors", [("parity", 0x02), ("short", 0x01), ("silent", 0x00)])
def test_garbling_spoils_the_share_that_was_asked_for(host, kind, errors):
    host.model.place(Classic1K(b"\x01\x02\x03\x04"))
    host.run(5000)
    host.model.garble(0.25, seed=4, kinds=(kind,))
    spoilt = 0
    for _ in range(400):
        host.send(0x52, framing=7)
        answer = host.send(0x93, 0x20)
        if answer != [1, 2, 3, 4, 4]:
            spoilt += 1
            assert host.read(ERROR)[0] == errors
        host.send(0x52, framing=7)
    assert 60 <= spoilt <= 140


def test_garbling_is_the_same_every_time():
    def run() -> list[list[int]]:
        host = Host(MFRC522Model())
        host.set_up()
        host.model.place(Tag(b"\x01\x02\x03\x04"))
        host.run(5000)
        host.model.garble(0.5, seed=9, kinds=("parity", "silent", "short", "lost"))
        return [host.send(0x52, framing=7) for _ in range(60)]

    assert run() == run()


def test_an_unknown_kind_of_garbling_is_refused():
    with pytest.raises(ValueError):
        MFRC522Model().garble(0.1, kinds=("loud",))


def test_time_never_runs_backwards(host):
    now_ns = host.model.now_ns
    host.model.run_to(now_ns - 1000)
    assert host.model.now_ns == now_ns


def test_a_frame_with_its_crc_checks_to_zero():
    assert crc_a(with_crc(b"\x50\x00").data) == 0
    assert with_crc(b"\x50\x00").data == b"\x50\x00\x57\xcd"
