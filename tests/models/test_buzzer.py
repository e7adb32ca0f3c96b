"""The buzzer's model hears notes."""

from deedbox.models.buzzer import BuzzerModel


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
