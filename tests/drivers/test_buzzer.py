"""Tunes sound as they are written, and nothing waits for them."""

import pytest

from banker.drivers import buzzer
from banker.drivers.buzzer import Buzzer, freq_hz
from deedbox.models.bus import Clock, ModelPWM
from deedbox.models.buzzer import BuzzerModel

TUNES = {name: tune for name, tune in vars(buzzer).items() if isinstance(tune, bytes)}


class Rig:
    def __init__(self, **options) -> None:
        self.model = BuzzerModel()
        self.clock = Clock()
        self.buzzer = Buzzer(ModelPWM(self.model, self.clock), **options)

    def poll(self, ms: int) -> bool:
        playing = False
        for _ in range(ms):
            playing = self.buzzer.poll(self.clock.ticks_ms())
            self.clock.sleep_ms(1)
        return playing

    def heard(self) -> list[tuple[int, int]]:
        """(milliseconds, Hz) of every note."""
        return [((end - start) // 1_000_000, freq) for start, end, freq in self.model.notes]


@pytest.mark.parametrize("note, hz", [(69, 440), (57, 220), (60, 261), (108, 4186), (120, 8372), (45, 110)])
def test_notes_have_their_pitch(note, hz):
    assert abs(freq_hz(note) - hz) <= 1


def test_a_tick_sounds_at_once_and_lasts_5_ms():
    rig = Rig()
    rig.buzzer.play(buzzer.TICK)
    assert rig.model.freq_hz == freq_hz(0x60)
    assert not rig.poll(20)
    assert rig.heard() == [(5, freq_hz(0x60))]


@pytest.mark.parametrize("name", sorted(TUNES))
def test_a_tune_sounds_as_written_and_ends(name):
    tune = TUNES[name]
    rig = Rig()
    rig.buzzer.play(tune)
    assert not rig.poll(3000)
    pairs = list(zip(tune[::2], tune[1::2], strict=True))
    assert rig.heard() == [(length * 5, freq_hz(note)) for note, length in pairs if note]
    assert rig.model.freq_hz == 0


def test_no_two_tunes_are_alike():
    assert len(set(TUNES.values())) == len(TUNES) > 10


def test_a_new_tune_ends_the_old_one():
    rig = Rig()
    rig.buzzer.play(buzzer.UP_SIX)
    rig.poll(70)
    rig.buzzer.play(buzzer.TICK)
    rig.poll(100)
    assert [freq for _, freq in rig.heard()] == [freq_hz(0x48), freq_hz(0x4C), freq_hz(0x60)]


def test_stop_is_silence():
    rig = Rig()
    rig.buzzer.play(buzzer.LOW)
    rig.poll(10)
    rig.buzzer.stop()
    assert rig.model.freq_hz == 0
    assert not rig.poll(500)


def test_volume_is_the_share_of_the_period_and_zero_is_silence():
    duties = []
    for volume in range(4):
        rig = Rig(volume=volume)
        rig.buzzer.play(buzzer.LOW)
        duties.append(rig.model.duty_u16)
        rig.poll(1000)
        assert len(rig.heard()) == (1 if volume else 0)
    assert duties[0] == 0
    assert duties == sorted(set(duties))
    assert duties[-1] == 32768


def test_late_polls_lose_no_note():
    rig = Rig()
    rig.buzzer.play(buzzer.UP_THREE)
    for _ in range(10):
        rig.buzzer.poll(rig.clock.ticks_ms())
        rig.clock.sleep_ms(300)
    assert [freq for _, freq in rig.heard()] == [freq_hz(0x48), freq_hz(0x4C), freq_hz(0x4F)]


# Every sound of ux.md, and its tune in the driver, whose names say how it sounds.
SOUNDS = {
    "tag read, key, clock 3-2-1": "TICK",
    "money out": "DOWN",
    "money in": "UP",
    "refused": "LOW",
    "next player": "SOFT",
    "salary": "UP_THREE",
    "jackpot": "UP_SIX",
    "storage or reader fault": "LOW_THREE",
    "rent asked": "BELL",
    "bid": "KNOCK",
    "sold": "KNOCK_THREE",
    "jail": "FALL_THREE",
    "undone": "UP_DOWN_UP",
    "out": "FALL_FOUR",
    "winner": "TUNE",
    "power-on, game found": "CHORD",
}


def test_every_sound_of_the_table_is_there_and_there_is_no_other():
    assert sorted(SOUNDS.values()) == sorted(TUNES)


def shape(name: str) -> list[int]:
    """The direction from each note to the next: 1 up, 0 same, -1 down."""
    notes = [note for note in TUNES[name][::2] if note]
    return [(b > a) - (b < a) for a, b in zip(notes, notes[1:], strict=False)]


@pytest.mark.parametrize(
    "name, steps",
    [
        ("DOWN", [-1]),
        ("UP", [1]),
        ("LOW", []),
        ("SOFT", []),
        ("UP_THREE", [1, 1]),
        ("UP_SIX", [1] * 5),
        ("LOW_THREE", [0, 0]),
        ("BELL", [-1]),
        ("KNOCK_THREE", [0, 0]),
        ("FALL_THREE", [-1, -1]),
        ("FALL_FOUR", [-1, -1, -1]),
        ("UP_DOWN_UP", [1, -1, 1]),
    ],
)
def test_a_tune_goes_the_way_its_name_says(name, steps):
    assert shape(name) == steps


def test_no_two_tunes_have_the_same_notes_and_rhythm_at_another_loudness():
    # Loudness is one setting for all: tunes can differ by notes only, and all do.
    assert len({tune[::2] for tune in TUNES.values()}) == len(TUNES)


def test_the_longest_tune_is_a_few_seconds():
    assert max(sum(tune[1::2]) * 5 for tune in TUNES.values()) < 4000


def test_volume_changes_in_the_middle_of_a_note_and_comes_back():
    rig = Rig()
    rig.buzzer.play(buzzer.LOW)
    rig.poll(50)
    rig.buzzer.set_volume(0)
    assert rig.model.freq_hz == 0
    rig.buzzer.set_volume(9)
    assert (rig.buzzer.volume, rig.model.duty_u16) == (3, 32768)
    assert rig.model.freq_hz == freq_hz(0x39)
    rig.buzzer.stop()
    rig.buzzer.set_volume(2)
    assert rig.model.freq_hz == 0
