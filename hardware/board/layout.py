"""Writes carrier.kicad_pcb from circuit.py: `python3 layout.py FOOTPRINTS SYMBOLS`, with KiCad's pcbnew.

Parts at their places, tracks by router.py, ground poured on both sides, names for who solders.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import circuit
import pcbnew
import router
import schematic

PATH = circuit.HERE / f"{circuit.NAME}.kicad_pcb"
POURED = "GND"
WIDE = {
    "VSYS": 0.8,
    "BAT": 0.8,
    "BAT_ON": 0.8,
    "VBUS": 0.6,
    "RING_VCC": 0.6,
    "+3V3": 0.6,
    "OLED_VCC": 0.4,
    "GND": 0.4,
}
# Words on the board: text, x, y, height, degrees. References are printed by their parts.
WORDS = [
    ("DEEDBOX", 6, 36, 2.5, 90),
    ("carrier board, rev 1", 40, 24, 1.5, 90),
    ("CERN-OHL-P-2.0", 43, 27, 0.9, 90),
]
# Test points: what is measured there.
POINTS = {"TP1": "GND", "TP2": "3V3", "TP3": "VSYS", "TP4": "VBUS", "TP5": "RUN", "TP6": "ADC2"}
# What a plug's pins are called, printed beside them, in their order.
PRINTED = {
    "J1": "SDA SCK MOSI MISO IRQ GND RST 3.3V",
    "J2": "SCK MISO MOSI SS VCC GND IRQ RSTO",
    "J3": "GND VCC SCL SDA RES DC CS",
    "J4": "1 2 3 4 5 6 7 8",
    "J5": "A B",
    "J6": "+ -",
    "J7": "I O",
    "J8": "5V DIN GND",
}
TITLES = {
    "J1": "RC522", "J2": "PN532", "J3": "DISPLAY", "J4": "KEYPAD", "J5": "BUZZER", "J6": "3 x AA",
    "J7": "SWITCH",    "J8": "LED RING",
}  # fmt: skip
# Pads of the poured net that tracks may cut off from the rest: these are joined by a track, too.
GROUND_TRACKS = [
    [("A1", "23"), ("J1", "6"), ("J2", "6"), ("C1", "2")],
    [("C2", "2"), ("J6", "2")],
    [("U1", "3"), ("A1", "28")],
]
# Nets in the narrow places, which go first: found by running without this list.
FIRST = ("MFRC522_SCK", "AGND", "DIVIDER_MIDDLE", "MFRC522_CS")
SHOWN_MODELS = ("PinSockets_H8.50mm", "RaspberryPi_Pico_H.")


def mm(value: float) -> int:
    return pcbnew.FromMM(value)


def point(x: float, y: float) -> pcbnew.VECTOR2I:
    return pcbnew.VECTOR2I(mm(x), mm(y))


class Layout:
    def __init__(self, footprints: Path) -> None:
        self.footprints = footprints
        self.board = pcbnew.CreateEmptyBoard()
        self.nets: dict[str, pcbnew.NETINFO_ITEM] = {}
        self.labels: dict[str, str] = {}

    def net(self, name: str) -> pcbnew.NETINFO_ITEM:
        # Named as the schematic names it: a local label belongs to its sheet.
        full = name if name in schematic.POWER else f"/{name}"
        if full not in self.nets:
            self.nets[full] = pcbnew.NETINFO_ITEM(self.board, full)
            self.board.Add(self.nets[full])
        return self.nets[full]

    def put(self, part: circuit.Part) -> None:
        library, name = part.footprint.split(":")
        footprint = pcbnew.FootprintLoad(str(self.footprints / f"{library}.pretty"), name)
        if footprint is None:
            raise SystemExit(f"layout: KiCad has no footprint {part.footprint} in {self.footprints}")
        footprint.SetFPID(pcbnew.LIB_ID(library, name))
        x, y, degrees = part.at
        footprint.SetReference(part.ref)
        footprint.SetValue(part.value)
        footprint.SetPosition(point(x, y))
        footprint.SetOrientationDegrees(degrees)
        footprint.SetPath(pcbnew.KIID_PATH(f"/{schematic.symbol_id(part.ref)}"))
        footprint.SetSheetname("/")
        footprint.SetSheetfile(f"{circuit.NAME}.kicad_sch")
        footprint.SetDNP(not part.fitted)
        for pad in footprint.Pads():
            if pad.GetNumber() in part.pins:
                pad.SetNet(self.net(part.pins[pad.GetNumber()]))
            elif pad.GetNumber():
                self.unconnected(part, pad)
        footprint.Value().SetVisible(False)
        reference = footprint.Reference()
        if part.ref.startswith("H") or part.ref == "A1":
            reference.SetVisible(False)
        elif part.ref[0] in "RD":  # on the body: read before the part covers it
            along = math.radians(degrees)
            reference.SetPosition(point(x + 5.08 * math.cos(along), y - 5.08 * math.sin(along)))
        reference.SetTextSize(pcbnew.VECTOR2I(mm(0.9), mm(0.9)))
        reference.SetTextThickness(mm(0.14))
        for model in footprint.Models():
            if "RaspberryPi_Pico" in model.m_Filename:
                model.m_Show = any(word in model.m_Filename for word in SHOWN_MODELS)
        self.board.Add(footprint)

    def unconnected(self, part: circuit.Part, pad: pcbnew.PAD) -> None:
        """KiCad names the net of a pin that the schematic marks as free."""
        names = schematic_pin_names()
        name = names.get((part.symbol, pad.GetNumber()))
        if name:
            net = f"unconnected-({part.ref}-{name}-Pad{pad.GetNumber()})"
            self.nets[net] = pcbnew.NETINFO_ITEM(self.board, net)
            self.board.Add(self.nets[net])
            pad.SetNet(self.nets[net])

    def outline(self) -> None:
        w, d, r = circuit.WIDTH, circuit.DEPTH, circuit.CORNER
        sides = [((r, 0), (w - r, 0)), ((w, r), (w, d - r)), ((w - r, d), (r, d)), ((0, d - r), (0, r))]
        for start, end in sides:
            self.line(pcbnew.Edge_Cuts, start, end, 0.1)
        half = r * (1 - math.sqrt(0.5))
        corners = [
            ((0, r), (half, half), (r, 0)),
            ((w - r, 0), (w - half, half), (w, r)),
            ((w, d - r), (w - half, d - half), (w - r, d)),
            ((r, d), (half, d - half), (0, d - r)),
        ]
        for start, middle, end in corners:
            arc = pcbnew.PCB_SHAPE(self.board)
            arc.SetShape(pcbnew.SHAPE_T_ARC)
            arc.SetLayer(pcbnew.Edge_Cuts)
            arc.SetWidth(mm(0.1))
            arc.SetArcGeometry(point(*start), point(*middle), point(*end))
            self.board.Add(arc)

    def line(self, layer: int, start: tuple, end: tuple, width: float) -> None:
        shape = pcbnew.PCB_SHAPE(self.board)
        shape.SetShape(pcbnew.SHAPE_T_SEGMENT)
        shape.SetLayer(layer)
        shape.SetWidth(mm(width))
        shape.SetStart(point(*start))
        shape.SetEnd(point(*end))
        self.board.Add(shape)

    def word(
        self, text: str, x: float, y: float, height: float, degrees: float = 0, left: bool | None = None
    ) -> None:
        words = pcbnew.PCB_TEXT(self.board)
        words.SetText(text)
        words.SetLayer(pcbnew.F_SilkS)
        words.SetPosition(point(x, y))
        words.SetTextSize(pcbnew.VECTOR2I(mm(height), mm(height)))
        words.SetTextThickness(mm(max(0.12, height * 0.15)))
        words.SetTextAngleDegrees(degrees)
        if left is not None:
            words.SetHorizJustify(pcbnew.GR_TEXT_H_ALIGN_LEFT if left else pcbnew.GR_TEXT_H_ALIGN_RIGHT)
        self.board.Add(words)

    def tracks(self) -> None:
        pads = []
        ground: list[list] = [[] for _ in GROUND_TRACKS]
        for pad in self.board.GetPads():
            place, box = pad.GetPosition(), pad.GetBoundingBox()
            layers = (0, 1) if pad.GetAttribute() != pcbnew.PAD_ATTRIB_SMD else (0,)
            half, radius = (pcbnew.ToMM(box.GetWidth()) / 2, pcbnew.ToMM(box.GetHeight()) / 2), 0.0
            if pad.GetShape() == pcbnew.PAD_SHAPE_CIRCLE:
                half, radius = (0.0, 0.0), half[0]
            x, y = pcbnew.ToMM(place.x), pcbnew.ToMM(place.y)
            pads.append(router.Pad(pad.GetNetname(), x, y, half, radius, layers))
            for group, names in zip(ground, GROUND_TRACKS, strict=True):
                if (pad.GetParentFootprint().GetReference(), pad.GetNumber()) in names:
                    group.append(pads[-1])
        forbidden = []
        for footprint in self.board.GetFootprints():
            for zone in footprint.Zones():
                if zone.GetIsRuleArea() and zone.GetDoNotAllowTracks():
                    box = zone.GetBoundingBox()
                    edges = (box.GetLeft(), box.GetTop(), box.GetRight(), box.GetBottom())
                    low_x, low_y, high_x, high_y = map(pcbnew.ToMM, edges)
                    forbidden.append((low_x - 0.5, low_y - 0.5, high_x + 0.5, high_y + 0.5))
        counts: dict[str, list] = {}
        for pad in pads:
            counts.setdefault(pad.net, []).append(pad)
        wide = {self.net(name).GetNetname(): width for name, width in WIDE.items()}
        todo = [net for net, own in counts.items() if net and len(own) > 1 and net != POURED]

        def span(net: str) -> float:
            own = counts[net]
            return (
                max(p.x for p in own) - min(p.x for p in own) + max(p.y for p in own) - min(p.y for p in own)
            )

        todo.sort(key=lambda net: (net.strip("/") not in FIRST, -wide.get(net, 0), span(net)))
        groups = {net: [own] for net, own in counts.items()} | {POURED: ground}
        todo.insert(0, POURED)
        maze = router.Router(circuit.WIDTH, circuit.DEPTH, pads, forbidden, wide)
        maze.run(todo, groups)
        maze.join_where_possible(POURED, counts[POURED])
        for track in maze.tracks:
            item = pcbnew.PCB_TRACK(self.board)
            item.SetNet(self.nets[track.net])
            item.SetLayer(pcbnew.B_Cu if track.layer else pcbnew.F_Cu)
            item.SetWidth(mm(track.width))
            item.SetStart(point(*track.start))
            item.SetEnd(point(*track.end))
            self.board.Add(item)
        for via in maze.vias:
            item = pcbnew.PCB_VIA(self.board)
            item.SetNet(self.nets[via.net])
            item.SetPosition(point(via.x, via.y))
            item.SetWidth(mm(router.VIA_MM))
            item.SetDrill(mm(0.4))
            self.board.Add(item)
        print(f"{len(todo)} nets, {len(maze.tracks)} tracks, {len(maze.vias)} vias")

    def pour(self) -> None:
        for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
            zone = pcbnew.ZONE(self.board)
            zone.SetLayer(layer)
            zone.SetNet(self.net(POURED))
            outline = zone.Outline()
            outline.NewOutline()
            w, d, edge = circuit.WIDTH, circuit.DEPTH, 0.6
            for x, y in ((edge, edge), (w - edge, edge), (w - edge, d - edge), (edge, d - edge)):
                outline.Append(mm(x), mm(y))
            zone.SetLocalClearance(mm(0.3))
            zone.SetMinThickness(mm(0.3))
            zone.SetThermalReliefGap(mm(0.4))
            zone.SetThermalReliefSpokeWidth(mm(0.5))
            zone.SetIslandRemovalMode(pcbnew.ISLAND_REMOVAL_MODE_ALWAYS)
            self.board.Add(zone)

    def print_names(self) -> None:
        by_ref = {part.ref: part for part in circuit.parts()}
        for ref, names in PRINTED.items():
            footprint = self.board.FindFootprintByReference(ref)
            x, y, degrees = by_ref[ref].at
            for number, name in enumerate(names.split(), 1):
                place = footprint.FindPadByNumber(str(number)).GetPosition()
                px, py = pcbnew.ToMM(place.x), pcbnew.ToMM(place.y)
                if degrees in (90, 270):
                    right = degrees == 270  # names on the side of the open wall
                    away = 3.6 if right else -3.6
                    self.word(name, px + away, py, 0.9, 0, right)
                else:
                    self.word(name, px, py - 4.0, 0.8)
            self.title(ref, TITLES[ref], x, y, degrees, len(names.split()))
        for ref, name in POINTS.items():
            self.word(name, by_ref[ref].at[0], by_ref[ref].at[1] + 2.2, 0.8)
        for words in WORDS:
            self.word(*words)

    def title(self, ref: str, title: str, x: float, y: float, degrees: float, count: int) -> None:
        reference = self.board.FindFootprintByReference(ref).Reference()
        length = (count - 1) * 2.54
        if degrees == 270:
            at = (x, y - 2.9)
        elif degrees == 90:
            at = (x, y - length - 2.9)
        else:
            at = (x + length / 2, y - 5.6)
        reference.SetVisible(False)
        self.word(f"{ref} {title}", *at, 1.0)

    def write(self) -> None:
        for part in circuit.parts():
            self.put(part)
        self.outline()
        if "--places" not in sys.argv:  # a quick look at places and names
            self.tracks()
        self.pour()
        self.print_names()
        title = self.board.GetTitleBlock()
        title.SetTitle(circuit.TITLE)
        title.SetRevision(circuit.REVISION)
        pcbnew.SaveBoard(str(PATH), self.board)
        # A board that was never saved cannot be poured: save, load, pour.
        board = pcbnew.LoadBoard(str(PATH))
        pcbnew.ZONE_FILLER(board).Fill(board.Zones())
        pcbnew.SaveBoard(str(PATH), board)


def schematic_pin_names() -> dict[tuple[str, str], str]:
    import re

    names = {}
    symbols = Path(sys.argv[2])
    for symbol in {part.symbol for part in circuit.parts()}:
        drawing = schematic.library_symbol(symbols, symbol)
        for match in re.finditer(r"\(pin \w+ \w+\s+\(at", drawing):
            pin = schematic.block(drawing, match.start())
            number, name = re.search(r'\(number "([^"]+)"', pin)[1], re.search(r'\(name "([^"]*)"', pin)[1]
            names[symbol, number] = name
    return names


def main() -> None:
    Layout(Path(sys.argv[1])).write()


if __name__ == "__main__":
    main()
