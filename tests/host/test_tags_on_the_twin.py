"""Tags learned and read back over the twin's port, by the firmware in the unix port; a clone in the pile."""

import pytest
from hands import Hands

from deedbox import firmware, link
from deedbox.models.iso14443 import NTAG213, Classic1K
from deedbox.tagging import Pile, TagBox, Walk, item
from deedbox.tagging import pile as piles
from deedbox.twin import Twin


@pytest.fixture(scope="module")
def twin():
    files = {**firmware.compiled(), "settings.json": b'{"display": "ssd1306"}'}
    with Twin(files=files) as twin:
        Hands(twin).sees("NEW GAME")
        with link.connect(twin, timeout_s=20) as session:
            yield twin, TagBox(session)


def sticker(number):
    return NTAG213(bytes((0x04, 0x11, 0x22, number, 0, 0, 1)))


class OneByOne:
    """Lays the next tag down when nothing was heard of the last one for a while, whatever the load."""

    def __init__(self, twin, *tags):
        self._hands = Hands(twin)
        self._tags = list(tags)
        self._twin = twin
        self._lies = None
        self.heard = False

    @property
    def ended(self):
        return not self._tags and self.heard

    def pause(self, seconds):
        if self._lies is not None and not self.heard:
            self._hands.wait(20)
            return
        if self._lies is not None:
            self._twin.lift(self._lies)
            self._hands.wait(900)
            self._lies = None
        if self._tags:
            self._lies = self._tags.pop(0)
            self.heard = False
            self._twin.tap(self._lies)

    def hear(self, events):
        for event in events:
            self.heard = self.heard or getattr(event, "what", "") != "asked"
            yield event
        self._twin.lift()
        self._hands.wait(900)


def test_a_walk_and_a_pile_in_the_unix_port(twin):
    twin, box = twin
    fob, deed = Classic1K(b"\x01\x02\x03\x04"), sticker(1)
    wanted = [item("token:1"), item("deed:brown1"), item("banker")]
    taps = OneByOne(twin, fob, deed, deed, sticker(2))
    told = [event.what for event in taps.hear(Walk(box, wanted, pause=taps.pause).run())]
    assert [what for what in told if what != "asked"] == ["learned", "learned", "duplicate", "learned"]
    assert [str(tag.item) for tag in box.learned()] == ["token:1", "deed:brown1", "banker"]
    clone = NTAG213(bytes(deed.uid))
    taps = OneByOne(twin, deed, clone, fob, sticker(9))
    found = list(taps.hear(Pile(box, pause=taps.pause, ended=lambda: taps.ended).run()))
    assert [tag.found for tag in found] == [piles.SIGNED, piles.UNSIGNED, piles.NO_MEMORY, piles.STRANGER]
    assert 32 in deed.written and not clone.written
    Hands(twin).sees("NEW GAME")
