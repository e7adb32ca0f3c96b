"""Steps 2 to 4 of the build guide on the twin: the box says of each part what the guide says it will."""

import pytest
from hands import Hands

from deedbox.models.box import Box
from deedbox.models.iso14443 import NTAG213
from deedbox.twin import Twin


@pytest.mark.proof
def test_each_part_ticks_itself_off_as_it_is_wired():
    box = Box()
    box.reader.unplug()
    with Twin(box=box) as twin:
        maker = Hands(twin)
        maker.sees("CHECK YOUR BOX", "Press 1, then A.")  # 2: this one of the displays reads clean
        maker.key("1", "A")
        maker.sees("CHECK YOUR BOX", "Press the number that", "looks right.")
        maker.key("1")
        maker.sees("Display  ok", "Buzzer   did it beep?", "Reader   silent", " check pins 21-27")
        maker.key(*"123A456B789C")
        maker.sees("Keys     12 of 16", " missing: * 0 # D")
        maker.key(*"*0#D")  # 3
        maker.sees("Keys     ok", "Reader   silent")
        box.reader.replug()
        maker.sees("Keys     ok", "Reader   ok")
        maker.tap("token", 0)  # 4
        maker.sees("Reader   reads tags")
        maker.key("B")
        maker.sees("READER       at 38 dB", "Hold a sticker still.")
        with twin.lock:
            box.tap(NTAG213(bytes.fromhex("04a1b2c3d4e5f6")))
        maker.sees("of 100 read   NTAG", "100")
        with twin.lock:
            box.lift()
        maker.key("*")
        maker.sees("Keys     ok", "Reader   ok", "B Test a sticker")
        maker.key("A")
        maker.sees("NEW GAME", "Tap tokens clockwise:", "D Banker")
        maker.key("D", "3")
        maker.sees("LEARN TAGS", "Tap the deed")
