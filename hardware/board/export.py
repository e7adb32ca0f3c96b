"""The carrier board for `make hardware`: checks by KiCad 9, files for the board house, pictures.

`python hardware/board/export.py --again` first makes schematic and board again from circuit.py.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "build" / "board"
IBOM = HERE.parent / "build" / "ibom"
SCHEMATIC = HERE / "carrier.kicad_sch"
BOARD = HERE / "carrier.kicad_pcb"
PROJECT = HERE / "carrier.kicad_pro"
SHARE = Path(os.environ.get("KICAD_SHARE", "/usr/share/kicad"))
# The Python that has KiCad's pcbnew; on Debian the system's.
KICAD_PYTHON = os.environ.get("KICAD_PYTHON", "/usr/bin/python3")
LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,F.Paste,Edge.Cuts"
HOW_TO_INSTALL = (
    "the carrier board is skipped: KiCad 9 is not installed. Debian 12: add bookworm-backports, then "
    "sudo apt install -t bookworm-backports kicad kicad-symbols kicad-footprints kicad-packages3d; "
    "elsewhere: kicad.org/download"
)
# What every cheap house makes: millimetres.
RULES = {
    "min_clearance": 0.25,
    "min_connection": 0.25,
    "min_copper_edge_clearance": 0.5,
    "min_hole_clearance": 0.25,
    "min_hole_to_hole": 0.5,
    "min_resolved_spokes": 1,
    "min_silk_clearance": 0.0,
    "min_text_height": 0.8,
    "min_text_thickness": 0.12,
    "min_through_hole_diameter": 0.4,
    "min_track_width": 0.25,
    "min_via_annular_width": 0.2,
    "min_via_diameter": 0.8,
}


# It asks for wxPython, which KiCad has anyway: so it is no locked dependency of this project.
IBOM_HOW = "pip install --no-deps --target hardware/build/ibom InteractiveHtmlBom==2.12.0"


class BoardError(Exception):
    """KiCad refused something."""


def version() -> tuple[int, ...] | None:
    """Of kicad-cli; None: not installed."""
    if not shutil.which("kicad-cli"):
        return None
    text = run("kicad-cli", "version").strip()
    return tuple(int(number) for number in text.split("-")[0].split("+")[0].split("."))


def installed() -> bool:
    found = version()
    return found is not None and found >= (9,)


def environment() -> dict[str, str]:
    """Where the libraries are, for a KiCad that nobody has opened yet."""
    paths = {"SYMBOL": "symbols", "FOOTPRINT": "footprints", "3DMODEL": "3dmodels"}
    return {f"KICAD9_{name}_DIR": str(SHARE / folder) for name, folder in paths.items()} | os.environ


def run(*command: str) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment() if len(command) > 2 else None
    )
    if done.returncode:
        raise BoardError(f"{' '.join(command[:3])}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def write_project() -> None:
    """The rules of the board. KiCad itself writes this file when it saves a board."""
    sys.path.insert(0, str(HERE))
    import schematic

    default = {
        "name": "Default", "clearance": 0.25, "track_width": 0.25, "via_diameter": 0.8, "via_drill": 0.4,
        "bus_width": 12, "wire_width": 6, "line_style": 0, "diff_pair_gap": 0.25, "diff_pair_via_gap": 0.25,
        "diff_pair_width": 0.25, "microvia_diameter": 0.3, "microvia_drill": 0.1, "priority": 2147483647,
        "pcb_color": "rgba(0, 0, 0, 0.000)", "schematic_color": "rgba(0, 0, 0, 0.000)",
    }  # fmt: skip
    settings = {
        "board": {"design_settings": {"defaults": {}, "meta": {"version": 2}, "rules": RULES}},
        "erc": {"meta": {"version": 0}},
        "meta": {"filename": PROJECT.name, "version": 3},
        "net_settings": {"classes": [default], "meta": {"version": 4}},
        "schematic": {"meta": {"version": 1}},
        "sheets": [[schematic.ROOT, "Root"]],
        "text_variables": {},
    }
    PROJECT.write_text(json.dumps(settings, indent=1) + "\n")


def write_library_tables() -> None:
    sys.path.insert(0, str(HERE))
    import circuit

    symbols = {part.symbol.split(":")[0] for part in circuit.parts()} | {"power"}
    footprints = {part.footprint.split(":")[0] for part in circuit.parts()}
    for kind, names, variable, ending in (
        ("sym", symbols, "SYMBOL", "kicad_sym"),
        ("fp", footprints, "FOOTPRINT", "pretty"),
    ):
        lines = [
            f'  (lib (name "{name}")(type "KiCad")(uri "${{KICAD9_{variable}_DIR}}/{name}.{ending}")'
            '(options "")(descr ""))'
            for name in sorted(names)
        ]
        text = "\n".join([f"({kind}_lib_table", "  (version 7)", *lines, ")"])
        (HERE / f"{kind}-lib-table").write_text(text + "\n")


def make_again() -> None:
    write_library_tables()
    run(KICAD_PYTHON, str(HERE / "schematic.py"), str(SHARE / "symbols"))
    run(KICAD_PYTHON, str(HERE / "layout.py"), str(SHARE / "footprints"), str(SHARE / "symbols"))
    write_project()


def findings() -> dict[str, list[str]]:
    """What KiCad finds wrong: with the schematic, with the board, and where they differ. Warnings count."""
    OUT.mkdir(parents=True, exist_ok=True)
    erc, drc = OUT / "erc.json", OUT / "drc.json"
    run("kicad-cli", "sch", "erc", "--severity-all", "--format", "json", "-o", str(erc), str(SCHEMATIC))
    options = ("--severity-all", "--schematic-parity", "--format", "json")
    run("kicad-cli", "pcb", "drc", *options, "-o", str(drc), str(BOARD))
    schematic, board = json.loads(erc.read_text()), json.loads(drc.read_text())

    def words(faults: list[dict]) -> list[str]:
        return [f"{fault['type']}: {fault['description']}" for fault in faults]

    return {
        "schematic": [fault for sheet in schematic["sheets"] for fault in words(sheet["violations"])],
        "board": words(board["violations"]),
        "unconnected": words(board["unconnected_items"]),
        "parity": words(board["schematic_parity"]),
    }


def netlist() -> dict[str, set[tuple[str, str]]]:
    """The schematic's nets as KiCad reads them: name, and (reference, pin)."""
    import xml.etree.ElementTree as tree

    path = OUT / "carrier.xml"
    OUT.mkdir(parents=True, exist_ok=True)
    run("kicad-cli", "sch", "export", "netlist", "--format", "kicadxml", "-o", str(path), str(SCHEMATIC))
    return {
        net.get("name", "").lstrip("/"): {
            (node.get("ref", ""), node.get("pin", "")) for node in net.iter("node")
        }
        for net in tree.parse(path).getroot().iter("net")
        if not net.get("name", "").startswith("unconnected-")
    }


