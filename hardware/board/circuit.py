"""The carrier board as data: its parts, what their pins are connected to, and where they lie.

Signals of the Pico come from wiring.csv; only what lies between the Pico and a plug is named here. Order
numbers are in bom.csv, beside the references. Needs no KiCad: schematic.py and layout.py use it.
"""

from __future__ import annotations

import csv
from collections import namedtuple
from pathlib import Path

HERE = Path(__file__).resolve().parent
WIRING = HERE.parent / "wiring.csv"
NAME = "carrier"
TITLE = "Deedbox carrier board"
REVISION = "1"

# Edge, and the corner radius. y = 0 is the edge with the USB socket, at the back of the case.
WIDTH, DEPTH, CORNER = 86.0, 62.0, 3.0
HOLES = ((4.0, 4.0), (WIDTH - 4.0, 4.0), (4.0, DEPTH - 4.0), (WIDTH - 4.0, DEPTH - 4.0))

# symbol, footprint: as KiCad's libraries name them. pins: pin to net. at: x, y, degrees on the board.
# drawn: x, y in the schematic, in steps of 2.54 mm. fitted: no for a place that stays empty in our case.
Part = namedtuple("Part", ("ref", "symbol", "footprint", "value", "pins", "at", "drawn", "fitted"))

# Raspberry Pi Pico datasheet, 2.1: pins that are no GPIO. AGND is the ground of the ADC.
SUPPLY_PINS = {33: "AGND", 36: "+3V3", 39: "VSYS", 40: "VBUS", 30: "RUN"}
SUPPLY_PINS |= {pin: "GND" for pin in (3, 8, 13, 18, 23, 28, 38)}
PICO_PINS = range(1, 41)

KEYED = "Connector_Molex:Molex_KK-254_AE-6410-{0:02}A_1x{0:02}_P2.54mm_Vertical"
LATTICE = 0.254  # parts lie on it, so that tracks run in the middle between pins
RESISTOR = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal"
DIODE = "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal"


def table() -> list[dict[str, str]]:
    with open(WIRING, newline="") as file:
        return list(csv.DictReader(file))


def net_of_pin() -> dict[int, str]:
    """What each connected pin of the Pico is called: a supply, or PART_SIGNAL of the table."""
    nets = dict(SUPPLY_PINS)
    for row in table():
        if row["gpio"]:
            nets[int(row["pico_pin"])] = f"{row['part']}_{row['signal']}".upper()
    return nets


def plug(part: str, *signals: str) -> dict[str, str]:
    """The pins of a plug in the order of a module; a signal of the table, or a net that starts with '='."""
    pins = {row["signal"]: int(row["pico_pin"]) for row in table() if row["part"] == part}
    nets = net_of_pin()
    return {
        str(place): signal[1:] if signal.startswith("=") else nets[pins[signal]]
        for place, signal in enumerate(signals, 1)
        if signal
    }


