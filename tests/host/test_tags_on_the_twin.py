"""Learning and reading tags over the twin's port, with the firmware in the unix port; one tag is a clone."""

import io
import json

import pytest
from hands import Hands

from deedbox import link
from deedbox.build import firmware
from deedbox.cli import main
from deedbox.models.iso14443 import NTAG213, Classic1K
from deedbox.tagging import Pile, TagBox, Walk, make_item
from deedbox.tagging import verify as piles
from deedbox.tagging.tag_map import pack_entry
from deedbox.twin import Twin


@pytest.fixture(scope="module")
def twin():
    one = pack_entry(b"\xaa\xbb\xcc\xdd", "token", 7)
    files = {**firmware.compile_files(), "settings.json": b'{"display": "ssd1306"}', "tags.bin": one}
    with Twin(files=files) as twin:
        Hands(twin).sees("NEW GAME")
        yield twin


def sticker(number):
    return NTAG213(bytes((0x04, 0x11, 0x22, number, 0, 0, 1)))


class OneByOne:
    """Lays the next tag down when there was no output about the last one for a while, under any load."""

    def __init__(self, twin, *tags):
        self._hands = Hands(twin)
        self._tags = list(tags)
        self._twin = twin
        self._lies = None
        self.has_answer = False

    @property
    def ended(self):
        return not self._tags and self.has_answer

    def pause(self, seconds):
        if self._lies is not None and not self.has_answer:
            self._hands.wait(20)
            return
        if self._lies is not None:
            self._twin.lift(self._lies)
            self._hands.wait(900)
            self._lies = None
        if self._tags:
            self._lies = self._tags.pop(0)
            self.has_answer = False
            self._twin.tap(self._lies)

    def hear(self, events):
        for event in events:
            self.has_answer = self.has_answer or getattr(event, "what", "") != "asked"
            yield event
        self._twin.lift()
        self._hands.wait(900)


@pytest.mark.proof
def test_a_walk_and_a_pile_in_the_unix_port(twin):
    with link.connect(twin, timeout_s=20) as session:
        walk_and_pile(twin, TagBox(session))
    Hands(twin).sees("NEW GAME")


def walk_and_pile(twin, box):
    fob, deed = Classic1K(b"\x01\x02\x03\x04"), sticker(1)
    items = [make_item("token:1"), make_item("deed:brown1"), make_item("banker")]
    taps = OneByOne(twin, fob, deed, deed, sticker(2))
    events = [event.what for event in taps.hear(Walk(box, items, pause=taps.pause).run())]
    assert [what for what in events if what != "asked"] == ["learned", "learned", "duplicate", "learned"]
    assert [str(tag.item) for tag in box.learned()] == ["token:1", "token:8", "deed:brown1", "banker"]
    clone = NTAG213(bytes(deed.uid))
    taps = OneByOne(twin, deed, clone, fob, sticker(9))
    verdicts = list(taps.hear(Pile(box, pause=taps.pause, is_over=lambda: taps.ended).run()))
    assert [tag.state for tag in verdicts] == [piles.SIGNED, piles.UNSIGNED, piles.NO_MEMORY, piles.STRANGER]
    assert 32 in deed.pages_written and not clone.pages_written


@pytest.fixture
def deedbox(twin, monkeypatch, capsys):
    """deedbox(words, typed) -> (exit code, stdout, stderr)"""

    def run(words, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            code = main(["tags", *words.split(), "--on", twin.serial.path])
        except SystemExit as end:
            code = end.code
        return code, *capsys.readouterr()

    return run


def test_the_commands_as_people_type_them(deedbox):
    code, out, err = deedbox("learn --only deeds --from deed:red1 --edition zelda --json", "s\nr\nq\n")
    events = json.loads(out)
    assert code == 0 and "deed:red1" in events["missing"] and "deed:red1" not in events["learned"]
    assert "tap deed:red1 (21 " in err and "  skipped" in err and "nothing to take back" in err
    assert "stopped; `deedbox tags learn` goes on from here" in err
    code, out, err = deedbox("list --only deeds --json")
    rows = json.loads(out)
    assert code == 0 and len(rows) == 28 and set(rows[0]) == {"item", "name", "mark"}
    code, out, err = deedbox("verify", "\n")
    assert code == 0 and out.startswith("0 tags, 0 to look at")
    code, out, err = deedbox("learn --from deed:rde1")
    assert code == 2 and "did you mean deed:red1?" in err
