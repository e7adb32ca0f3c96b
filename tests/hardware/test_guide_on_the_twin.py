"""Steps 2 to 4 of the build guide on the twin: the box says of each part what the guide says it will."""

from deedbox.box import Box
from deedbox.models.iso14443 import Classic1K
from deedbox.screen import read_text
from deedbox.twin import Twin

WAIT_S = 40  # generous: other tests run beside this one


class Maker:
    def __init__(self, twin: Twin) -> None:
        self.twin = twin

    def sees(self, *lines: str) -> None:
        self.twin.wait_for(lambda picture: set(lines) <= set(map(str.strip, read_text(picture))), WAIT_S)

    def press(self, keys: str) -> None:
        for key in keys:
            ticks = len(self.twin.box.buzzer.notes)
            self.twin.press(key)
            self.twin.wait_until(lambda before=ticks: len(self.twin.box.buzzer.notes) > before, WAIT_S, key)
            self.twin.release(key)
            self.twin.wait_until(lambda: not self.twin.box.keypad.down, WAIT_S, key)


def test_each_part_ticks_itself_off_as_it_is_wired():
    box = Box()
    box.reader.unplug()
    with Twin(box=box) as twin:
        maker = Maker(twin)
        maker.sees("CHECK YOUR BOX", "Press 1, then A.")
        maker.press("1A")
        maker.sees("CHECK YOUR BOX", "Press the digit that", "reads clean.")
        maker.press("1")
        maker.sees("Display  ok", "Buzzer   did it beep?", "Reader   silent", "look at pins 21-27")
        maker.press("123A456B789C")
        maker.sees("Keys     12 of 16", "no sign of: * 0 # D")
        maker.press("*0#D")
        maker.sees("Keys     ok", "Reader   silent")
        box.reader.replug()
        maker.sees("Keys     ok", "Reader   ok")
        twin.tap(Classic1K(b"\x01\x02\x03\x04"))
        maker.sees("Reader   reads tags")
        twin.lift()
        maker.press("A")
        maker.sees("NEW GAME", "Tap tokens clockwise:", "D Banker")
        maker.press("D3")
        maker.sees("Tap the deed")
