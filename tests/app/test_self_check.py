"""CHECK YOUR BOX with the real app and drivers, on parts that are missing, mislabelled, turned or stuck."""

import json
import re

import pytest
from workbench import Workbench

from banker.drivers import keypad, ribbon
from banker.ui.screens.box import check
from deedbox import words
from deedbox.build import firmware
from deedbox.models.keypad import LAYOUT, KeypadModel
from deedbox.models.mfrc522 import VERSION, MFRC522Model
from deedbox.models.pn532 import PN532Model
from deedbox.models.ssd1306 import SH1106Model, SSD1306Model, SSD1309Model
from deedbox.tagging.tag_map import TagSet

USED = {"tags.bin": TagSet().file()}  # a box that has been in use
GAME = {"edition": "zelda", "names": ["Mum", "Dad"], "seed": 7}
TWO_PLAY = {**USED, "newgame.json": json.dumps(GAME).encode()}


@pytest.fixture
def bench(tmp_path, monkeypatch):
    def make(files=USED, **parts):
        return Workbench(tmp_path, monkeypatch, files, **parts)

    return make


def test_driver_screen_and_model_have_the_same_keys():
    assert keypad.LAYOUT.decode() == check._ALL_KEYS == LAYOUT


def test_a_box_in_use_whose_parts_are_well_says_nothing(bench):
    assert "CHECK" not in bench().switch_on().text()


def test_a_silent_reader_is_told_with_its_pins_and_ticks_itself_off_when_it_is_wired(bench):
    box = bench(TWO_PLAY)
    box.reader.unplug()
    box.switch_on().sees(
        "CHECK YOUR BOX", "Display  ok", "did it beep?", "Reader   silent", "check pins 21-27"
    )
    box.run(2000).reader.replug()
    box.run(1000).sees("Reader   ok")
    box.key("A").sees("MUM", "1500")


def test_a_reader_that_falls_silent_in_play_opens_the_check_and_the_game_stays(bench):
    box = bench(TWO_PLAY).switch_on().sees("MUM", "1500")
    box.reader.unplug()
    box.run(1500).sees("CHECK YOUR BOX", "Reader   silent")
    box.key("A").sees("MUM", "1500", "Roll")
    box.run(3000).sees("MUM")  # the box says it only once
    box.reader.replug()
    box.run(1000).tap(TagSet().tags["token", 1]).sees("DAD")


def test_a_dip_of_the_readers_supply_is_no_reason_to_interrupt(bench):
    box = bench(TWO_PLAY).switch_on()
    box.reader.brownout()
    box.run(1000).sees("MUM", "1500")


def test_a_display_that_is_plugged_in_later_shows_the_check(bench):
    box = bench(TWO_PLAY)
    box.display.present = False
    box.switch_on().run(1000)
    box.display.present = True
    box.run(600).sees("CHECK YOUR BOX", "Display  ok")


def test_a_clone_and_a_missing_irq_wire_are_said_and_work(bench):
    box = bench()
    box.reader.version = 0xB2
    box.reader._regs[VERSION] = 0xB2
    box.switch_on()
    assert "CHECK" not in box.text()
    banker = TagSet().tags["banker", 0]
    box.tap(banker).key("5").sees("Reader   ok, a clone")


def test_without_an_irq_wire_the_reader_works_and_the_check_says_so(bench):
    box = bench()
    irq_pin = box.reader.irq_pin
    wired = []
    box.reader.irq_pin = lambda: irq_pin() if wired else 1
    box.switch_on().tap(TagSet().tags["banker", 0]).key("5").sees("Reader   ok, no IRQ")
    wired.append("IRQ")
    box.key("#").run(300)
    assert box.box.reader.irq is not None


@pytest.mark.parametrize(
    "khz, sentence", [(4000, "ok"), (2500, "ok, at 2 MHz"), (1000, "ok, at 1 MHz"), (600, "ok, 0.5 MHz")]
)
def test_wires_that_are_too_long_slow_the_reader_down_and_the_check_says_so(bench, khz, sentence):
    box = bench()
    box.reader.miso_hz_max = khz * 1000
    box.switch_on().tap(TagSet().tags["banker", 0]).key("5").sees("Reader   " + sentence)
    box.reader.miso_hz_max = None
    box.key("#").run(300).key("1", "A", "*").sees("Reader   ok\n")


@pytest.mark.parametrize("model", [MFRC522Model, PN532Model])
def test_wires_that_come_loose_in_play_slow_the_reader_down_and_the_game_goes_on(bench, model):
    box = bench(TWO_PLAY, reader=model()).switch_on().sees("MUM", "1500")
    box.reader.miso_hz_max = 1_000_000
    box.run(3000).sees("CHECK YOUR BOX", "Reader   ok, at 1 MHz")
    box.key("A").tap(TagSet().tags["token", 1]).sees("DAD")


