"""CHECK YOUR BOX in the unix port: a new box with a mislabelled display, and a reader that is silent."""

import pytest
from hands import Hands, files_of_a_new_game
from walk import GAME

from deedbox.build import firmware
from deedbox.models.box import Box
from deedbox.models.keypad import KeypadModel
from deedbox.models.ssd1306 import SH1106Model, SSD1306Model, SSD1309Model
from deedbox.twin import Twin

TURNED = (7, 6, 5, 4, 3, 2, 1, 0)


def test_a_new_box_learns_its_display_and_its_ribbon_without_a_laptop():
    box = Box(display=SH1106Model(first_column=2), keypad=KeypadModel(ribbon=TURNED))
    with Twin(files=firmware.compile_files(), box=box) as twin:
        hands = Hands(twin)
        hands.sees("CHECK YOUR BOX", "2", "Press 1, then A.")
        hands.key("1", "A")
        hands.sees("looks right.")
        hands.key("2")
        hands.sees("Display  ok", "Keys     0 of 16", "Reader   ok")
        hands.key("3", "A")
        hands.sees("Keys     2 of 16")
        hands.key("A")
        hands.sees("NEW GAME")
        hands.pull_the_plug()
        hands.sees("NEW GAME", "Banker")


def test_a_display_at_the_other_address_lights_up():
    with Twin(files=firmware.compile_files(), box=Box(display=SSD1306Model(0x3D))) as twin:
        Hands(twin).sees("CHECK YOUR BOX", "1", "Press 1, then A.")


def test_a_slow_module_that_held_the_bus_lights_up_at_power_on_and_in_play():
    box = Box(display=SSD1309Model(start_ms=90, pulse_ms=15))
    box.hold_i2c()
    with Twin(files=files_of_a_new_game(**GAME), box=box) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500")
        with twin.lock:
            box.hold_i2c()
        hands.key("D")
        hands.sees("MORE")
        with twin.lock:
            box.display.power_cycle()  # a loose wire
        hands.key("*")
        hands.sees("MUM", "1500")


@pytest.mark.proof
def test_a_silent_reader_is_told_at_power_on_and_ticks_itself_off():
    with Twin(files=files_of_a_new_game(**GAME)) as twin:
        hands = Hands(twin)
        hands.sees("MUM", "1500")
        twin.power_cut()
        twin.box.reader.unplug()
        twin.start()
        hands.sees("CHECK YOUR BOX", "Reader   silent", "check pins 21-27")
        twin.box.reader.replug()
        hands.sees("Reader   ok")
        hands.wait(2000)  # the alarm is no tick
        hands.key("A")
        hands.sees("MUM")  # welcome back, or home
