"""Firmware, table, WireViz harness and Wokwi diagram say the same; each is read here in its own form."""

import json
import re
from pathlib import Path

import pytest
import yaml

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
SUPPLY_PINS = {"GND": (8, 23, 28, 38), "3V3": (36,), "VSYS": (39,), "VBUS": (40,)}
SHARED_PINS = {36, 38, 39}  # a forked wire, and options of which one is chosen


def firmware_gpios(pico) -> dict[tuple[str, str], int]:
    gpios = {
        ("OLED", "SDA"): pico.I2C_SDA,
        ("OLED", "SCL"): pico.I2C_SCL,
        ("OLED", "RST"): pico.DISPLAY_RST,
        ("MFRC522", "MISO"): pico.SPI_MISO,
        ("MFRC522", "CS"): pico.READER_CS,
        ("MFRC522", "SCK"): pico.SPI_SCK,
        ("MFRC522", "MOSI"): pico.SPI_MOSI,
        ("MFRC522", "RST"): pico.READER_RST,
        ("MFRC522", "IRQ"): pico.READER_IRQ,
        ("Buzzer", "A"): pico.BUZZER_A,
        ("Buzzer", "B"): pico.BUZZER_B,
        ("NeoPixels", "DIN"): pico.PIXELS,
        ("Switch", "GATE"): pico.DISPLAY_POWER,
        ("Divider", "MIDDLE"): pico.DIVIDER,
    }
    for name, numbers in (("ROW", pico.KEY_ROWS), ("COL", pico.KEY_COLUMNS)):
        gpios |= {("Keypad", f"{name}{n}"): gpio for n, gpio in enumerate(numbers, 1)}
    return gpios


def harness_wires() -> dict[tuple[str, str], tuple[int, str, str]]:
    """(part, signal): pin of the Pico, what is printed there, colour; as WireViz reads the file."""
    harness = yaml.safe_load((HARDWARE / "wiring.yml").read_text())
    by_signal = {}
    for (here, pins), (cable, cores), (part, ends) in (
        [next(iter(item.items())) for item in row] for row in harness["connections"]
    ):
        board = harness["connectors"][here]
        for pin, core, end in zip(pins, cores, ends, strict=True):
            signal = harness["connectors"][part]["pinlabels"][end - 1].split(" = ")[0]
            printed = board["pinlabels"][board["pins"].index(pin)]
            assert (part, signal) not in by_signal
            by_signal[part, signal] = (pin, printed, harness["cables"][cable]["colors"][core - 1])
    return by_signal


def wokwi_wires() -> dict[tuple[str, str], str]:
    """(part, its pin there): Wokwi's name of the Pico's pin."""
    diagram = json.loads((HARDWARE / "wokwi" / "diagram.json").read_text())
    kinds = {part["id"]: part["type"] for part in diagram["parts"]}
    by_signal = {}
    for here, there, _, _ in diagram["connections"]:
        if here.startswith("$"):
            continue
        board, pin = here.split(":")
        part, name = there.split(":")
        assert kinds[board] == "wokwi-pi-pico" and part in kinds and (part, name) not in by_signal
        by_signal[part, name] = pin
    return by_signal


@pytest.mark.parametrize("what", ["HARNESS", "DIAGRAM", "PICTURE"])
def test_what_is_made_from_the_table_was_made_from_this_table(wiring, what):
    text = getattr(wiring, what.lower() + "_text")()
    assert getattr(wiring, what).read_text() == text, "run: python hardware/wiring.py"


def test_the_harness_has_every_wire_of_the_table_and_no_other(wiring):
    table = {(wire.part, wire.signal): (wire.pin, wire.colour) for wire in wiring.wires()}
    assert {key: (pin, colour) for key, (pin, _, colour) in harness_wires().items()} == table


def test_the_harness_leads_every_signal_to_the_gpio_of_the_firmware(pico):
    printed = {key: name for key, (_, name, _) in harness_wires().items() if name.startswith("GP")}
    assert printed == {key: f"GP{gpio}" for key, gpio in firmware_gpios(pico).items()}


def test_wokwi_leads_every_signal_to_the_gpio_of_the_firmware(pico):
    names = {("OLED", "SDA"): "SDA", ("OLED", "SCL"): "SCL", ("MFRC522", "CS"): "SDA"}
    names |= {("Buzzer", "A"): "1", ("Buzzer", "B"): "2"}
    names |= {("MFRC522", name): name for name in ("MISO", "SCK", "MOSI", "RST", "IRQ")}
    names |= {("Keypad", f"ROW{n}"): f"R{n}" for n in range(1, 5)}
    names |= {("Keypad", f"COL{n}"): f"C{n}" for n in range(1, 5)}
    expected = {
        (key[0].lower(), name): f"GP{gpio}"
        for key, gpio in firmware_gpios(pico).items()
        if (name := names.get(key))
    }
    # Wokwi's display has no reset pin; the LEDs are an option, the others are on the carrier board.
    left_out = {("OLED", "RST"), ("NeoPixels", "DIN"), ("Switch", "GATE"), ("Divider", "MIDDLE")}
    assert firmware_gpios(pico).keys() - names.keys() == left_out
    assert {key: pin for key, pin in wokwi_wires().items() if pin.startswith("GP")} == expected