@pytest.mark.parametrize("model", [MFRC522Model, PN532Model])
def test_a_slow_reader_that_is_unplugged_comes_back_as_slow_as_its_wires_need(bench, model):
    box = bench(TWO_PLAY, reader=model())
    box.reader.miso_hz_max = 1_000_000
    box.switch_on().sees("MUM")
    box.reader.unplug()
    box.run(3000).sees("Reader   silent")
    box.reader.replug()
    box.run(3000).sees("Reader   ok, at 1 MHz")
    box.key("A").tap(TagSet().tags["token", 1]).sees("DAD")


def test_a_slow_start_of_the_reader_is_waited_for(bench):
    box = bench(reader=MFRC522Model(start_up_ns=50_000_000))
    box.switch_on()
    assert "CHECK" not in box.text()
    box.tap(TagSet().tags["banker", 0]).key("5").sees("Reader   ok")


def test_a_pn532_is_used_as_it_is_found(bench):
    box = bench(TWO_PLAY, reader=PN532Model()).switch_on().sees("MUM", "1500")
    box.tap(TagSet().tags["banker", 0]).key("5").sees("Reader   ok, PN532")
    box.tap(TagSet().tags["token", 0]).sees("Reader   reads tags")


def test_a_reader_of_the_other_kind_that_is_plugged_in_later_is_found(bench):
    box = bench(TWO_PLAY)
    box.reader.unplug()
    box.switch_on().sees("Reader   silent")
    other = PN532Model()
    box.change_reader(other)
    box.run(1500).sees("Reader   ok, PN532")
    box.key("A").tap(TagSet().tags["token", 1]).sees("DAD")
    other.unplug()
    box.run(2500).sees("Reader   silent")
    box.change_reader(MFRC522Model())
    box.run(1500).sees("Reader   ok")


def test_each_key_is_ticked_off_and_those_without_a_sign_are_named(bench):
    box = bench().switch_on().tap(TagSet().tags["banker", 0]).key("5")
    box.sees("Keys     0 of 16", "press each key once")
    box.key(*"12A456B789C*0D").sees("Keys     14 of 16", "missing: 3 #")
    box.key("#").sees("Keys     15 of 16", "missing: 3")
    box.key("3").sees("Keys     ok")
    box.key("A")
    assert "CHECK" not in box.text()


def test_a_stuck_key_is_named_and_the_others_go_on(bench):
    box = bench().switch_on().tap(TagSet().tags["banker", 0]).key("5")
    box.keypad.stick("8")
    box.keypad.stick("D")
    box.run(21000).sees("Keys     stuck: 8D")
    box.keypad.free("8")
    box.keypad.free("D")
    box.run(500).sees("Keys     2 of 16")


def test_a_key_held_at_power_on_opens_the_check_and_does_not_count(bench):
    box = bench(TWO_PLAY)
    box.keypad.press("7")
    box.switch_on().sees("Press 1, then A.")
    box.keypad.release("7")
    box.run(100).key("1", "A").sees("looks right.")
    box.key("1").sees("Display  ok")
    box.key("A").sees("MUM", "1500")
    assert (box.settings()["ribbon"], box.settings()["display"]) == (ribbon.STRAIGHT, "ssd1306")


def wires(way):
    """The order of the eight wires of a keypad that is plugged in this way."""
    rows, columns = [0, 1, 2, 3], [4, 5, 6, 7]
    if way & ribbon.EXCHANGED:
        rows, columns = columns, rows
    if way & ribbon.ROWS_TURNED:
        rows = rows[::-1]
    if way & ribbon.COLUMNS_TURNED:
        columns = columns[::-1]
    return rows + columns


@pytest.mark.parametrize("way", range(8))
def test_a_turned_or_exchanged_ribbon_is_corrected_for_good(bench, way):
    box = bench({}, keypad=KeypadModel(ribbon=wires(way))).switch_on().sees("Press 1, then A.")
    box.key("1", "A").sees("looks right.")
    box.key("1").sees("Keys     0 of 16")
    box.key(*"123456789*0BCD").sees("missing: A #")
    assert box.settings()["ribbon"] == way
    box.switch_on().run(200)
    assert bytes(box.box.inputs.keypad.layout) == ribbon.layout(way)


def test_other_keys_than_those_asked_for_are_asked_for_again_but_not_for_ever(bench):
    box = bench({}).switch_on().key("5", "A").sees("Try again: 1, then A.")
    box.key("1", "5").key("2", "3").sees("looks right.")
    assert box.settings()["ribbon"] == -1


def clean_digits(box):
    """The digits at which the trial of the displays reads clean, in a full round of them."""
    clean = set()
    for _ in range(21):
        if "looks right." in box.run(500).text():
            clean.add(box.rows()[2])
    return clean


