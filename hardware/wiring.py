"""Drawings made from wiring.csv: a WireViz harness, a Wokwi diagram and the picture for the workbench.

`python hardware/wiring.py` writes them again; a test fails when they are out of date.
"""

from __future__ import annotations

import csv
import json
from collections import namedtuple
from pathlib import Path
from xml.sax.saxutils import escape

import yaml

HERE = Path(__file__).resolve().parent
HARNESS = HERE / "wiring.yml"
DIAGRAM = HERE / "wokwi" / "diagram.json"
PICTURE = HERE / "pictures" / "wiring.svg"

Wire = namedtuple("Wire", ("part", "signal", "gpio", "pin", "label", "colour", "need"))

# Raspberry Pi Pico datasheet, 2.1: what is no GPIO.
GROUND = (3, 8, 13, 18, 23, 28, 33, 38)
SUPPLY = {30: "RUN", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}

# By the names in wiring.csv: what it is called, and a hint.
PARTS = {
    "OLED": ("Display, 128x64", "3.3 V only"),
    "Keypad": ("Keypad, 4x4", "contacts of the ribbon, 1 at the left"),
    "Buzzer": ("Buzzer", "passive piezo; 220 ohm in one wire"),
    "MFRC522": ("Reader, RC522", "3.3 V only; SDA is its chip select"),
    "NeoPixels": ("LED ring, 12 x WS2812B", "option; 330 ohm in DIN, diode 1N4001"),
    "Supervisor": ("Supervisor MCP120-300", "option; legs as its data sheet says"),
    "Reservoir": ("Capacitor 470 uF, 10 V", "option, when run from USB"),
    "Battery": ("Battery, 3 x AA", "option; diode 1N5817, ring to VSYS"),
    "Switch": ("Switch of the display", "only on the carrier board"),
    "Divider": ("A third of VSYS", "only on the carrier board"),
}
COLOURS = {
    "BK": "#222222", "BN": "#8a5a2b", "RD": "#d62020", "OG": "#ee8a00", "YE": "#d9b800", "GN": "#2a9d3a",
    "BU": "#2565c7", "VT": "#8a3ab9", "GY": "#8c8c8c", "WH": "#ffffff", "TQ": "#17b3b3",
    "PK": "#f08cb0",
}  # fmt: skip


