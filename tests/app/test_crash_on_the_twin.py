"""A crash shows words and a code, saves the details and restarts the box; the prompt can be reached."""

import re

import pytest
from hands import Hands, files_of_a_new_game
from walk import GAME

from deedbox.twin import Twin

# Key 0 means nothing on the home screen: here it makes the screen fail.
BROKEN = """
import banker.names
from banker.app import module_finder

module_finder.shorten()

from banker.app import boot
from banker.ui.ui import Ui
from boards import pico

right = Ui.key


def wrong(ui, key):
    if key == "0":
        raise ValueError("broken on purpose")
    return right(ui, key)


Ui.key = wrong
boot.run(pico.build())
"""


@pytest.fixture
def hands():
    with Twin(files=files_of_a_new_game(**GAME), main=BROKEN) as twin:
        yield Hands(twin)


def test_a_failing_task_is_told_with_a_code_and_the_box_starts_again_where_it_was(hands):
    hands.sees("MUM", "1500")
    hands.key("1", "2")
    hands.tap("deed", 1)
    hands.tap("token", 0)
    hands.sees("DAD", "1500")
    hands.key("0")
    hands.sees("Something went wrong.", "Code ", "Your game", "is safe.", "starts again.")
    code = "".join(hands.screen()).split("Code ")[1][:4]
    assert re.fullmatch(r"[0-9A-F]{4}", code)
    hands.sees("WELCOME BACK", "MUM bought it.", "Now: DAD rolls.")
    output = bytes(hands.runner.serial.output)
    assert b"broken on purpose" in output, "who is connected sees the details"
    hands.runner.power_cut()
    image = hands.runner.flash.image()
    assert code.encode() in image and b"broken on purpose" in image, "the details are kept"


def test_at_the_prompt_a_timer_feeds_the_watchdog(hands):
    hands.sees("MUM", "1500")
    twin = hands.runner
    hands.tap("banker")
    hands.key("8", "#")
    hands.sees("control")
    twin.serial.write(b"\x03")
    twin.wait_output(b">>>", 20)
    twin.serial.write(b"from machine import WDT, Timer; timer = Timer.running[0]; before = WDT.fed\r")
    twin.serial.write(b"timer.callback(timer); print('fed', WDT.fed - before, timer.period < 4000)\r")
    twin.wait_output(b"fed 1 True", 20)


def test_ctrl_c_ends_a_note_and_the_life_sign(hands):
    hands.sees("MUM", "1500")
    twin = hands.runner
    hands.tap("banker")
    hands.key("8", "#")
    hands.sees("control")
    twin.tap(hands.tags["token", 0], hands.tags["token", 1])  # a long low note
    twin.wait_until(lambda: twin.box.buzzer.freq_hz, 20)
    twin.serial.write(b"\x03")
    twin.wait_output(b">>>", 20)
    assert twin.box.buzzer.freq_hz == 0 and twin.box.led == 0