def for_the_house() -> list[Path]:
    """Gerbers and drill file in one zip, as houses take it, and where each part lies."""
    plots = OUT / "gerbers"
    shutil.rmtree(plots, ignore_errors=True)
    plots.mkdir(parents=True)
    run("kicad-cli", "pcb", "export", "gerbers", "--layers", LAYERS, "-o", f"{plots}/", str(BOARD))
    run("kicad-cli", "pcb", "export", "drill", "--format", "excellon", "-o", f"{plots}/", str(BOARD))
    packed = OUT / "carrier-gerbers.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(plots.iterdir()):
            archive.write(path, path.name)
    places = OUT / "carrier-positions.csv"
    run(
        "kicad-cli", "pcb", "export", "pos", "--format", "csv", "--units", "mm", "-o", str(places), str(BOARD)
    )
    drawing = OUT / "carrier-schematic.pdf"
    run("kicad-cli", "sch", "export", "pdf", "-o", str(drawing), str(SCHEMATIC))
    return [packed, places, drawing]


def interactive_bom() -> Path | None:
    """A page that shows where each part goes; by InteractiveHtmlBom, if KiCad's Python has it."""
    page = OUT / "carrier-parts.html"
    options = ["--no-browser", "--dest-dir", str(OUT), "--name-format", page.stem, "--blacklist", "TP*,H*"]
    command = [KICAD_PYTHON, "-m", "InteractiveHtmlBom.generate_interactive_bom", *options, str(BOARD)]
    quiet = environment() | {"INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"}
    quiet["PYTHONPATH"] = os.pathsep.join([str(IBOM), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(command, capture_output=True, text=True, env=quiet)
    return page if done.returncode == 0 and page.exists() else None


VIEWS = {
    "board": ("--side", "top", "--perspective", "--rotate", "-35,0,20", "--zoom", "0.85"),
    "board-top": ("--side", "top", "--zoom", "1.2"),
    "board-bottom": ("--side", "bottom", "--zoom", "1.2"),
}


def pictures() -> list[Path]:
    paths = []
    for name, view in VIEWS.items():
        path = OUT / f"{name}.png"
        size = ("-w", "1100", "-h", "800", "--background", "opaque", "--quality", "basic")
        run("kicad-cli", "pcb", "render", *size, *view, "-o", str(path), str(BOARD))
        paths.append(path)
    return paths


def main() -> None:
    if not installed():
        print(f"  {HOW_TO_INSTALL}")
        return
    if "--again" in sys.argv:
        make_again()
    faults = findings()
    for where, words in faults.items():
        print(f"  {where:12} {len(words)} findings", *words[:9], sep="\n    " if words else "")
    if any(faults.values()):
        raise SystemExit("make hardware: KiCad finds faults in the carrier board")
    for path in [*for_the_house(), *pictures()]:
        print(f"  {path.relative_to(HERE.parents[1]).as_posix()}")
    page = interactive_bom()
    if page:
        print(f"  {page.relative_to(HERE.parents[1]).as_posix()}")
    else:
        print(f"  no interactive parts page; for one: {IBOM_HOW}")


if __name__ == "__main__":
    main()
