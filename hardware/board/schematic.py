"""Writes carrier.kicad_sch from circuit.py and KiCad's own symbols: `python3 schematic.py SYMBOLS`.

Every pin has a short wire with the name of its net or a power symbol; pins at the same place are joined.
Identifiers are made from names, so that the same circuit gives the same file.
"""

from __future__ import annotations

import re
import sys
import uuid
from pathlib import Path

import circuit

STEP = 2.54
SPACE = uuid.UUID("8f0f6c1e-5d0b-4f0e-9d43-0d6eedb0c4a1")
# Net: KiCad's symbol for it, and whether that points down.
POWER = {
    "GND": ("power:GND", True),
    "AGND": ("power:GNDA", True),
    "+3V3": ("power:+3V3", False),
    "VBUS": ("power:VBUS", False),
    "VSYS": ("power:VCC", False),
}
DRIVEN_FROM_OUTSIDE = ("VSYS",)  # by USB through the Pico's own diode, or by the battery
BLOCKS = [
    ((8, 9), "Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W,\\nin sockets"),
    ((68, 9), "Reader: J1 for an RC522 or J2 for a PN532,\\nin the order of the module's own pins"),
    ((68, 47), "Display with four, five or seven pins"),
    ((68, 63), "Keypad"),
    ((108, 9), "Buzzer: a piezo between two pins,\\nin the lid (J5) or on the board (BZ1)"),
    ((108, 28), "LED ring, option: 5 V less one diode,\\nso that 3.3 V counts as high"),
    ((108, 47), "Supply of the display: low switches it on;\\nJP1 does without"),
    ((108, 63), "A third of VSYS, for any Pico"),
    (
        (8, 82),
        "Option: battery with its switch (or a bridge in J7), reservoir, supervisor. "
        "Not an option: C1, for the reader",
    ),
    ((86, 82), "Test points"),
    ((128, 82), "Holes for M3"),
]
NOTES = [
    ((8, 101), "Only 3.3 V on reader and display. Licence of this sheet and of the board: CERN-OHL-P-2.0."),
    (
        (8, 103),
        "Made from hardware/wiring.csv and hardware/board/circuit.py; change those, then run make hardware.",
    ),
]


def ident(*names: object) -> str:
    return str(uuid.uuid5(SPACE, "/".join(map(str, names))))


ROOT = ident("sheet")


def symbol_id(ref: str) -> str:
    return ident("symbol", ref)


# -- KiCad's symbol files --


def block(text: str, start: int) -> str:
    """The bracket that opens at `start`, to its end."""
    depth, place, quoted = 0, start, False
    while True:
        letter = text[place]
        if letter == '"' and text[place - 1] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (letter == "(") - (letter == ")")
            if depth == 0:
                return text[start : place + 1]
        place += 1


def library_symbol(symbols: Path, name: str) -> str:
    """A symbol as a schematic embeds it: one that extends another gets that one's drawing."""
    library, own_name = name.split(":")
    text = (symbols / f"{library}.kicad_sym").read_text()
    found = block(text, text.index(f'(symbol "{own_name}"\n'))
    if parent := re.search(r'\(extends "([^"]+)"\)', found):
        base = block(text, text.index(f'(symbol "{parent[1]}"\n'))
        for match in re.finditer(r'\(property "([^"]+)"', found):
            mine = block(found, match.start())
            old = re.search(rf'\(property "{re.escape(match[1])}"', base)
            if old:
                base = base.replace(block(base, old.start()), mine)
            else:
                base = base.replace("(symbol ", mine + "\n(symbol ", 2).replace(
                    mine + "\n(symbol ", "(symbol ", 1
                )
        found = base.replace(f'"{parent[1]}"', f'"{own_name}"', 1).replace(f'"{parent[1]}_', f'"{own_name}_')
    return found.replace(f'(symbol "{own_name}"', f'(symbol "{name}"', 1)


