"""Tunes sound as they are written, and nothing waits for them."""

import math

import pytest

from banker.drivers import buzzer
from banker.drivers.buzzer import UNIT_MS, VOLUME_MAX, Buzzer, freq_hz
from deedbox.models.bus import Clock, buzzer_pwms
from deedbox.models.buzzer import BuzzerModel

TUNES = {name: tune for name, tune in vars(buzzer).items() if isinstance(tune, bytes)}


class Rig:
    def __init__(self, **options) -> None:
        self.model = BuzzerModel()
        self.clock = Clock()
        self.buzzer = Buzzer(*buzzer_pwms(self.model, self.clock), **options)

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


def test_a_tick_sounds_at_once_and_is_long_and_high_enough_for_a_piezo():
    rig = Rig()
    rig.buzzer.play(buzzer.TICK)
    assert rig.model.freq_hz == 4186
    assert not rig.poll(40)
    assert rig.heard() == [(25, 4186)]


# A piezo of 12 mm is rated at its resonance of 4 kHz and gives little below half of that (TDK, PS1240).
HEARD_HZ = range(2000, 5001)


@pytest.mark.parametrize("name", sorted(TUNES))
@pytest.mark.parametrize("volume", [2, 3])
def test_every_note_of_a_tune_is_strong_where_a_piezo_is_loud(name, volume):
    """In the spectrum: its strongest line there has at least a third of a square wave's first line."""
    rig = Rig(volume=volume)
    first = 2 / math.pi * (2 if volume == VOLUME_MAX else 1)
    for note in TUNES[name][::2]:
        if note == buzzer.REST:
            continue
        rig.buzzer.play(bytes((note, 10)))
        lines = [rig.model.line(n) for n in range(1, 100) if n * freq_hz(note) in HEARD_HZ]
        assert max(lines) >= first / 3 - 1e-3, f"{freq_hz(note)} Hz"


def test_no_tune_has_the_note_of_the_tick():
    """Ears, and tests, tell a tick from a tune by it."""
    assert [name for name, tune in TUNES.items() if buzzer.TICK[0] in tune[::2]] == ["TICK"]


def test_no_sound_of_a_tune_is_shorter_than_a_tick():
    assert min(length for tune in TUNES.values() for note, length in pairs(tune) if note) * UNIT_MS >= 25


def pairs(tune: bytes) -> list[tuple[int, int]]:
    return list(zip(tune[::2], tune[1::2], strict=True))


@pytest.mark.parametrize("name", sorted(TUNES))
def test_a_tune_sounds_as_written_and_ends(name):
    tune = TUNES[name]
    rig = Rig()
    rig.buzzer.play(tune)
    assert not rig.poll(3000)
    assert rig.heard() == [(length * 5, freq_hz(note)) for note, length in pairs(tune) if note]
    assert rig.model.freq_hz == 0


def test_no_two_tunes_are_alike():
    assert len(set(TUNES.values())) == len(TUNES) > 10


def test_a_new_tune_ends_the_old_one():
    rig = Rig()
    rig.buzzer.play(buzzer.UP_SIX)
    rig.poll(70)
    rig.buzzer.play(buzzer.TICK)
    rig.poll(100)
    assert [freq for _, freq in rig.heard()] == [freq_hz(note) for note in (*buzzer.UP_SIX[0:4:2], 108)]


def test_stop_is_silence():
    rig = Rig()
    rig.buzzer.play(buzzer.LOW)
    rig.poll(10)
    rig.buzzer.stop()
    assert rig.model.freq_hz == 0
    assert not rig.poll(500)


def decibels(strength: float) -> float:
    return 20 * math.log10(strength)


def test_each_volume_is_louder_by_6_to_11_decibels_and_zero_is_silence():
    strengths = []
    for volume in range(4):
        rig = Rig(volume=volume)
        rig.buzzer.play(buzzer.LOW)
        strengths.append(rig.model.line(1))
        rig.poll(1000)
        assert len(rig.heard()) == (1 if volume else 0)
    assert strengths[0] < 1e-9
    steps = [decibels(b / a) for a, b in zip(strengths[1:], strengths[2:], strict=False)]
    assert [round(step, 1) for step in steps] == [10.7, 6.0]


def test_the_loudest_volume_swings_both_legs_and_no_voltage_stays_on_the_piezo():
    rig = Rig()
    for act in (lambda: None, lambda: rig.buzzer.play(buzzer.LOW), rig.buzzer.stop):
        act()
        assert abs(rig.model.level()) < 1e-3
    rig.buzzer.set_volume(1)
    rig.buzzer.play(buzzer.LOW)
    rig.poll(1000)
    assert rig.model.level() == 0


def test_late_polls_lose_no_note():
    rig = Rig()
    rig.buzzer.play(buzzer.UP_THREE)
    for _ in range(10):
        rig.buzzer.poll(rig.clock.ticks_ms())
        rig.clock.sleep_ms(300)
    assert [freq for _, freq in rig.heard()] == [freq_hz(note) for note in buzzer.UP_THREE[::2]]


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
    assert rig.buzzer.volume == 3
    assert rig.model.freq_hz == freq_hz(buzzer.LOW[0])
    rig.buzzer.stop()
    rig.buzzer.set_volume(2)
    assert rig.model.freq_hz == 0
