"""The script for the simulator, run in MicroPython on the twin's models; Wokwi cannot be opened here."""

from pathlib import Path

import pytest

from deedbox.models.box import Box
from deedbox.models.iso14443 import Classic1K
from deedbox.models.ssd1306 import BLACK
from deedbox.twin.runner import Twin

ROOT = Path(__file__).resolve().parents[2]
KEYS = "123A456B789C*0#D"


@pytest.fixture
def files() -> dict[str, bytes]:
    return {
        "main.py": (ROOT / "hardware" / "wokwi" / "main.py").read_bytes(),
        "pico.py": (ROOT / "firmware" / "boards" / "pico.py").read_bytes(),
    }


def test_every_part_ticks_itself_off(files):
    with Twin(files=files) as twin:
        output = twin.wait_output("Press each key once").decode()
        assert "Display  ok" in output and "Reader   ok" in output and "Supply   5.0 V" in output
        assert twin.picture() != BLACK
        assert twin.box.buzzer.notes
        for count, key in enumerate(KEYS, 1):
            twin.press(key)
            twin.wait_output(f"{count} of 16: {key}")
            twin.release(key)
        assert b"reads tags" not in twin.serial.output
        twin.tap(Classic1K(b"\x01\x02\x03\x04"))
        twin.wait_output("All is well.")


def test_a_part_that_is_not_there_is_named(files):
    box = Box()
    box.display.present = False
    box.reader.unplug()
    with Twin(files=files, box=box) as twin:
        output = twin.wait_output("Press each key once").decode().replace("\r\n", "\n")
        assert "Display  silent\n check pins 6-7\n" in output
        assert "Reader   silent\n check pins 21-27\n" in output