def parts() -> list[Part]:
    nets = net_of_pin()
    keypad = [f"{line}{number}" for line in ("ROW", "COL") for number in range(1, 5)]
    reader = plug("MFRC522", "CS", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")
    # As printed on the common module; its eighth pin, RSTO, is an output.
    other_reader = plug("MFRC522", "SCK", "MISO", "MOSI", "CS", "3.3V", "GND", "IRQ")
    # A module with four pins uses the first four. DC and CS of one with seven are low for I2C.
    display = plug("OLED", "GND", "=OLED_VCC", "SCL", "SDA", "RST", "=GND", "=GND")
    pico = {str(pin): nets[pin] for pin in PICO_PINS if pin in nets}
    ring = {"1": "RING_VCC", "2": "RING_DIN", "3": "GND"}
    capacitor = "Capacitor_THT:CP_Radial_D{}mm_P{}mm"

    def part(ref, symbol, footprint, value, pins, at, drawn, fitted=True):  # noqa: ANN001, ANN202
        x, y = (
            (at[0], at[1])
            if ref.startswith("H")
            else (round(round(mm / LATTICE) * LATTICE, 3) for mm in at[:2])
        )
        return Part(ref, symbol, footprint, value, pins, (x, y, at[2]), drawn, fitted)

    def keyed(ref, value, pins, count, at, drawn):  # noqa: ANN001, ANN202
        return part(ref, f"Connector_Generic:Conn_01x{count:02}", KEYED.format(count), value, pins, at, drawn)

    def resistor(ref, value, one, other, at, drawn):  # noqa: ANN001, ANN202
        return part(ref, "Device:R", RESISTOR, value, {"1": one, "2": other}, at, drawn)

    def polar(ref, value, plus, size, pitch, at, drawn):  # noqa: ANN001, ANN202
        pins = {"1": plus, "2": "GND"}
        return part(ref, "Device:C_Polarized", capacitor.format(size, pitch), value, pins, at, drawn)

    listed = [
        part("A1", "MCU_Module:RaspberryPi_Pico", "Module:RaspberryPi_Pico_Common_THT", "Raspberry Pi Pico H",
             pico, (31.242, 3.048, 0), (30, 42)),
        keyed("J1", "Reader RC522", reader, 8, (58.4, 31, 270), (80, 20)),
        keyed("J2", "Reader PN532", other_reader, 8, (69.6, 31, 270), (80, 37)),
        keyed("J3", "Display", display, 7, (20, 19.65, 90), (80, 54)),
        keyed("J4", "Keypad", plug("Keypad", *keypad), 8, (20, 26.2, 270), (80, 71)),
        keyed("J5", "Buzzer", {"1": "PIEZO", "2": "BUZZER_B"}, 2, (24, 49.5, 270), (132, 18)),
        part("BZ1", "Device:Buzzer", "Buzzer_Beeper:Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm", "PS1240P02BT",
             {"1": "PIEZO", "2": "BUZZER_B"}, (9.5, 50.5, 0), (148, 18), False),
        resistor("R1", "220", "BUZZER_A", "PIEZO", (18.5, 57.9, 0), (114, 18)),
        keyed("J6", "Battery 3 x AA", {"1": "BAT", "2": "GND"}, 2, (68.5, 12, 0), (16, 90)),
        keyed("J7", "Switch", {"1": "BAT", "2": "BAT_ON"}, 2, (77, 12, 0), (28, 90)),
        part("D1", "Device:D_Schottky", DIODE, "1N5817",
             {"1": "VSYS", "2": "BAT_ON"}, (56, 17.3, 0), (40, 90)),
        polar("C2", "470u 10V", "VSYS", "10.0", "5.00", (57.5, 7.5, 0), (50, 92)),
        part("U1", "Power_Supervisor:MCP120-xxxDxTO", "Package_TO_SOT_THT:TO-92_Inline_Wide",
             "MCP120-300DI/TO", {"1": "RUN", "2": "+3V3", "3": "GND"}, (55.5, 23, 0), (64, 91)),
        polar("C1", "100u 10V", "+3V3", "6.3", "2.50", (81, 36, 270), (76, 92)),
        resistor("R2", "200k", "VSYS", "DIVIDER_MIDDLE", (65, 21, 0), (114, 69)),
        resistor("R3", "100k", "DIVIDER_MIDDLE", "AGND", (75.16, 24.4, 180), (114, 75)),
        part("C4", "Device:C", "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm", "10n",
             {"1": "DIVIDER_MIDDLE", "2": "AGND"}, (80.5, 21, 270), (126, 75)),
        part("Q1", "Transistor_FET:Q_PMOS_GSD", "Package_TO_SOT_SMD:SOT-23_Handsoldering", "AO3401A",
             {"1": "SWITCH_GATE", "2": "+3V3", "3": "OLED_VCC"}, (10.5, 14.5, 90), (116, 55)),
        resistor("R5", "100k", "SWITCH_GATE", "GND", (12.5, 28, 270), (130, 55)),
        part("JP1", "Jumper:Jumper_2_Open", "Connector_PinHeader_2.54mm:PinHeader_1x02_P2.54mm_Vertical",
             "instead of Q1", {"1": "+3V3", "2": "OLED_VCC"}, (5, 19, 0), (144, 54)),
        keyed("J8", "LED ring", ring, 3, (69.5, 57.5, 0), (132, 37)),
        part("D2", "Diode:1N4001", DIODE, "1N4001",
             {"1": "RING_VCC", "2": "VBUS"}, (64.3, 53.4, 180), (116, 36)),
        resistor("R4", "330", "NEOPIXELS_DIN", "RING_DIN", (53.8, 58.4, 0), (142, 37)),
        polar("C3", "100u 10V", "RING_VCC", "6.3", "2.50", (79, 48.5, 0), (154, 37)),
    ]  # fmt: skip
    for number, net in enumerate(("GND", "+3V3", "VSYS", "VBUS", "RUN", "DIVIDER_MIDDLE"), 1):
        at = (32.5 + 3.4 * (number - 1), 57.6, 0)
        listed.append(
            part(f"TP{number}", "Connector:TestPoint", "TestPoint:TestPoint_THTPad_D1.5mm_Drill0.7mm",
                 net.split("_")[0], {"1": net}, at, (82 + 6 * number, 90))
        )  # fmt: skip
    for number, (x, y) in enumerate(HOLES, 1):
        listed.append(
            part(f"H{number}", "Mechanical:MountingHole", "MountingHole:MountingHole_3.2mm_M3",
                 "M3", {}, (x, y, 0), (124 + 6 * number, 90))
        )  # fmt: skip
    return listed


def nets() -> dict[str, set[tuple[str, str]]]:
    """Every net with the pins on it."""
    joined: dict[str, set[tuple[str, str]]] = {}
    for one in parts():
        for pin, net in one.pins.items():
            joined.setdefault(net, set()).add((one.ref, pin))
    return joined
