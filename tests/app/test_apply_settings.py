"""Settings are in force at once and after power-on, and none of them can stop the box."""

import json

import pytest
from workbench import Workbench

from banker.app.settings import DEFAULTS
from banker.drivers.ssd1306 import SSD1306
from deedbox.display import read_text
from deedbox.models.ssd1306 import SH1106Model
from deedbox.tagging.tag_map import TagSet

SET = TagSet()
RF_CFG = 0x26


@pytest.fixture
def bench(tmp_path, monkeypatch):
    def make(settings, display=None):
        files = {"tags.bin": SET.file(), "settings.json": json.dumps(settings).encode()}
        return Workbench(tmp_path, monkeypatch, files, display=display).switch_on()

    return make


def upside_down(picture):
    return bytes(int(f"{value:08b}"[::-1], 2) for value in reversed(picture))


@pytest.mark.parametrize("decibels, code", [(33, 4), (38, 5), (43, 6), (48, 7), (0, 4), (99, 7)])
def test_the_reader_has_the_gain_that_is_set(bench, decibels, code):
    assert bench({"gain": decibels}).reader._regs[RF_CFG] >> 4 == code


def test_brightness_and_a_turned_picture_are_as_set_after_power_on(bench):
    box = bench({"brightness": 1, "turned": True})
    assert box.display.contrast == 0x28
    assert read_text(upside_down(box.display.visible()))[0] == "NEW GAME"


def test_settings_made_on_the_box_are_in_force_at_once_and_after_power_on(bench):
    box = bench({}).tap(SET.tags["banker", 0]).key("1", "5", "6")
    assert box.display.contrast == 0x28
    assert read_text(upside_down(box.display.visible()))[0] == "SETTINGS"
    box.key("6").sees("SETTINGS", "6 Flipped    off")
    box.key("1", "1", "1").run(1500).sees("1 Sound      0")  # until it no longer blinks
    notes = len(box.buzzer.notes)
    box.key("7").run(500)
    assert len(box.buzzer.notes) == notes
    box.switch_on()
    assert (box.box.buzzer.volume, box.display.contrast, box.box.ui.ask_ms) == (0, 0x28, 10000)


def test_remote_control_is_off_until_it_is_switched_on_at_the_box(bench):
    box = bench({})
    assert box.box.remote is False
    box.tap(SET.tags["banker", 0]).key("6").sees("6 Remote: on")
    assert box.box.remote is True
    assert box.switch_on().box.remote is True


def test_another_language_speaks_at_once_and_a_missing_one_leaves_english(bench):
    box = bench({"language": "xx"})
    box.sees("NEW GAME")
    english = (box.folder / "words" / "en.bin").read_bytes()
    (box.folder / "words" / "xx.bin").write_bytes(english.replace(b"SETTINGS", b"SETTINGZ"))
    box.switch_on().tap(SET.tags["banker", 0]).key("1").sees("SETTINGZ")
    while box.settings()["language"] != "en":
        box.key("2")
    box.sees("SETTINGS")


def test_a_mislabelled_display_is_driven_as_set(bench):
    bench({"display": "sh1106", "offset": 4}, SH1106Model(first_column=4)).sees("NEW GAME")


@pytest.mark.parametrize(
    "settings",
    [
        {"display": "sh1106", "offset": 77},
        {"display": "lcd", "offset": -3},
        {"volume": 99, "brightness": -7, "ask_ms": -1, "ribbon": 12, "gain": -40},
        {"volume": "loud", "big": 3, "language": "../../etc"},
        {name: None for name in DEFAULTS},
    ],
)
def test_no_setting_stops_the_box(bench, settings):
    box = bench(settings)
    assert not box.box.message and box.box.ui.screen == "setup.new_game"
    if settings.get("display") != "sh1106":
        box.sees("NEW GAME")


def test_heeding_again_changes_nothing_that_is_so_already(bench):
    box = bench({})
    display, layout = box.box.display, box.box.inputs.keypad.layout
    writes = box.display.writes
    box.box.apply_settings()
    assert box.box.display is display and type(display) is SSD1306
    assert box.box.inputs.keypad.layout == layout and box.display.writes - writes == 1  # its brightness


def test_a_setting_that_cannot_be_kept_is_not_in_force(bench, monkeypatch):
    box = bench({}).tap(SET.tags["banker", 0]).key("1")

    def full(*_):
        raise OSError(28)

    monkeypatch.setattr("os.rename", full)
    box.key("6").sees("No room to save that.")
    assert not box.box.settings["turned"] and not box.box.display.turned
