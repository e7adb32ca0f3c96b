"""The carrier board: schematic, board, table of wires and parts list say the same.

The files are read here as text; what needs KiCad is a proof, and runs with `make hardware`.
"""

import csv
import re
import sys
from pathlib import Path

import pytest

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
BOARD = HARDWARE / "board"
# Only what a plug leads out. A reader has two plugs, one for each kind of module.
PLUGS = {
    "J1": ("MFRC522", "CS SCK MOSI MISO IRQ GND RST 3.3V"),
    "J2": ("MFRC522", "SCK MISO MOSI CS 3.3V GND IRQ"),
    "J3": ("OLED", "GND - SCL SDA RST"),
    "J4": ("Keypad", "ROW1 ROW2 ROW3 ROW4 COL1 COL2 COL3 COL4"),
}


def load(name: str):
    import importlib.util

    if str(BOARD) not in sys.path:
        sys.path.insert(0, str(BOARD))
    spec = importlib.util.spec_from_file_location(f"hardware_board_{name}", BOARD / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def circuit():
    return load("circuit")


@pytest.fixture(scope="module")
def export():
    return load("export")


def bracket(text: str, start: int) -> str:
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return text[start : place + 1]
    raise ValueError("a bracket that does not end")


def footprints() -> dict[str, str]:
    """Reference: the text of that footprint in the board's file."""
    text = (BOARD / "carrier.kicad_pcb").read_text()
    starts = [match.start() for match in re.finditer(r'^\t\(footprint "', text, re.M)]
    blocks = [bracket(text, start + 1) for start in starts]
    return {re.search(r'\(property "Reference" "([^"]+)"', block)[1]: block for block in blocks}


def pads() -> dict[tuple[str, str], str]:
    """(reference, pin): net, as the board's file has it."""
    nets = {}
    for ref, block in footprints().items():
        for match in re.finditer(r'\(pad "([^"]+)"', block):
            net = re.search(r'\(net \d+ "([^"]*)"\)', bracket(block, match.start()))
            if net and not net[1].startswith("unconnected-"):
                nets[ref, match[1]] = net[1].lstrip("/")
    return nets


def test_the_board_was_made_from_this_circuit(circuit):
    expected = {(ref, pin): net for net, pins in circuit.nets().items() for ref, pin in pins}
    assert pads() == expected, "run: python hardware/board/export.py --again"


def test_every_wire_of_the_table_is_a_track_from_that_pin_of_the_pico(wiring):
    nets = pads()
    for wire in wiring.wires():
        assert ("A1", str(wire.pin)) in nets, wire
        own = {ref for (ref, _), net in nets.items() if net == nets["A1", str(wire.pin)]}
        assert own - {"A1"}, f"{wire} leads nowhere"


@pytest.mark.parametrize("ref", PLUGS)
def test_a_plug_has_the_pins_in_the_order_of_its_module(wiring, ref):
    part, signals = PLUGS[ref]
    nets = pads()
    pins = {wire.signal: str(wire.pin) for wire in wiring.wires() if wire.part == part}
    for place, signal in enumerate(signals.split(), 1):
        if signal != "-":
            assert nets[ref, str(place)] == nets["A1", pins[signal]], (ref, signal)


def test_no_plug_of_a_module_has_5_volts():
    nets = pads()
    fed = {net for (ref, _), net in nets.items() if ref in PLUGS}
    assert not fed & {"VBUS", "VSYS", "BAT", "BAT_ON", "RING_VCC"}
    assert nets["J3", "2"] == "OLED_VCC" and nets["Q1", "2"] == "+3V3", "through the switch, from 3.3 V"


def test_the_schematic_has_the_parts_of_the_circuit(circuit):
    text = (BOARD / "carrier.kicad_sch").read_text()
    drawn = set(re.findall(r'\(reference "([A-Z]+\d+)"\)', text))
    assert drawn == {part.ref for part in circuit.parts()} == set(footprints())


def test_all_but_one_part_is_put_through_holes(circuit):
    flat = [ref for ref, block in footprints().items() if re.search(r'\(pad "[^"]+" smd', block)]
    assert flat == ["Q1"], "and the jumper JP1 does without it"
    assert pads()["JP1", "1"] == pads()["Q1", "2"] and pads()["JP1", "2"] == pads()["Q1", "3"]


def test_tracks_and_holes_keep_the_rules_of_a_cheap_house(export):
    text = (BOARD / "carrier.kicad_pcb").read_text()
    widths = {float(width) for width in re.findall(r"\(segment\s[^)]*\)[^)]*\)\s*\(width ([\d.]+)\)", text)}
    assert widths and min(widths) >= export.RULES["min_track_width"] == 0.25
    vias = re.findall(r"\(via\s+\(at [^)]*\)\s+\(size ([\d.]+)\)\s+\(drill ([\d.]+)\)", text)
    assert vias and {(float(size), float(drill)) for size, drill in vias} == {(0.8, 0.4)}
    copper = set(re.findall(r'^\t\t\(\d+ "([^"]+\.Cu)"', text, re.M))
    assert copper == {"F.Cu", "B.Cu"}


def test_the_divider_gives_a_third_as_the_one_on_the_pico_does(circuit):
    values = {part.ref: part.value for part in circuit.parts()}
    assert (values["R2"], values["R3"]) == ("200k", "100k")


def test_the_parts_list_has_every_part_of_the_board(circuit):
    with open(HARDWARE / "bom.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["on the board"]]
    listed = [ref for row in rows for ref in row["on the board"].split()]
    assert len(listed) == len(set(listed)), "a reference is listed twice"
    assert set(listed) == {part.ref for part in circuit.parts() if not part.ref.startswith(("TP", "H"))}


def test_without_kicad_one_line_says_how_to_get_it(export, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    export.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 and "bookworm-backports" in lines[0]


# -- with KiCad --


@pytest.fixture(scope="module")
def kicad(export):
    if not export.installed():
        pytest.skip("KiCad 9 is not installed (Debian: bookworm-backports)")
    return export


@pytest.mark.proof
def test_kicad_finds_nothing_wrong(kicad):
    assert kicad.findings() == {"schematic": [], "board": [], "unconnected": [], "parity": []}


@pytest.mark.proof
def test_the_netlist_that_kicad_reads_is_the_circuit(kicad, circuit):
    assert kicad.netlist() == circuit.nets()


@pytest.mark.proof
def test_a_house_gets_every_layer_and_the_holes(kicad):
    import zipfile

    packed, places, _ = kicad.for_the_house()
    names = zipfile.ZipFile(packed).namelist()
    for mark in ("F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Silkscreen", "Edge_Cuts", ".drl"):
        assert [name for name in names if mark in name], mark
    with open(places, newline="") as file:
        assert {"A1", "J1", "U1"} <= {row["Ref"] for row in csv.DictReader(file)}


@pytest.mark.proof
def test_a_wrong_track_is_noticed(kicad, monkeypatch, tmp_path):
    text = kicad.BOARD.read_text()
    number = re.search(r'\(net (\d+) "/KEYPAD_ROW1"\)', text)[1]
    segments = re.findall(r"\t\(segment\n.*?\n\t\)\n", text, re.S)
    segment = next(one for one in segments if f"(net {number})" in one)
    for name in (kicad.SCHEMATIC.name, kicad.PROJECT.name):
        (tmp_path / name).write_text((BOARD / name).read_text())
    broken = tmp_path / kicad.BOARD.name
    broken.write_text(text.replace(segment, "", 1))
    monkeypatch.setattr(kicad, "BOARD", broken)
    monkeypatch.setattr(kicad, "OUT", tmp_path / "out")
    assert kicad.findings()["unconnected"]
