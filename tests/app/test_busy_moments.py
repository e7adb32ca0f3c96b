"""Keys and taps while the box plays a tune, draws or erases, with the real app in its real time."""

import json

import pytest
from workbench import SECTORS, Flash, Workbench

from banker.drivers import buzzer
from deedbox.tagging.tag_map import TagSet

TAGS = TagSet().tags
GAME = {"edition": "zelda", "names": ["Mum", "Dad", "Mia"], "seed": 7}
PRESS_MS = TOUCH_MS = 80  # a quick finger, a quick hand
# The flash's typical times, by its datasheet.
ERASE_MS = 45
PAGE_US = 700


class SlowFlash(Flash):
    """A flash during whose operations nothing else runs, as on the Pico."""

    erases = 0

    def __init__(self, clock):
        super().__init__()
        self._clock = clock

    def writeblocks(self, block, data, offset=0):
        self._clock.sleep_us(PAGE_US)
        super().writeblocks(block, data, offset)

    def ioctl(self, request, block):
        if request == 6:
            self.erases += 1
            self._clock.sleep_ms(ERASE_MS)
        return super().ioctl(request, block)


@pytest.fixture
def bench(tmp_path, monkeypatch):
    files = {"tags.bin": TagSet().file(), "newgame.json": json.dumps(GAME).encode()}
    bench = Workbench(tmp_path, monkeypatch, files)
    bench.flash = SlowFlash(bench.clock)
    return bench.switch_on().sees("MUM", "1500")


def press(bench, key):
    bench.keypad.press(key)
    bench.run(PRESS_MS)
    bench.keypad.release(key)


def touch(bench, tag):
    bench.reader.place(tag)
    bench.run(TOUCH_MS)
    bench.reader.remove(tag)


@pytest.mark.parametrize("after_ms", range(0, 60, 6))
def test_a_key_counts_while_the_picture_is_being_drawn(bench, after_ms):
    bench.key("B").run(300).sees("MONEY")
    press(bench, "B")  # the picture changes as a whole
    bench.run(after_ms)
    press(bench, "*")
    bench.run(300).sees("MUM", "1500")


@pytest.mark.parametrize("after_ms", range(5, 4000, 800))
def test_a_key_counts_in_the_middle_of_a_tune_and_ends_it(bench, after_ms):
    bench.box.buzzer.play(buzzer.TUNE)
    bench.run(after_ms)
    press(bench, "B")
    bench.run(300).sees("MONEY")
    notes = len(bench.buzzer.notes)
    bench.run(3000)
    assert len(bench.buzzer.notes) == notes, "the tune goes on"


@pytest.mark.parametrize("after_ms", range(5, 4000, 800))
def test_a_tap_counts_in_the_middle_of_a_tune(bench, after_ms):
    bench.box.buzzer.play(buzzer.TUNE)
    bench.run(after_ms)
    touch(bench, TAGS["token", 1])
    bench.run(300).sees("DAD", "1500")


async def erase(flash):
    flash.ioctl(6, SECTORS - 1)


@pytest.mark.parametrize("after_ms", range(0, 50, 10))
def test_neither_a_key_nor_a_tap_is_lost_to_an_erase(bench, after_ms):
    bench.keypad.press("B")
    bench.run(after_ms)
    bench.time.create_task(erase(bench.flash))
    bench.run(PRESS_MS - after_ms)
    bench.keypad.release("B")
    bench.run(300).sees("MONEY")
    bench.reader.place(TAGS["token", 1])
    bench.run(after_ms)
    bench.time.create_task(erase(bench.flash))
    bench.run(TOUCH_MS - after_ms)
    bench.reader.remove(TAGS["token", 1])
    bench.run(300).sees("DAD", "1500")
    assert bench.flash.erases >= 2
