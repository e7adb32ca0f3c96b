"""The PN532's model, spoken to over SPI as the user manual says: least significant bit first, in frames."""

import pytest

from deedbox.models.iso14443 import NTAG213, Classic1K, Tag
from deedbox.models.pn532 import ACK, NACK, SYNTAX_ERROR, PN532Model, framed, turned
from deedbox.models.reader import best_at, only_classic

UID7 = bytes.fromhex("04a1b2c3d4e5f6")
LIST_ONE, LIST_TWO = b"\x4a\x01\x00", b"\x4a\x02\x00"
FIELD_OFF = b"\x32\x01\x00"


class Host:
    def __init__(self, model: PN532Model) -> None:
        self.model = model

    def transaction(self, *data: int) -> bytes:
        self.model.set_cs(0)
        back = bytes(turned(self.model.xfer(turned(value))) for value in data)
        self.model.set_cs(1)
        return back[1:]

    def run(self, us: int) -> None:
        self.model.run_to(self.model.now_ns + us * 1000)

    def ready(self) -> bool:
        return bool(self.transaction(2, 0)[0] & 1)

    def until_ready(self, us: int = 200_000) -> bool:
        for _ in range(us // 100):
            if self.ready():
                return True
            self.run(100)
        return False

    def read(self, length: int = 80) -> bytes:
        return self.transaction(3, *[0] * length)

    def wake(self) -> None:
        self.run(5000)
        self.model.set_cs(0)
        self.run(2000)
        self.model.set_cs(1)

    def ask(self, command: bytes) -> bytes:
        """The command, its ACK, and the data of the answer."""
        self.transaction(1, *framed(b"\xd4" + command))
        assert self.until_ready() and self.read(6) == ACK
        assert self.until_ready()
        return self.data(command[0])

    def data(self, code: int) -> bytes:
        frame = self.read()
        assert frame[:3] == b"\x00\x00\xff" and (frame[3] + frame[4]) & 0xFF == 0
        data = frame[5 : 5 + frame[3]]
        assert (sum(data) + frame[5 + frame[3]]) & 0xFF == 0 and data[:2] == bytes((0xD5, code + 1))
        return data[2:]


@pytest.fixture
def host() -> Host:
    host = Host(PN532Model())
    host.wake()
    assert host.ask(b"\x14\x01\x14\x01") == b""
    assert host.ask(b"\x32\x05\x00\x01\x01") == b""
    return host


def test_a_frame_is_the_one_of_the_manual():
    assert framed(b"\xd4\x02") == bytes.fromhex("0000ff02fed4022a00")


def test_the_firmware_is_that_of_a_pn532(host):
    assert host.ask(b"\x02") == b"\x32\x01\x06\x07"


def test_it_hears_nothing_while_it_starts_and_before_it_is_woken():
    host = Host(PN532Model(start_up_ns=10_000_000))
    host.model.replug()
    host.run(9000)
    assert host.transaction(2, 0) == b"\xff"
    host.run(2000)
    host.transaction(1, *framed(b"\xd4\x02"))
    host.run(2000)
    assert host.transaction(2, 0) == b"\xff"
    host.wake()
    assert host.ask(b"\x02")


def test_the_ack_comes_first_and_the_answer_only_after_it_was_read(host):
    host.transaction(1, *framed(b"\xd4\x02"))
    assert not host.ready()
    host.run(50_000)
    assert host.read(6) == ACK
    assert host.data(0x02) == b"\x32\x01\x06\x07"
    assert not host.ready()


def test_the_irq_pin_is_low_while_something_waits_for_the_host(host):
    assert host.model.irq_pin() == 1
    host.transaction(1, *framed(b"\xd4\x4a\x01\x00"))
    assert host.model.irq_pin() == 1
    host.run(1000)
    assert host.model.irq_pin() == 0
    host.read(6)
    assert host.model.irq_pin() == 1
    host.run(50_000)
    assert host.model.irq_pin() == 0


@pytest.mark.parametrize("at", [3, 4, 5, 6, 7])
def test_a_damaged_frame_gets_no_ack(host, at):
    frame = bytearray(framed(b"\xd4\x02"))
    frame[at] ^= 0x10
    host.transaction(1, *frame)
    assert not host.until_ready(10_000)


def test_a_nack_brings_the_last_frame_again(host):
    answer = host.ask(b"\x02")
    host.transaction(1, *NACK)
    assert host.data(0x02) == answer


def test_an_ack_of_the_host_ends_what_it_does(host):
    host.ask(b"\x32\x05\x00\x01\xff")  # for ever
    host.transaction(1, *framed(b"\xd4" + LIST_ONE))
    assert host.until_ready() and host.read(6) == ACK
    assert not host.until_ready(500_000)
    host.transaction(1, *ACK)
    assert not host.until_ready(10_000)
    assert host.ask(b"\x02")


def test_an_unknown_command_is_a_syntax_error(host):
    host.transaction(1, *framed(b"\xd4\x99"))
    assert host.until_ready() and host.read(6) == ACK
    assert host.until_ready() and host.read(8) == SYNTAX_ERROR


def test_the_line_test_gives_everything_back(host):
    data = bytes(range(64))
    assert host.ask(b"\x00\x00" + data) == b"\x00" + data


def test_without_a_preamble_frames_are_one_byte_shorter(host):
    host.model.preamble = False
    host.transaction(1, *framed(b"\xd4\x02"))
    assert host.until_ready() and host.read(5) == ACK[1:]
    assert host.until_ready() and host.read(4) == b"\x00\xff\x06\xfa"


def test_nobody_there_is_no_target(host):
    assert host.ask(LIST_ONE) == b"\x00"


@pytest.mark.parametrize(
    "tag, head",
    [
        (Classic1K(b"\x01\x02\x03\x04"), "01 01 0400 08 04"),
        (NTAG213(UID7), "01 01 4400 00 07"),
        (Tag(bytes(range(1, 11))), "01 01 8400 08 0a"),
    ],
    ids=["4", "7", "10"],
)
def test_a_target_is_listed_with_its_kind_and_its_uid(host, tag, head):
    host.model.place(tag)
    host.run(5000)
    assert host.ask(LIST_ONE) == bytes.fromhex(head) + tag.uid


def test_two_targets_are_told_apart_bit_by_bit(host):
    host.model.place(Classic1K(b"\x01\x02\x03\x04"), NTAG213(UID7))
    host.run(5000)
    answer = host.ask(LIST_TWO)
    assert answer[0] == 2 and b"\x01\x02\x03\x04" in answer and UID7 in answer


def test_what_was_listed_stays_halted_until_the_field_was_off(host):
    host.model.place(NTAG213(UID7))
    host.run(5000)
    assert host.ask(LIST_TWO)[0] == 1
    assert host.ask(LIST_TWO)[0] == 0
    host.ask(FIELD_OFF)
    assert host.ask(LIST_TWO)[0] == 1


def test_a_wanted_target_is_listed_and_no_other(host):
    host.model.place(Classic1K(b"\x01\x02\x03\x04"), NTAG213(UID7))
    host.run(5000)
    assert host.ask(LIST_ONE + b"\x88" + UID7)[-7:] == UID7
    host.ask(FIELD_OFF)
    assert host.ask(LIST_ONE + b"\x88" + UID7[::-1]) == b"\x00"


def test_pages_are_read_and_written_through_it(host):
    tag = NTAG213(UID7)
    host.model.place(tag)
    host.run(5000)
    host.ask(LIST_ONE)
    assert host.ask(b"\x40\x01\xa2\x20DEED") == b"\x00"
    assert tag.memory[0x80:0x84] == b"DEED"
    assert host.ask(b"\x40\x01\x30\x20") == b"\x00DEED" + bytes(12)
    assert host.ask(b"\x42\x60") == b"\x00" + tag.version
    assert host.ask(b"\x40\x01\x60" + bytes(11)) == b"\x14"
    assert host.ask(b"\x40\x02\x30\x20") == b"\x27"


def test_a_request_of_seven_bits_is_sent_with_its_registers(host):
    host.model.place(NTAG213(UID7), Classic1K(b"\x01\x02\x03\x04"))
    host.run(5000)
    assert host.ask(LIST_ONE)[0] == 1
    assert host.ask(b"\x08" + bytes.fromhex("630200 630300 633d07")) == b""
    assert host.ask(b"\x42\x26") in (b"\x00\x04\x00", b"\x00\x44\x00")
    host.ask(FIELD_OFF)
    assert host.ask(LIST_ONE) == b"\x00"  # its own requests need them as they were
    assert host.ask(b"\x08" + bytes.fromhex("630280 630380 633d00")) == b""
    host.ask(FIELD_OFF)
    assert host.ask(LIST_ONE)[0] == 1


def test_an_exchange_waits_as_long_as_it_was_told(host):
    host.ask(LIST_ONE)
    for code, us in ((0x0A, 51_200), (0x05, 1_600)):
        host.ask(bytes((0x32, 0x02, 0x00, 0x0B, code)))
        before_ns = host.model.now_ns
        assert host.ask(b"\x42\x60") == b"\x01"
        assert us <= (host.model.now_ns - before_ns) // 1000 < us + 3000


def test_an_answer_of_four_bits_has_no_crc(host):
    host.model.place(NTAG213(UID7))
    host.run(5000)
    host.ask(LIST_ONE)
    assert host.ask(b"\x42\xa2\x20DEED") == b"\x02"


def test_a_released_target_is_halted(host):
    host.model.place(NTAG213(UID7))
    host.run(5000)
    host.ask(LIST_ONE)
    assert host.ask(b"\x52\x01") == b"\x00"
    assert host.ask(b"\x40\x01\x30\x20") == b"\x27"
    assert host.ask(LIST_ONE) == b"\x00"


def test_a_brown_out_forgets_everything(host):
    host.ask(LIST_ONE)
    host.model.brownout()
    host.run(5000)
    assert host.transaction(2, 0) == b"\xff"
    host.wake()
    assert host.ask(b"\x02") and host.model.irq_pin() == 1


def test_an_unplugged_reader_floats(host):
    host.model.unplug()
    assert host.transaction(2, 0) == b"\xff" and host.model.irq_pin() == 1


def test_wires_field_and_gain_can_be_as_bad_as_those_of_the_other_reader(host):
    host.model.feeds = only_classic
    host.model.place(NTAG213(UID7))
    host.run(5000)
    assert host.ask(LIST_ONE) == b"\x00"
    host.model.feeds = None
    host.model.power_tags()
    host.model.reception = best_at(48)
    counts = {}
    for gain in (4, 7):
        host.ask(bytes((0x32, 0x0A, gain << 4 | 9)) + bytes(10))
        counts[gain] = 0
        for _ in range(20):
            host.ask(FIELD_OFF)
            counts[gain] += host.ask(LIST_ONE)[0]
    assert counts[7] == 20 > counts[4]
    host.model.miso_hz_max = 1_000_000
    host.model.spi_hz = 2_000_000
    host.transaction(1, *framed(b"\xd4\x02"))
    host.run(1000)
    assert host.read(6) != ACK


def test_garbled_answers_are_tried_again(host):
    host.ask(b"\x32\x05\x00\x01\x20")
    host.model.place(NTAG213(UID7))
    host.run(5000)
    host.model.garble(0.15, seed=2, kinds=("parity", "silent", "short", "lost"))
    for _ in range(20):
        host.ask(FIELD_OFF)
        assert host.ask(LIST_ONE)[-7:] == UID7
