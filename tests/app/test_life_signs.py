"""The LED on the Pico tells how the box is when nothing else does."""

import json

import pytest
from workbench import Workbench

from deedbox.tagging.tag_map import TagSet

GAME = {"edition": "zelda", "names": ["Mum", "Dad"], "seed": 7}
FILES = {"tags.bin": TagSet().file(), "newgame.json": json.dumps(GAME).encode()}
CYCLE_MS = 2048


@pytest.fixture
def bench(tmp_path, monkeypatch):
    return Workbench(tmp_path, monkeypatch, FILES)


def flashes(bench):
    """How often the LED goes on in a cycle, over ten of them: a step may be missed now and then."""
    bench.run(CYCLE_MS)
    before = bench.flashes
    bench.run(10 * CYCLE_MS)
    return round((bench.flashes - before) / 10)


def test_a_box_that_runs_flashes_once_in_two_seconds(bench):
    assert flashes(bench.switch_on()) == 1


@pytest.mark.proof
def test_a_reader_that_is_lost_makes_two_flashes_until_it_is_back(bench):
    bench.switch_on().reader.unplug()
    bench.run(1500)
    assert flashes(bench) == 2
    bench.reader.replug()
    bench.run(1500)
    assert flashes(bench) == 1


@pytest.mark.proof
def test_a_display_that_does_not_answer_makes_three_flashes(bench):
    bench.display.present = False
    assert flashes(bench.switch_on()) == 3
    bench.display.present = True
    bench.run(1000)
    assert flashes(bench) == 1


def test_a_fault_flashes_all_the_time(bench):
    bench.switch_on().box.stop(ValueError("broken on purpose"), False)
    assert flashes(bench) == 4


def test_a_pico_without_an_led_plays_all_the_same(bench):
    bench.switch_on()
    bench.box.hardware = bench.box.hardware._replace(led=None)
    before = bench.flashes
    bench.run(3000).sees("MUM", "1500")
    assert bench.flashes == before