def pins_of(symbol: str) -> dict[str, tuple[float, float, int, str]]:
    """Number: x, y (upwards), angle, kind."""
    pins = {}
    for match in re.finditer(r"\(pin (\w+) \w+\s+\(at ([-\d.]+) ([-\d.]+) (\d+)\)", symbol):
        number = re.search(r'\(number "([^"]+)"', block(symbol, match.start()))[1]
        pins[number] = (float(match[2]), float(match[3]), int(match[4]), match[1])
    return pins


def offset_of(symbol: str, field: str) -> tuple[float, float]:
    match = re.search(rf'\(property "{field}" "[^"]*"\s+\(at ([-\d.]+) ([-\d.]+)', symbol)
    return float(match[1]), -float(match[2])


# -- the sheet --

OUTWARD = {0: (-1, 0), 90: (0, 1), 180: (1, 0), 270: (0, -1)}
TURN_DOWN = {(0, 1): 0, (0, -1): 180}
TURN_UP = {(0, -1): 0, (0, 1): 180}
LABEL = {(-1, 0): (180, "right"), (1, 0): (0, "left"), (0, -1): (0, "left"), (0, 1): (0, "left")}
# Symbols whose name and value go to their right, above each other.
BESIDE = {
    "Device:R": 2.54,
    "Device:C": 2.54,
    "Device:C_Polarized": 2.54,
    "Transistor_FET:Q_PMOS_GSD": 5.08,
    "Device:Buzzer": 3.81,
}


def number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def place(x: float, y: float, turn: int = 0) -> str:
    return f"(at {number(x)} {number(y)} {turn})"


def field(name: str, value: str, x: float, y: float, hidden: bool = False, justify: str = "") -> str:
    more = f" (justify {justify})" if justify else ""
    hide = " (hide yes)" if hidden else ""
    return f'(property "{name}" "{value}" {place(x, y)} (effects (font (size 1.27 1.27)){more}{hide}))'


