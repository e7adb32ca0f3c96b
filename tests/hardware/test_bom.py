"""The parts list adds up and fits the game, the wires and the case."""

import csv
import re
from pathlib import Path

import pytest

from banker.core.ids import DEED_IDS

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
NEEDED = ("box", "case", "tags")


def rows() -> list[dict[str, str]]:
    with open(HARDWARE / "bom.csv", newline="") as file:
        return list(csv.DictReader(file))


def parts(*groups: str) -> list[dict[str, str]]:
    return [row for row in rows() if row["group"] in groups]


def quantity(purpose: str) -> int:
    (row,) = [row for row in rows() if row["purpose"].startswith(purpose)]
    return int(row["quantity"])


def cents(row: dict[str, str]) -> int:
    return round(float(row["eur"]) * 100)


@pytest.mark.parametrize("row", parts(*NEEDED, "luxury", "option"), ids=lambda row: row["part"])
def test_a_line_is_quantity_times_price_and_says_what_for(row):
    assert int(row["quantity"]) * float(row["eur_each"]) == pytest.approx(float(row["eur"]), abs=0.005)
    assert row["part"] and row["purpose"]


def test_the_totals_are_the_sums():
    for path in ("wires", "board"):
        needed, everything = (cents(row) for row in parts("total") if row["path"] == path)
        own = [row for row in rows() if row["path"] in ("both", path)]
        assert needed == sum(cents(row) for row in own if row["group"] in NEEDED)
        assert everything == sum(cents(row) for row in own if row["group"] in (*NEEDED, "luxury", "option"))
    assert {row["path"] for row in rows()} == {"both", "wires", "board"}
    assert {row["group"] for row in rows()} == {*NEEDED, "luxury", "option", "total"}


def test_the_guide_names_the_same_totals():
    guide = (HARDWARE / "build-guide.md").read_text()
    for row in parts("total"):
        assert f"{cents(row) / 100:.0f} EUR" in guide


def test_there_is_a_tag_for_everything_that_can_have_one():
    assert quantity("deeds: one each") == len(DEED_IDS) == 28
    assert quantity("tokens:") == 8
    assert quantity("banker's card") == 1
    assert sum(int(row["quantity"]) for row in parts("luxury") if "NTAG" in row["part"]) == 32


def test_there_are_wires_enough(wiring):
    wires = [wire for wire in wiring.wires() if wire.need in ("yes", "if the module has it")]
    keypad = [wire for wire in wires if wire.part == "Keypad"]
    forked = 3  # one wire that becomes two: three ends
    assert quantity("keypad's ribbon") == len(keypad) == 8
    assert quantity("Pico to reader") >= len(wires) - len(keypad) - 2 + forked


def test_the_buzzers_resistor_is_in_list_guide_and_picture(wiring):
    (row,) = [row for row in parts("box") if row["part"].startswith("Resistor 220 ohm")]
    assert row["quantity"] == "1" and "buzzer" in row["purpose"]
    assert "220 ohm" in (HARDWARE / "build-guide.md").read_text() and "220 ohm" in wiring.PARTS["Buzzer"][1]


def test_there_are_screws_for_every_hole():
    text = (HARDWARE / "case" / "sizes.scad").read_text()
    corners = re.search(r"^lid_screws = (\[\[.*\]\]);", text, re.M)[1].count("[") - 1
    assert quantity("lid") == corners
    assert quantity("straps over") == 2 * 4


def test_every_display_of_the_case_can_be_ordered(build):
    displays = re.findall(r'^ +\["([\d.]+)", \[', (HARDWARE / "case" / "sizes.scad").read_text(), re.M)
    assert tuple(displays) == build.DISPLAYS
    (row,) = [row for row in rows() if row["part"].startswith("OLED")]
    for inch in displays:
        assert f"{inch} inch" in row["part"] + row["alternatives and what they change"]
    assert row["part"].startswith("OLED display 2.42 inch"), "the one that a table can read comes first"


def test_the_keypad_fits_its_outline():
    (row,) = [row for row in rows() if row["part"].startswith("Membrane keypad")]
    width, height = re.search(r"(\d+) x (\d+) mm", row["part"]).groups()
    assert f"keypad = [{width}, {height}, " in (HARDWARE / "case" / "sizes.scad").read_text()


def test_options_in_the_wiring_can_be_bought(wiring):
    marks = {"Supervisor": "MCP120-300", "Reservoir": "470 uF", "Battery": "3 x AA", "NeoPixels": "LED ring"}
    options = " ".join(row["part"] for row in parts("option"))
    assert {wire.part for wire in wiring.wires() if wire.need == "option"} == marks.keys()
    for part, mark in marks.items():
        assert mark in wiring.PARTS[part][0] and mark in options
