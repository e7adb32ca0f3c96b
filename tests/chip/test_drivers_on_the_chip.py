"""The drivers on the emulated chip: the real image's buses, pins and ADC, the models behind them."""

import re
from pathlib import Path

import pytest
from which_chip import Chip

from deedbox.build import firmware
from deedbox.models.box import Box
from deedbox.models.iso14443 import NTAG213
from deedbox.models.ssd1306 import SSD1309Model

MAIN = Path(__file__).with_name("drivers_main.py")
UID = bytes.fromhex("04a1b2c3d4e5f6")
pytestmark = pytest.mark.proof
PARTS = ("banker/drivers/", "banker/app/tags/", "banker/core/tags.mpy", "boards/")


@pytest.fixture(scope="module")
def chip(pico_image):
    modules = firmware.compile_modules(firmware.PICO_MARCH)  # a file for each, since no finder is loaded
    box = Box(display=SSD1309Model())
    box.supply_mv = 4_200
    chip = Chip(
        MAIN.read_text(),
        files={name: data for name, data in modules.items() if name.startswith(PARTS)},
        image=pico_image,
        box=box,
    )
    tag = NTAG213(UID)
    chip.tap(tag)
    with chip:
        chip.wait_output("drivers done", timeout_ms=5_000)
        yield chip, tag


@pytest.fixture(scope="module")
def said(chip) -> dict[str, str]:
    """First words of each line -> its result. The times are printed for runs with -s."""
    lines = {}
    for line in bytes(chip[0].output).decode().splitlines():
        print(line, "(emulated)")
        if match := re.match(r"(uid polled|\w+) (.*?)(?: in \d+ us)?$", line):
            lines[match[1]] = match[2]
    return lines


def test_the_supply_is_measured(said):
    assert said["supply"] == "True"
    assert abs(int(said["mv"]) - 4_200) < 30


def test_an_ssd1309_gets_its_pulse_and_shows_the_picture(chip, said):
    assert (said["display"], said["redraw"], said["page"]) == ("True", "8", "1")
    assert chip[0].picture() == b"\xff" + b"\x0f" * 1023


def test_the_reader_is_sound_and_reads(said):
    assert said["check"] == "()"
    assert said["uid"] == said["uid polled"] == "1"


def test_a_sticker_is_signed_read_and_adopted(chip, said):
    assert (said["key"], said["version"], said["write"]) == ("32 True", "1", "1")
    assert said["record"] == "(2, 16, 0, 0, 0)"
    assert (said["adopt"], said["find"]) == ("0", str(2 << 8 | 16))
    assert set(chip[1].pages_written) == set(range(32, 38))
