"""The protocol in MicroPython: the same frames as in CPython, and nothing accepted that is none."""

import struct

import check
from faultflash import Dice
from mangle import hear, payload, trial

from banker.protocol import names, tickets
from banker.protocol.frame import FRAME_MOST, PAYLOAD_MOST, Receiver, encode

TRIALS = 2000


def test_a_frame_is_the_same_in_both_interpreters():
    with open("tests/protocol/golden.txt", "rb") as file:
        for line in file:
            payload_bytes, frame = line.strip().split(b" ")
            assert encode(payload_bytes) == frame
            assert hear(Receiver(), frame) == [payload_bytes]


def test_mangled_frames_are_not_accepted_and_the_next_one_is_heard():
    for seed in range(TRIALS):
        fault = trial(seed)
        assert not fault, fault


def test_the_longest_payload_travels_and_a_longer_one_is_refused():
    payload_bytes = Dice(3).bytes(PAYLOAD_MOST)
    frame = encode(payload_bytes)
    assert len(frame) == FRAME_MOST and 3 not in frame
    assert hear(Receiver(), frame) == [payload_bytes]
    try:
        encode(payload_bytes + b"x")
        raise AssertionError("accepted")
    except ValueError:
        pass


def test_an_order_counts_once():
    book = tickets.Tickets(0xFFFFFFFF)
    ticket = struct.pack(tickets.TICKET, 0xFFFFFFFF, book.open(), 1)
    assert book.judge(ticket) == (tickets.NEW, None)
    book.keep(ticket, b"done")
    assert book.judge(ticket) == (tickets.AGAIN, b"done")


def test_names_are_only_names():
    assert names.writable("editions/my-town.bin")
    for path in (
        "editions/../main.bin",
        "editions/a\0.bin",
        "editions/a\n.bin",
        "/editions/a.bin",
        "main.py",
    ):
        assert not names.writable(path) and not names.readable(path)


def test_payloads_of_any_length_come_back():
    dice = Dice(9)
    for _ in range(100):
        payload_bytes = payload(dice)
        assert hear(Receiver(), encode(payload_bytes)) == [payload_bytes]


check.run(globals())