# The signals of a module in the order of its own pins. Read the names on yours: sellers change the order.
ORDER = {
    "OLED": ("GND", "VCC", "SCL", "SDA", "RST"),
    "Keypad": ("ROW1", "ROW2", "ROW3", "ROW4", "COL1", "COL2", "COL3", "COL4"),
    "MFRC522": ("CS", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V"),
}


def wires() -> list[Wire]:
    with open(HERE / "wiring.csv", newline="") as file:
        return [
            Wire(
                row["part"],
                row["signal"],
                int(row["gpio"]) if row["gpio"] else None,
                int(row["pico_pin"]),
                row["label"],
                row["colour"],
                row["need"],
            )
            for row in csv.DictReader(file)
        ]


def of_part(part: str) -> list[Wire]:
    """A part's wires in the order of its own pins, if it has one."""
    own = [wire for wire in wires() if wire.part == part]
    order = ORDER.get(part)
    return sorted(own, key=lambda wire: order.index(wire.signal)) if order else own


def named(wire: Wire) -> str:
    """Our name of a signal, and the word printed on the part if it is another one."""
    return wire.signal if wire.label == wire.signal else f"{wire.signal} = {wire.label}"


def pin_names() -> dict[int, str]:
    """What is printed beside each of the Pico's 40 pins."""
    gpios = [number for number in (*range(23), 26, 27, 28)]
    names = {pin: "GND" for pin in GROUND} | SUPPLY
    free = (pin for pin in range(1, 41) if pin not in names)
    return names | {pin: f"GP{gpio}" for pin, gpio in zip(free, gpios, strict=True)}


# -- WireViz --


def harness() -> dict:
    names = pin_names()
    used = sorted({wire.pin for wire in wires()})
    connectors: dict[str, dict] = {}
    for half, title in ((1, "pins 1 to 20"), (21, "pins 21 to 40")):
        pins = [pin for pin in used if half <= pin < half + 20]
        connectors[f"Pico{half}"] = {
            "type": "Raspberry Pi Pico",
            "subtype": title,
            "pins": pins,
            "pinlabels": [names[pin] for pin in pins],
        }
    cables, connections = {}, []
    for part, (title, hint) in PARTS.items():
        own = of_part(part)
        connectors[part] = {
            "type": title,
            "pinlabels": [named(wire) for wire in own],
            "notes": hint,
        }
        for half in (1, 21):
            here = [wire for wire in own if half <= wire.pin < half + 20]
            if not here:
                continue
            cable = f"{part} to pins {half}-{half + 19}"
            cables[cable] = {
                "category": "bundle",
                "wirecount": len(here),
                "colors": [wire.colour for wire in here],
            }
            connections.append(
                [
                    {f"Pico{half}": [wire.pin for wire in here]},
                    {cable: list(range(1, len(here) + 1))},
                    {part: [own.index(wire) + 1 for wire in here]},
                ]
            )
    return {"connectors": connectors, "cables": cables, "connections": connections}


def harness_text() -> str:
    head = "# Made by wiring.py from wiring.csv: change that one. Drawn by WireViz.\n"
    return head + yaml.safe_dump(harness(), sort_keys=False, width=110, default_flow_style=None)


# -- Wokwi --

# Of the parts that Wokwi has: type, place (left, top), its name for each of our signals.
WOKWI = {
    "OLED": ("board-ssd1306", (230, -90), {"SDA": "SDA", "SCL": "SCL", "GND": "GND", "VCC": "VCC"}),
    "Keypad": (
        "wokwi-membrane-keypad",
        (230, 30),
        {f"ROW{n}": f"R{n}" for n in range(1, 5)} | {f"COL{n}": f"C{n}" for n in range(1, 5)},
    ),
    "Buzzer": ("wokwi-buzzer", (230, 400), {"A": "1", "B": "2"}),
    "MFRC522": (
        "board-mfrc522",
        (-320, 60),
        {name: name for name in ("MISO", "SCK", "MOSI", "RST", "IRQ", "GND", "3.3V")} | {"CS": "SDA"},
    ),
}
WOKWI_COLOURS = {
    "BK": "black", "BN": "brown", "RD": "red", "OG": "orange", "YE": "gold", "GN": "green",
    "BU": "blue", "VT": "purple", "GY": "gray", "WH": "white", "TQ": "cyan",
}  # fmt: skip


def wokwi_pin(pin: int) -> str:
    return f"GND.{GROUND.index(pin) + 1}" if pin in GROUND else pin_names()[pin]


def diagram() -> dict:
    parts = [
        {
            "type": "wokwi-pi-pico",
            "id": "pico",
            "top": 0,
            "left": 0,
            "attrs": {"env": "micropython-20250415-v1.25.0"},
        }
    ]
    for part, (kind, (left, top), _) in WOKWI.items():
        parts.append({"type": kind, "id": part.lower(), "top": top, "left": left, "attrs": {}})
    connections = [["$serialMonitor:RX", "pico:GP0", "", []], ["$serialMonitor:TX", "pico:GP1", "", []]]
    for wire in wires():
        names = WOKWI.get(wire.part, ("", (0, 0), {}))[2]
        if wire.signal in names:
            there = f"{wire.part.lower()}:{names[wire.signal]}"
            connections.append([f"pico:{wokwi_pin(wire.pin)}", there, WOKWI_COLOURS[wire.colour], []])
    return {
        "version": 1,
        "author": "The Deedbox authors",
        "editor": "wokwi",
        "parts": parts,
        "connections": connections,
        "dependencies": {},
    }


def diagram_text() -> str:
    return json.dumps(diagram(), indent=1) + "\n"


# -- the picture for the workbench --

WIDTH, HEIGHT = 1320, 1130
PITCH = 40  # from one pin of the Pico to the next
TOP = 150  # of its first pin
LEFT_EDGE, RIGHT_EDGE = 510, 810  # the Pico
BOX_WIDTH = 250
ROW = 34

# Side of the picture and top of each part. The pins point at the reader, so 1 to 20 are on the right.
PLACES = {
    "OLED": ("right", 110),
    "Keypad": ("right", 405),
    "Buzzer": ("right", 795),
    "Battery": ("left", 90),
    "Reservoir": ("left", 220),
    "Supervisor": ("left", 350),
    "MFRC522": ("left", 560),
    "NeoPixels": ("left", 912),
}
# Modules whose first pin is at the bottom here.
TURNED = ("OLED", "MFRC522")


def pin_place(pin: int) -> tuple[int, int]:
    if pin <= 20:
        return RIGHT_EDGE, TOP + (pin - 1) * PITCH
    return LEFT_EDGE, TOP + (40 - pin) * PITCH


def text(x: float, y: float, words: str, size: int = 15, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


def pico_drawing() -> list[str]:
    bottom = TOP + 19 * PITCH
    middle = (LEFT_EDGE + RIGHT_EDGE) // 2
    drawn = [
        f'<rect x="{LEFT_EDGE}" y="{TOP - 40}" width="{RIGHT_EDGE - LEFT_EDGE}" '
        f'height="{bottom - TOP + 80}" rx="10" fill="#e3f1e3" stroke="#3a6b3a" stroke-width="2"/>',
        f'<rect x="{middle - 45}" y="{TOP - 62}" width="90" height="52" rx="4" '
        'fill="#d9d9d9" stroke="#777"/>',
        text(middle, TOP - 32, "USB", 16, "middle"),
        text(middle, TOP + 230, "Raspberry", 19, "middle"),
        text(middle, TOP + 254, "Pi Pico H", 19, "middle"),
        text(middle, TOP + 290, "seen from", 14, "middle"),
        text(middle, TOP + 308, "the side of", 14, "middle"),
        text(middle, TOP + 326, "its pins", 14, "middle"),
    ]
    used = {wire.pin for wire in wires() if wire.need != "board"}
    for pin, name in pin_names().items():
        x, y = pin_place(pin)
        inward = -1 if pin <= 20 else 1
        anchor = "end" if pin <= 20 else "start"
        fill = "#c9a227" if pin in used else "#ffffff"
        grey = "" if pin in used else ' fill="#8a8a8a"'
        drawn.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}" stroke="#555"/>')
        bold = ' font-weight="bold"' if pin in used else ""
        drawn.append(text(x + 16 * inward, y + 5, f"{pin}", 15, anchor, grey + bold))
        drawn.append(text(x + 42 * inward, y + 5, name, 13, anchor, grey))
    return drawn


def part_pins() -> dict[tuple[str, str], tuple[int, int]]:
    """Where each wire ends at its part."""
    ends = {}
    for part, (side, top) in PLACES.items():
        for row, wire in enumerate(shown(part)):
            x = WIDTH - 30 - BOX_WIDTH if side == "right" else 30 + BOX_WIDTH
            ends[part, wire.signal] = (x, top + 62 + row * ROW)
    return ends


def shown(part: str) -> list[Wire]:
    """A part's wires from the top: as on the module, which lies turned so that few of them cross."""
    own = of_part(part)
    if part in ORDER:
        return own[::-1] if part in TURNED else own
    return sorted(own, key=lambda wire: wire.pin if PLACES[part][0] == "right" else -wire.pin)


def part_drawing(part: str) -> list[str]:
    side, top = PLACES[part]
    own = shown(part)
    left = WIDTH - 30 - BOX_WIDTH if side == "right" else 30
    dashed = ' stroke-dasharray="7 5"' if own[0].need == "option" else ""
    title, hint = PARTS[part]
    height = 62 + ROW * len(own) - 10
    drawn = [
        f'<rect x="{left}" y="{top}" width="{BOX_WIDTH}" height="{height}" rx="8" '
        f'fill="{FILLS.get(part, "#f6f6f2")}" stroke="#555" stroke-width="1.5"{dashed}/>',
        *looks(part, left, top + 52, height - 62),
        text(left + 10, top + 22, title, 15, more=' font-weight="bold"'),
    ]
    # A hint of two lines breaks at the comma or semicolon.
    for row, piece in enumerate(broken(hint)):
        drawn.append(text(left + 10, top + 37 + row * 13, piece, 11))
    is_module = part in ORDER
    if is_module:  # the strip that carries its pins
        (x, first), (_, last) = (part_pins()[part, wire.signal] for wire in (own[0], own[-1]))
        drawn.append(
            f'<rect x="{x - 9}" y="{first - 13}" width="18" height="{last - first + 26}" rx="3" fill="#222"/>'
        )
    for wire in own:
        x, y = part_pins()[part, wire.signal]
        inward, anchor = (16, "start") if side == "right" else (-16, "end")
        if is_module:
            drawn.append(f'<rect x="{x - 5}" y="{y - 5}" width="10" height="10" fill="#c9a227"/>')
            words, bold = printed_name(wire), ' font-weight="bold"'
        else:
            drawn.append(f'<circle cx="{x}" cy="{y}" r="6" fill="#ffffff" stroke="#555"/>')
            words, bold = named(wire), ""
        drawn.append(text(x + inward, y + 5, words, 12, anchor, bold))
    return drawn


def printed_name(wire: Wire) -> str:
    """The word printed on a module, and our name of the signal if that is another one."""
    words = wire.label if wire.signal in wire.label else f"{wire.label} = {wire.signal}"
    return f"{words} (some)" if wire.need == "if the module has it" else words


FILLS = {"OLED": "#dfe9f7", "MFRC522": "#dfe9f7", "Keypad": "#efefef"}


def looks(part: str, left: int, top: int, height: int) -> list[str]:
    """What one sees of a part, beside the names of its pins."""
    if part == "OLED":  # its pins are at its upper edge, so it lies on its side here
        x, y = left + 198, top + height / 2 - 13
        turned = f' fill="#ffffff" transform="rotate(-90 {x} {y})"'
        return [
            *holes(left + BOX_WIDTH - 12, top - 39, top + height - 3),
            rect(left + 150, top - 8, 86, height - 10, 3, "#10151d"),
            rect(left + 158, top + 2, 70, height - 30, 1, "#1f3a5f"),
            text(x, y - 6, "MUM", 16, "middle", turned),
            text(x, y + 18, "1500", 16, "middle", turned),
        ]
    if part == "MFRC522":  # the antenna is printed around the field; chip and crystal are near the pins
        rings = [
            rect(
                left + 12 + 7 * ring, top + 8 + 7 * ring, 108 - 14 * ring, height - 16 - 14 * ring, 10, "none"
            ).replace("/>", ' stroke="#b08d57" stroke-width="3"/>')
            for ring in range(3)
        ]
        middle = top + height / 2
        return [
            *holes(left + BOX_WIDTH - 12, top - 39),
            *holes(left + 150, top + height - 3),
            *rings,
            text(left + 66, middle - 2, "antenna:", 12, "middle"),
            text(left + 66, middle + 14, "tags here", 12, "middle"),
            rect(left + 130, middle - 14, 28, 28, 2, "#222222"),
            rect(left + 134, middle + 40, 20, 42, 8, "#c8ccd0"),
        ]
    if part == "Keypad":
        side = 26
        corner = (left + 112, top + 8)
        drawn = [rect(corner[0] - 6, corner[1] - 6, 4 * side + 24, 4 * side + 24, 6, "#444444")]
        for place, key in enumerate("123A456B789C*0#D"):
            x, y = corner[0] + place % 4 * (side + 4), corner[1] + place // 4 * (side + 4)
            fill = "#2565c7" if key.isdigit() else "#d62020"
            drawn += [
                rect(x, y, side, side, 4, fill),
                text(x + side / 2, y + 18, key, 13, "middle", ' fill="#ffffff" font-weight="bold"'),
            ]
        # The ribbon leaves at the lower edge.
        ribbon_top = corner[1] + 4 * side + 18
        for contact in range(8):
            x = corner[0] + 8 + contact * 14
            drawn += [
                rect(x, ribbon_top, 11, 66, 0, "#d0d0d0"),
                rect(x, ribbon_top + 50, 11, 16, 0, "#222222"),
                text(x + 5.5, ribbon_top + 63, str(contact + 1), 11, "middle", ' fill="#ffffff"'),
            ]
        return drawn
    if part == "Buzzer":
        middle = top + height / 2 + 2
        disc = f'<circle cx="{left + 200}" cy="{middle}" r="24" fill="#333"/>'
        return [disc, f'<circle cx="{left + 200}" cy="{middle}" r="4" fill="#aaa"/>']
    return []


def rect(x: float, y: float, width: float, height: float, radius: int, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{fill}"/>'


def holes(x: int, *ys: int) -> list[str]:
    """For screws, where no words are."""
    ring = f'<circle cx="{x}" r="6" fill="#ffffff" stroke="#b08d57" stroke-width="3"'
    return [f'{ring} cy="{y}"/>' for y in ys]


def resistor_drawing(wire: Wire) -> list[str]:
    """In the wire of the buzzer's first leg, close to it."""
    x, y = part_pins()[wire.part, wire.signal]
    return [
        f'<rect x="{x - 62}" y="{y - 8}" width="38" height="16" rx="4" fill="#e8d3a8" stroke="#555"/>',
        text(x - 43, y + 5, "220", 12, "middle"),
    ]


def broken(hint: str) -> list[str]:
    for mark in ("; ", ", "):
        if mark in hint and len(hint) > 38:
            head, rest = hint.split(mark, 1)
            return [head + mark.strip(), rest]
    return [hint]


def wire_drawing(wire: Wire) -> str:
    x1, y1 = pin_place(wire.pin)
    x2, y2 = part_pins()[wire.part, wire.signal]
    side = PLACES[wire.part][0]
    if (wire.pin <= 20) == (side == "right"):
        reach = (x2 - x1) / 2
        path = f"M{x1},{y1} C{x1 + reach},{y1} {x2 - reach},{y2} {x2},{y2}"
    else:  # above the Pico
        path = f"M{x1},{y1} C{x1 - 120},{y1} {x1 - 90},48 {x1 + 60},48 L{RIGHT_EDGE + 60},48 "
        path += f"C{RIGHT_EDGE + 190},48 {x2 - 90},{y2} {x2},{y2}"
    dashed = ' stroke-dasharray="9 6"' if wire.need == "option" else ""
    line = f'<path d="{path}" fill="none" stroke-linecap="round"'
    edge = "#555555" if wire.colour == "WH" else "#ffffff"
    colour = COLOURS[wire.colour]
    return f'{line} stroke="{edge}" stroke-width="6.5"/>{line} stroke="{colour}" stroke-width="4"{dashed}/>'


def picture_text() -> str:
    """An SVG with every wire at its real pin."""
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="DejaVu Sans, Verdana, Arial, sans-serif" fill="#111111">',
        "<title>Wiring of the box: which pin of the Pico goes where</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    visible = [wire for wire in wires() if wire.part in PLACES]
    drawn += pico_drawing()
    drawn += [wire_drawing(wire) for wire in visible]
    for part in PLACES:
        drawn += part_drawing(part)
    drawn += [piece for wire in visible if wire[:2] == ("Buzzer", "A") for piece in resistor_drawing(wire)]
    notes = (
        "Red is 3.3 V, black is ground, orange is the battery, pink is 5 V: never connect two of them. "
        "Pin 36 feeds two parts: one wire that forks.",
        "Dashed: options. White pins stay free. Modules show their pins in the usual order: "
        "go by the names printed on yours.",
    )
    for row, note in enumerate(notes):
        drawn.append(text(WIDTH / 2, HEIGHT - 34 + row * 22, note, 15, "middle"))
    return "\n".join(drawn) + "\n</svg>\n"


def main() -> None:
    for path, content in ((HARNESS, harness_text()), (DIAGRAM, diagram_text()), (PICTURE, picture_text())):
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
        print(path.relative_to(HERE.parent).as_posix())


if __name__ == "__main__":
    main()