def test_wokwi_feeds_every_part(wiring):
    grounds = {f"GND.{n}": pin for n, pin in enumerate(wiring.GROUND, 1)}
    table = {(wire.part.lower(), wire.signal): wire.pin for wire in wiring.wires()}
    fed = {key: pin for key, pin in wokwi_wires().items() if not pin.startswith("GP")}
    assert fed.pop(("oled", "VCC")) == fed.pop(("mfrc522", "3.3V")) == "3V3"
    assert {part: grounds[pin] for (part, _), pin in fed.items()} == {
        part: table[part, signal] for part, signal in (("oled", "GND"), ("mfrc522", "GND"))
    }


def test_supply_wires_lead_to_supply_pins(wiring):
    for wire in wiring.wires():
        if wire.gpio is None and wire.signal != "RST":
            ground = wire.signal in ("GND", "-")
            volts = {"Battery": "VSYS", "Reservoir": "VSYS", "NeoPixels": "VBUS"}.get(wire.part, "3V3")
            assert wire.pin in SUPPLY_PINS["GND" if ground else volts], wire
            colours = {"VSYS": "OG", "VBUS": "PK", "3V3": "RD"}
            assert wire.colour == ("BK" if ground else colours[volts]), wire
        else:
            assert wire.colour not in ("BK", "RD", "OG", "PK"), wire
    assert [wire.pin for wire in wiring.wires() if wire[:2] == ("Supervisor", "RST")] == [30]


def test_reader_and_display_never_get_5_volts(wiring):
    for wire in wiring.wires():
        if wire.part in ("OLED", "MFRC522") and wire.colour == "RD":
            assert wiring.pin_names()[wire.pin] == "3V3"


def test_a_pin_has_one_wire_but_for_the_known_forks(wiring):
    pins = [wire.pin for wire in wiring.wires()]
    assert {pin for pin in pins if pins.count(pin) > 1} == SHARED_PINS


def test_the_box_needs_22_wires_and_one_more_for_some_displays(wiring):
    needs = [wire.need for wire in wiring.wires()]
    assert needs.count("yes") == 22 and needs.count("if the module has it") == 1
    assert set(needs) == {"yes", "if the module has it", "option", "board"}


# What is printed beside the pins of a module, from one end to the other. A module may lie either way.
PRINTED = {
    "MFRC522": ["SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V"],
    "OLED": ["GND", "VCC", "SCL or SCK", "SDA", "RES or RST"],
    "Keypad": ["1", "2", "3", "4", "5", "6", "7", "8"],
}


@pytest.mark.parametrize("part, printed", PRINTED.items())
def test_picture_and_harness_show_the_pins_in_the_order_of_the_module(wiring, part, printed):
    labels = {wire.signal: wire.label for wire in wiring.wires() if wire.part == part}
    from_top = sorted(labels, key=lambda signal: wiring.part_pins()[part, signal][1])
    assert [labels[signal] for signal in from_top] in (printed, printed[::-1])
    harness = yaml.safe_load((HARDWARE / "wiring.yml").read_text())
    pins = [label.split(" = ")[-1] for label in harness["connectors"][part]["pinlabels"]]
    assert pins in (printed, printed[::-1])


def test_every_needed_wire_is_in_the_picture(wiring):
    picture = wiring.PICTURE.read_text()
    for wire in wiring.wires():
        if wire.need != "board":
            x, y = wiring.pin_place(wire.pin)
            end_x, end_y = wiring.part_pins()[wire.part, wire.signal]
            assert re.search(rf'd="M{x},{y} [^"]* {end_x},{end_y}"', picture), wire


@pytest.mark.parametrize("part", PRINTED)
def test_the_picture_has_the_word_printed_on_a_module_beside_its_pin(wiring, part):
    picture = wiring.PICTURE.read_text()
    for wire in wiring.wires():
        if wire.part == part:
            _, y = wiring.part_pins()[part, wire.signal]
            words = re.findall(rf'<text x="\d+" y="{y + 5}"[^>]*>([^<]*)</text>', picture)
            assert [word for word in words if re.match(rf"{re.escape(wire.label)}\b", word)], wire
