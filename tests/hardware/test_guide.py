"""The build guide says what the table of wires, the words of the box and the command line say."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
COLOURS = {
    "BK": "black", "BN": "brown", "RD": "red", "YE": "yellow", "GN": "green", "BU": "blue",
    "VT": "violet", "GY": "grey", "WH": "white", "TQ": "turquoise",
}  # fmt: skip
PARTS = {"display": "OLED", "buzzer": "Buzzer", "ribbon": "Keypad", "reader": "MFRC522"}


def guide() -> str:
    return (HARDWARE / "build-guide.md").read_text()


def tables() -> dict[str, dict[str, tuple[int, str]]]:
    """By part: what is printed on it, pin of the Pico, remark."""
    by_part: dict[str, dict[str, tuple[int, str]]] = {}
    for part, body in re.findall(r"^\| on the (\w+) \| pin.*\n\|.*\n((?:\|.*\n)+)", guide(), re.M):
        rows = [[cell.strip() for cell in line.split("|")[1:4]] for line in body.splitlines()]
        by_part[PARTS[part]] = {label: (int(pin), remark) for label, pin, remark in rows}
    return by_part


def test_the_guide_wires_every_wire_that_is_needed_and_no_other(wiring):
    pins = {(part, label): pin for part, rows in tables().items() for label, (pin, _) in rows.items()}
    needed = [wire for wire in wiring.wires() if wire.need in ("yes", "if the module has it")]
    assert pins == {(wire.part, wire.label): wire.pin for wire in needed}


def test_the_guide_names_the_colours_of_the_picture(wiring):
    for wire in wiring.wires():
        if wire.need in ("yes", "if the module has it"):
            assert tables()[wire.part][wire.label][1].startswith(COLOURS[wire.colour]), wire


@pytest.mark.parametrize("name", ["build-guide.md", "README.md", "power.md"])
def test_links_lead_somewhere(name):
    text = (HARDWARE / name).read_text()
    for target in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        other = (HARDWARE / path) if path else HARDWARE / name
        assert other.exists(), target
        if anchor:
            titles = re.findall(r"^#+ (.*)", other.read_text(), re.M)
            assert anchor in [re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles]


def test_the_box_speaks_as_the_guide_says():
    english = (ROOT / "host" / "deedbox" / "words" / "en.txt").read_text()
    sentences = [
        "CHECK YOUR BOX", "Press 1, then A.", "did it beep?", "check pins 6-7", "check pins 21-27",
        "missing:", "stuck:", "ok, a clone", "ok, no IRQ", "reads tags", "3 Learn tags", "4 Lost token",
        "Test a sticker", "Try all", "Hold a sticker still.", "Weak? See guide 4", "Not read? See guide 4",
        "ok, 0.5 MHz", "5 Check the box", "LEARN TAGS", "NEW GAME", "One tag at a time", "Unknown tag",
    ]  # fmt: skip
    flat = " ".join(guide().split())
    for sentence in sentences:
        assert sentence in english and sentence in flat, sentence


def test_the_pins_that_the_box_points_at_are_those_of_the_part(wiring):
    english = (ROOT / "host" / "deedbox" / "words" / "en.txt").read_text()
    for part, word in (("OLED", "LOOK_DISPLAY"), ("MFRC522", "LOOK_READER")):
        first, last = map(int, re.search(rf"{word} check pins (\d+)-(\d+)", english).groups())
        signals = [wire for wire in wiring.wires() if wire.part == part and wire.gpio is not None]
        needed = [wire.pin for wire in signals if wire.need == "yes"]
        assert (first, last) == (min(needed), max(needed))


def test_screens_in_the_guide_are_21_columns_wide():
    screens = re.findall(r"^\|.{21}\|$", guide(), re.M)
    framed = [line for block in re.findall(r"```\n(\|.*?)```", guide(), re.S) for line in block.splitlines()]
    assert framed and framed == screens
