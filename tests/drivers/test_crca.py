"""CRC_A, against the standard's example and the model's."""

from banker.drivers.crca import crc_a
from deedbox.models import iso14443


def test_the_examples_of_the_standard():
    assert crc_a(b"\x00\x00", 0, 2) == 0x1EA0
    assert crc_a(b"\x12\x34", 0, 2) == 0xCF26


def test_it_is_over_a_part_and_zero_over_a_whole_frame():
    frame = b"\x12" + iso14443.with_crc(b"\x93\x70\x01\x02\x03\x04\x04").data + b"\xff"
    assert crc_a(frame, 1, len(frame) - 1) == 0
    assert crc_a(frame, 1, 8) == iso14443.crc_a(frame[1:8])
