"""The evening of the chip's measurements, by hands at a desk: its words are those of the screens.

On the emulated chip it takes half an hour, so a changed word is found here.
"""

from types import SimpleNamespace

from desk import Desk

from deedbox.bench.chipbox import GAME, play_evening, show_each_tag


class DeskBox:
    """Keys, taps and the display of a Desk as those of a ChipBox."""

    def __init__(self):
        self.desk = Desk(
            GAME["edition"], tuple(name.capitalize() for name in GAME["names"]), seed=GAME["seed"]
        )
        self.chip = SimpleNamespace(run=self.desk.wait)

    def key(self, *keys):
        self.desk.key(*keys)

    def tap(self, kind, number=0):
        self.desk.tap(kind, number)

    def sees(self, *words):
        text = self.desk.text()
        assert all(word in text for word in words), (words, text)


def test_every_word_of_the_evening_is_on_the_display():
    box = DeskBox()
    play_evening(box)
    assert box.desk.refusals == []


def test_each_kind_of_tag_shows_its_screen():
    show_each_tag(DeskBox())
