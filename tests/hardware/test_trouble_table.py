"""The table at the end of the build guide: each row with a mark (*) is reproduced on the models of the parts.

A case is named by the words of its row. It makes the part misbehave and looks at what the box shows.
"""

import json
import re
from pathlib import Path

import pytest
from workbench import Workbench

from deedbox import deploy
from deedbox.build import picos
from deedbox.models.keypad import KeypadModel
from deedbox.models.reader import only_classic
from deedbox.models.ssd1306 import SH1106Model
from deedbox.tagging.tag_map import TagSet

GUIDE = Path(__file__).resolve().parents[2] / "hardware" / "build-guide.md"
TAGS = TagSet().tags
USED = {"tags.bin": TagSet().file()}
GAME = {"edition": "zelda", "names": ["Mum", "Dad"], "seed": 7}
IN_PLAY = {**USED, "newgame.json": json.dumps(GAME).encode()}
CYCLE_MS = 2048  # of the light
TURNED = (3, 2, 1, 0, 4, 5, 6, 7)  # the wires of the rows, from the other end


@pytest.fixture
def bench(tmp_path, monkeypatch):
    def make(files=USED, **parts):
        return Workbench(tmp_path, monkeypatch, files, **parts)

    return make


def checked(box):
    """CHECK YOUR BOX, opened by the banker."""
    return box.tap(TAGS["banker", 0]).key("5").sees("CHECK YOUR BOX")


def flashes(box):
    box.run(CYCLE_MS)
    before = box.flashes
    box.run(10 * CYCLE_MS)
    return round((box.flashes - before) / 10)


def room_of_a_pico_w(bench):
    pico = deploy.Pico(
        version=(1, 26, 1),
        machine=picos.PICO_W.says,
        mpy=0x1306,  # version 6, armv6m
        platform="rp2",
        block=4096,
        blocks=picos.PICO_W.blocks,
        free=200,
        ring=False,
        top=(),
        files={},
        used=(),
    )
    with pytest.raises(deploy.DeployError, match="MicroPython leaves 848 KB for files.*RPI_PICO-"):
        deploy.check_fits(pico)


def black_display(bench):
    box = bench()
    box.display.present = False
    assert flashes(box.switch_on()) == 3


def shifted_picture(bench):
    box = bench({}, display=SH1106Model()).switch_on().key("1", "A")
    assert "looks right." not in box.text(), "the first digit is shifted by two columns"
    box.run(2500).sees("looks right.")


def dead_row(bench):
    box = bench()
    columns = box.keypad.columns
    box.keypad.columns = lambda rows: columns([None, *rows[1:]])
    box.switch_on()
    checked(box).key(*"123A456B789C*0#D").sees("missing: 1 2 3 A")


def turned_ribbon(bench):
    box = bench({}, keypad=KeypadModel(ribbon=TURNED)).switch_on().sees("Press 1, then A.")
    box.key("1", "A").key("1").key(*"123456789*0BCD").sees("missing: A #")


def stuck_key(bench):
    box = checked(bench().switch_on())
    box.keypad.stick("8")
    box.run(21000).sees("stuck: 8")


def silent_reader(bench):
    box = bench(IN_PLAY)
    box.reader.unplug()
    assert flashes(box.switch_on().sees("Reader   silent", "check pins 21-27")) == 2


def wrong_at_every_speed(bench):
    box = bench(IN_PLAY)
    box.reader.miso_hz_max = 0
    box.reader.miso_rate = 0.05
    box.keypad.press("7")
    box.switch_on().keypad.release("7")
    box.run(100).key("1", "A", "1")
    assert re.search(r"Reader   fault \d", box.text()), box.text()


def long_wires(bench):
    box = bench()
    box.reader.miso_hz_max = 1_000_000
    checked(box.switch_on()).sees("Reader   ok, at 1 MHz")


def no_irq(bench):
    box = bench()
    box.reader.irq_pin = lambda: 1
    checked(box.switch_on()).sees("Reader   ok, no IRQ")


def weak_reader(bench):
    box = checked(bench().switch_on())
    box.reader.feeds = only_classic
    box.tap(TAGS["token", 0]).sees("Reader   reads tags")
    box.key("B", "B").sees("READER")
    box.reader.place(TAGS["deed", 0])
    box.key("A").run(20000).sees("Not read? See guide 4")


def crowd(bench):
    box = bench(IN_PLAY).switch_on()
    box.reader.place(TAGS["deed", 0], TAGS["deed", 1])
    box.run(400).sees("One tag at a time")


def unknown_tag(bench):
    bench(IN_PLAY).switch_on().tap(TagSet(table=9).tags["deed", 0], ms=300).sees("Unknown tag")


def no_divider(bench):
    box = bench({})
    box.supply.sag(92)
    box.switch_on().key("1", "A", "1").sees("Supply   not measured")


def low_supply(bench):
    box = checked(bench().switch_on())
    box.supply.sag(2900)
    box.run(600).sees("Supply   low")


CASES = {
    "`MicroPython leaves 848 KB for files`": room_of_a_pico_w,
    "black, three flashes of the light": black_display,
    "picture shifted by two columns, or noise at an edge": shifted_picture,
    "`missing:` four keys in a row or column": dead_row,
    "keys give other figures": turned_ribbon,
    "`stuck:` a key": stuck_key,
    "`Reader   silent`, two flashes of the light": silent_reader,
    "`fault` and a number": wrong_at_every_speed,
    "`ok, at 1 MHz`, `ok, 0.5 MHz`": long_wires,
    "`ok, no IRQ`": no_irq,
    "the white card ticks, stickers do not": weak_reader,
    "`One tag at a time`": crowd,
    "`Unknown tag`": unknown_tag,
    "supply `not measured`": no_divider,
    "`low` supply, nothing is saved": low_supply,
}


def test_every_row_with_a_mark_has_a_case_and_every_case_a_row():
    rows = re.findall(r"^\| \* (.*?) \|", GUIDE.read_text(), re.M)
    assert rows == list(CASES)


@pytest.mark.parametrize("row", CASES)
def test_the_box_shows_what_the_guide_says(bench, row):
    CASES[row](bench)
