"""Frames: every payload comes out as it went in, whatever noise is on the line."""

import random
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.append(str(Path(__file__).resolve().parents[1] / "micropython"))

from mangle import hear, trial  # noqa: E402

from banker.protocol import frame, verbs  # noqa: E402
from banker.protocol.frame import FRAME_MOST, PACKET, PAYLOAD_MOST, Receiver, encode  # noqa: E402

GOLDEN = Path(__file__).with_name("golden.txt")
SAMPLE, PROOF = 3_000, 1_000_000

payloads = st.binary(max_size=PAYLOAD_MOST)


class FastDice:
    """As the Dice of tests/micropython, but fast in CPython."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self.bytes = self._random.randbytes

    def below(self, limit):
        return int(self._random.random() * limit)


@given(payloads)
def test_a_frame_carries_its_payload_in_whole_packets_of_printable_bytes(text):
    frame_bytes = encode(text)
    assert len(frame_bytes) % PACKET == 0 and len(frame_bytes) <= FRAME_MOST
    assert all(0x20 < byte < 0x7F for byte in frame_bytes)
    assert frame_bytes.count(b"~") == 1
    assert hear(Receiver(), frame_bytes) == [text]


def test_the_form_does_not_change_by_accident():
    for line in GOLDEN.read_bytes().splitlines():
        text, frame_bytes = line.split(b" ")
        assert encode(text) == frame_bytes


def test_a_part_of_an_answer_fills_a_frame():
    assert verbs.ANSWER_ROOM + verbs.ANSWER_SIZE == PAYLOAD_MOST
    assert verbs.ANSWER_SIZE == len(verbs.answer(1, 2, 3, 4))
    assert verbs.QUESTION_SIZE == len(verbs.question(1, 2))


def test_more_than_a_frame_holds_is_refused():
    with pytest.raises(ValueError):
        encode(bytes(PAYLOAD_MOST + 1))


@given(st.lists(payloads, max_size=4), st.lists(st.binary(max_size=90), min_size=5, max_size=5))
def test_noise_between_frames_is_only_noise(text, noise):
    line = noise[0]
    for payload, rest in zip(text, noise[1:], strict=False):
        line += encode(payload) + rest
    texts = hear(Receiver(), line)
    assert [payload for payload in texts if payload in text] == text
    assert len(texts) == len(text)


@given(payloads, st.integers(1, 63))
def test_pieces_of_any_size_will_do(text, most):
    assert hear(Receiver(), b">>> " + encode(text) + b"\r\n", most) == [text]


@given(payloads, st.data())
def test_a_frame_with_any_byte_changed_is_not_a_frame(text, data):
    frame_bytes = bytearray(encode(text))
    at = data.draw(st.integers(0, len(frame_bytes) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != frame_bytes[at]))
    frame_bytes[at] = byte
    receiver = Receiver()
    assert hear(receiver, bytes(frame_bytes)) == []
    assert hear(receiver, encode(b"next")) == [b"next"]


@given(st.binary(max_size=3000))
def test_any_bytes_at_all_are_no_frame_and_the_next_frame_is_heard(noise):
    receiver = Receiver()
    assert hear(receiver, noise) == []
    assert hear(receiver, encode(b"next")) == [b"next"]


def test_a_person_typing_never_lets_a_read_wait_for_more_than_one_byte():
    receiver = Receiver()
    for key in b"~help()\r\n~~D~DA~DAA~DPP import this ~ ~D A":
        assert receiver.want() == 1
        hear(receiver, bytes((key,)))


def test_more_than_the_rest_of_a_packet_is_never_wanted():
    receiver = Receiver()
    frame_bytes = encode(bytes(700))
    at = 0
    while at < len(frame_bytes):
        count = receiver.want()
        assert at < 4 or count <= PACKET - at % PACKET
        hear(receiver, frame_bytes[at : at + count])
        at += count
    assert receiver.noise == 0


def test_what_was_no_frame_is_counted():
    receiver = Receiver()
    hear(receiver, b"Traceback\r\n" + encode(b"x") + b"~D?" + encode(b"y")[:40])
    hear(receiver, encode(b"z"))
    assert receiver.noise == len(b"Traceback\r\n") + len(b"~D?") + 40


def test_a_sample_of_mangled_frames_is_not_accepted_and_the_next_one_is_heard():
    assert [fault for fault in (trial(seed, FastDice) for seed in range(SAMPLE)) if fault] == []


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_a_million_mangled_frames_are_not_accepted_and_the_next_one_is_heard():
    assert [fault for fault in (trial(seed, FastDice) for seed in range(PROOF)) if fault] == []


def test_a_trial_notices_a_receiver_that_accepts_too_much(monkeypatch):
    monkeypatch.setattr(frame, "_sum", lambda packets, data: 0)
    assert [fault for fault in (trial(seed, FastDice) for seed in range(200)) if "accepted" in fault]


def test_a_trial_notices_a_receiver_that_loses_its_place(monkeypatch):
    monkeypatch.setattr(Receiver, "took", _takes_no_notice_of_beginnings)
    assert [fault for fault in (trial(seed, FastDice) for seed in range(200)) if "not heard" in fault]


def _takes_no_notice_of_beginnings(self, count):
    self.fill += count
    if not self._head_is_right():
        self.fill = 0
        return None
    if self.fill < 4 or self.fill < self._size:
        return None
    self.fill = 0
    return self._payload()