class Sheet:
    def __init__(self, symbols: Path) -> None:
        self.symbols = symbols
        self.used: dict[str, str] = {}
        self.lines: list[str] = []

    def definition(self, name: str) -> str:
        if name not in self.used:
            self.used[name] = library_symbol(self.symbols, name)
        return self.used[name]

    def instance(
        self, ref: str, name: str, value: str, x: float, y: float, turn: int = 0, **more: object
    ) -> None:
        drawing = self.definition(name)
        footprint = more.get("footprint", "")
        on_board = "yes" if footprint else "no"
        if name.startswith("power:"):
            on_board = "yes"
        in_bom = "no" if ref.startswith(("TP", "H")) else "yes"
        dnp = "no" if more.get("fitted", True) else "yes"
        fields = []
        for text, content in (("Reference", ref), ("Value", value)):
            dx, dy = offset_of(drawing, text)
            justify = ""
            if turn:  # only power symbols are turned; their name stays outside
                dx, dy = -dx, -dy
            if name in BESIDE:
                dx, dy, justify = BESIDE[name], -1.27 if text == "Reference" else 1.27, "left"
            hidden = text == "Reference" and ref.startswith("#") or name == "power:PWR_FLAG"
            hidden |= text == "Value" and name in ("Connector:TestPoint", "Mechanical:MountingHole")
            fields.append(field(text, content, x + dx, y + dy, bool(hidden), justify))
        fields.append(field("Footprint", str(footprint), x, y, True))
        pins = " ".join(f'(pin "{pin}" (uuid "{ident("pin", ref, pin)}"))' for pin in pins_of(drawing))
        self.lines.append(
            f'(symbol (lib_id "{name}") {place(x, y, turn)} (unit 1) (exclude_from_sim no) (in_bom {in_bom}) '
            f'(on_board {on_board}) (dnp {dnp}) (uuid "{symbol_id(ref)}") {" ".join(fields)} {pins} '
            f'(instances (project "{circuit.NAME}" (path "/{ROOT}" (reference "{ref}") (unit 1)))))'
        )

    def wire(self, x1: float, y1: float, x2: float, y2: float) -> None:
        ends = f"(xy {number(x1)} {number(y1)}) (xy {number(x2)} {number(y2)})"
        self.lines.append(
            f'(wire (pts {ends}) (stroke (width 0) (type default)) (uuid "{ident("wire", x1, y1, x2, y2)}"))'
        )

    def name_of_net(self, net: str, x: float, y: float, out: tuple[int, int]) -> None:
        """A wire outwards from a pin, and the name of its net at the end."""
        reach = 3 * STEP if net == "VBUS" and out == (0, -1) else STEP  # between its neighbours at the Pico
        end = (x + out[0] * reach, y + out[1] * reach)
        self.wire(x, y, *end)
        if net in POWER and out[0]:  # sideways a word is easier to read
            turn, justify = LABEL[out]
            self.lines.append(
                f'(global_label "{net}" (shape passive) {place(*end, turn)} (effects (font (size 1.27 1.27)) '
                f'(justify {justify})) (uuid "{ident("label", net, x, y)}"))'
            )
        elif net in POWER:
            name, down = POWER[net]
            turn = (TURN_DOWN if down else TURN_UP)[out]
            self.instance(f"#PWR{len(self.lines):03}", name, net, *end, turn)
        else:
            turn, justify = LABEL[out]
            self.lines.append(
                f'(label "{net}" {place(*end, turn)} (effects (font (size 1.27 1.27)) '
                f'(justify {justify} bottom)) (uuid "{ident("label", net, x, y)}"))'
            )

    def text(self, words: str, x: float, y: float, size: float) -> None:
        self.lines.append(
            f'(text "{words}" (exclude_from_sim no) {place(x, y)} (effects (font (size {size} {size})) '
            f'(justify left bottom)) (uuid "{ident("text", words)}"))'
        )

    def part(self, part: circuit.Part) -> None:
        x, y = (steps * STEP for steps in part.drawn)
        self.instance(part.ref, part.symbol, part.value, x, y, footprint=part.footprint, fitted=part.fitted)
        for pin, (dx, dy, angle, kind) in pins_of(self.definition(part.symbol)).items():
            at = (round(x + dx, 4), round(y - dy, 4))
            if pin not in part.pins:
                if kind != "no_connect":
                    self.lines.append(
                        f'(no_connect {place(*at)[:-3]}) (uuid "{ident("none", part.ref, pin)}"))'
                    )
            elif (at, part.pins[pin]) not in self.ends:
                self.ends.add((at, part.pins[pin]))
                if not self.shared(at, part):
                    self.name_of_net(part.pins[pin], *at, OUTWARD[angle])

    def shared(self, at: tuple[float, float], part: circuit.Part) -> bool:
        """A place where two parts meet: the second one finds the name there already."""
        first = self.meeting.setdefault(at, part.ref)
        return first != part.ref

    def write(self, path: Path) -> None:
        self.ends: set[tuple[tuple[float, float], str]] = set()
        self.meeting: dict[tuple[float, float], str] = {}
        for part in circuit.parts():
            self.part(part)
        for place_, net in enumerate(DRIVEN_FROM_OUTSIDE):
            x, y = 55 * STEP, (88 + place_) * STEP
            self.instance(f"#FLG{place_ + 1:02}", "power:PWR_FLAG", "PWR_FLAG", x, y)
            self.name_of_net(net, x, y, (1, 0))
        for (x, y), words in BLOCKS:
            self.text(words, x * STEP, y * STEP, 1.8)
        for (x, y), words in NOTES:
            self.text(words, x * STEP, y * STEP, 1.5)
        title = (
            f'(title_block (title "{circuit.TITLE}") (rev "{circuit.REVISION}") '
            '(company "The Deedbox authors") (comment 1 "Never built yet: see hardware/README.md"))'
        )
        body = "\n".join(self.lines)
        path.write_text(
            f'(kicad_sch (version 20250114) (generator "deedbox") (generator_version "9.0") (uuid "{ROOT}") '
            f'(paper "A3")\n{title}\n(lib_symbols\n{"".join(self.used.values())}\n)\n{body}\n'
            '(sheet_instances (path "/" (page "1")))\n(embedded_fonts no))\n'
        )


def main() -> None:
    Sheet(Path(sys.argv[1])).write(circuit.HERE / f"{circuit.NAME}.kicad_sch")


if __name__ == "__main__":
    main()