def mounted(display, turned):
    """The display as the lid holds it: upright, or upside down, where a turned picture is upright again."""
    if turned:
        upright = display.visible
        display.visible = lambda: bytes(int(f"{value:08b}"[::-1], 2) for value in reversed(upright()))
    return display


DISPLAYS = {
    "ssd1306": SSD1306Model,
    "sh1106": SH1106Model,
    "sh1106 from 0": lambda: SH1106Model(first_column=0),
    "sh1106 from 4": lambda: SH1106Model(first_column=4),
    "ssd1309": SSD1309Model,
}


@pytest.mark.proof_unless("sh1106 from 4-turned", "ssd1306-upright")
@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned"])
@pytest.mark.parametrize("kind", DISPLAYS)
def test_every_digit_that_reads_clean_survives_a_power_cycle(bench, kind, turned):
    files = {"settings.json": json.dumps({"turned": turned}).encode()}
    box = bench(files, display=mounted(DISPLAYS[kind](), turned))
    digits = clean_digits(box.switch_on().key("1", "A"))
    assert digits
    for digit in sorted(digits):
        (box.folder / "settings.json").write_text(json.dumps({"turned": turned}))
        box.switch_on().key("1", "A")
        clean_digits(box)  # all kinds were tried, and what they set is in force
        box.key(digit).run(300).sees("Display  ok")
        box.switch_on().sees("NEW GAME")


@pytest.mark.parametrize(
    "kind, digit", [("ssd1306", "1"), ("ssd1309", "1"), ("sh1106", "2"), ("sh1106 from 4", "3")]
)
def test_the_trial_asks_for_the_column_at_which_the_glass_begins(bench, kind, digit):
    assert min(clean_digits(bench({}, display=DISPLAYS[kind]()).switch_on().key("1", "A"))) == digit


def test_a_picture_that_nobody_chose_leaves_the_display_as_it_was(bench):
    box = bench({}).switch_on().key("1", "A").run(3000).key("*").sees("Display  ok")
    assert box.settings()["display"] == ""


def test_a_low_supply_is_told_with_its_volts(bench):
    box = bench().switch_on().tap(TagSet().tags["banker", 0]).key("5")
    assert "Supply" not in box.text()
    box.supply.sag(2900)
    box.run(600).sees("Supply   low: 2.9 V")


def test_a_supply_that_is_not_measured_is_said_and_everything_is_saved(bench):
    box = bench({})
    box.supply.sag(92)
    box.switch_on().key("1", "A", "1").sees("Supply   not measured")
    assert box.settings()["display"] == "ssd1306"


def test_tags_on_the_check_only_say_that_they_are_read(bench):
    tags = TagSet().tags
    box = bench(TWO_PLAY).switch_on().tap(tags["banker", 0]).key("5").sees("Reader   ok")
    box.tap(tags["token", 0]).sees("CHECK YOUR BOX", "Reader   reads tags")


def test_findings_are_numbers_of_words_so_that_a_host_says_the_same(bench):
    from banker.app import self_check

    english = words.read_words("en")
    box = bench()
    box.reader.unplug()
    box.switch_on().run(300)
    sentences = [
        (english[part][1], english[number][1].format(*facts))
        for part, number, facts in self_check.findings(box.box)
    ]
    assert sentences == [
        ("Display", "ok"),
        ("Buzzer", "did it beep?"),
        ("Keys", "0 of 16"),
        ("Keys", "press each key once"),
        ("Reader", "silent"),
        ("Reader", "check pins 21-27"),
        ("Supply", "4.8 V"),
    ]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_names_of_parts_and_findings_fit_their_columns(language):
    sentences = words.read_words(language)
    for number in (*range(720, 750), *range(980, 984)):
        if number in sentences:
            text = sentences[number][1].format(
                "3 #" if number == 736 else "12345678" if number == 735 else 9, 9
            )
            below = number in (735, 737, 738, 739, 983)  # in a row of its own
            assert len(text) <= (8 if number < 730 else 20 if below else 12), text


def pico(gpio):
    """The pin of the Pico for a GPIO, from the wiring."""
    text = firmware.source_files()["boards/pico.py"].read_text(encoding="utf-8")
    match = re.search(rf"\b{gpio} \((\d+)\)", text)
    assert match, gpio
    return int(match[1])


def test_the_pins_to_look_at_are_those_of_the_wiring():
    board = firmware.load_pins()
    reader = [
        board.SPI_MISO,
        board.READER_CS,
        board.SPI_SCK,
        board.SPI_MOSI,
        board.READER_RST,
        board.READER_IRQ,
    ]
    for number, gpios in ((739, reader), (738, [board.I2C_SDA, board.I2C_SCL])):
        first, last = map(int, re.findall(r"\d+", words.read_words("en")[number][1]))
        pins = [pico(gpio) for gpio in gpios]
        assert (min(pins), max(pins)) == (first, last)
