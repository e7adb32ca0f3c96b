"""The buzzer's model hears notes."""

import math

import pytest

from deedbox.models.buzzer import OTHER, BuzzerModel


def test_a_note_lasts_until_silence_or_another_note():
    buzzer = BuzzerModel()
    buzzer.set(100, 440, 32768)
    buzzer.set(300, 880, 32768)
    buzzer.set(400, 880, 0)
    assert buzzer.notes == [(100, 300, 440), (300, 400, 880)]
    assert buzzer.frequencies == [440, 880]


def test_another_loudness_is_the_same_note():
    buzzer = BuzzerModel()
    buzzer.set(100, 440, 32768)
    buzzer.set(200, 440, 1000)
    buzzer.set(300, 440, 0)
    assert buzzer.notes == [(100, 300, 440)]
    assert buzzer.frequencies == [440]


def test_a_constant_level_is_silence():
    buzzer = BuzzerModel()
    buzzer.set(0, 440, 65535)
    buzzer.set(100, 440, 0)
    assert buzzer.notes == buzzer.frequencies == []


def test_a_note_ends_when_both_legs_are_still():
    buzzer = BuzzerModel()
    buzzer.set(100, 440, 32768)
    buzzer.set(110, 440, 32768, OTHER)
    buzzer.set(300, 440, 0)
    assert buzzer.freq_hz == 440
    buzzer.set(310, 440, 65535, OTHER)
    assert buzzer.notes == [(100, 310, 440)]


def test_two_legs_against_each_other_are_twice_as_strong_as_one():
    buzzer = BuzzerModel()
    buzzer.set(0, 440, 32768)
    one = [buzzer.line(n) for n in range(1, 6)]
    assert [round(line * math.pi / 2, 3) for line in one] == [1, 0, 0.333, 0, 0.2]
    assert round(buzzer.level(), 3) == 0.5
    buzzer.set(0, 440, 32768, OTHER)
    assert [buzzer.line(n) for n in range(1, 6)] == pytest.approx([2 * line for line in one])
    assert round(buzzer.level(), 3) == 0
