"""`make hardware`: everything that can be made from the text in this folder, into hardware/build/.

Things to print (STL), pictures of the case, the harness drawn by WireViz, the carrier board. What is newer
than the sizes it was made from is left alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE / "build"
CASE = HERE / "case" / "deedbox.scad"
SOURCES = sorted((HERE / "case").glob("*.scad"))

DISPLAYS = ("2.42", "1.3", "0.96")
# File name: what to show, with which sizes.
PRINTS = {"body": ("print body", {}), "body-battery": ("print body", {"battery": "true"})}
PRINTS |= {f"lid-{inch}": ("print lid", {"display": f'"{inch}"'}) for inch in DISPLAYS}
PRINTS |= {f"straps-{inch}": ("print straps", {"display": f'"{inch}"'}) for inch in DISPLAYS}
PRINTS |= {"touch": ("print touch", {})}

# File name: what to show, camera (OpenSCAD: target, angles, distance), pixels.
PICTURES = {
    "case": ("outside", "89,50,25,52,0,22,470", "1100,786"),
    "case-open": ("open", "89,55,60,60,0,28,600", "1100,864"),
    "lid-inside": ("under", "89,60,0,24,0,0,400", "1100,786"),
}
# Of the carrier board, by board/export.py: copied as they are.
BOARD_PICTURES = ("board", "board-top", "schematic")
PLA_G_PER_CM3 = 1.24

NEEDED = {"openscad": "openscad", "dot": "graphviz", "xvfb-run": "xvfb"}


class MissingProgramError(Exception):
    """A program that is not installed."""


def have_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY"))


def missing() -> list[str]:
    """Packages to install."""
    wanted = [name for name in NEEDED if not (name == "xvfb-run" and have_screen())]
    return [NEEDED[name] for name in wanted if not shutil.which(name)]


def newer(path: Path, sources: list[Path]) -> bool:
    return path.exists() and path.stat().st_mtime > max(source.stat().st_mtime for source in sources)


def run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"make hardware: {command[0]} failed: {done.stderr.strip() or done.stdout.strip()}")


def render(path: Path, show: str, sizes: dict[str, str], *options: str, screen: bool = False) -> Path:
    """One run of OpenSCAD, unless its result is there already."""
    if not shutil.which("openscad"):
        raise MissingProgramError("openscad")
    if newer(path, [*SOURCES, Path(__file__)]):
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    command = ["xvfb-run", "-a"] if screen and not have_screen() else []
    command += ["openscad", "-q", "-D", f'show="{show}"']
    for name, value in sizes.items():
        command += ["-D", f"{name}={value}"]
    # Under another name first, so that a run that was stopped leaves nothing that looks finished.
    part = path.with_name("part-" + path.name)
    run([*command, *options, "-o", str(part), str(CASE)])
    part.replace(path)
    return path


def stl(name: str) -> Path:
    """A thing to print, as laid on the bed."""
    show, sizes = PRINTS[name]
    return render(OUT / f"{name}.stl", show, sizes)


def picture(name: str) -> Path:
    show, camera, pixels = PICTURES[name]
    options = (f"--camera={camera}", f"--imgsize={pixels}", "--colorscheme=Tomorrow")
    return render(OUT / f"{name}.png", show, {}, *options, screen=True)


def harness() -> list[Path]:
    source = HERE / "wiring.yml"
    paths = [OUT / "wiring.svg", OUT / "wiring.png"]
    if not all(newer(path, [source]) for path in paths):
        wireviz = Path(sys.executable).parent / "wireviz"
        run([str(wireviz), "--format", "sp", "--output-dir", str(OUT), str(source)])
    return paths


def say(path: Path, about: str = "") -> None:
    print(f"  {path.relative_to(HERE.parent).as_posix():34} {about}", flush=True)


def main() -> None:
    if packages := missing():
        names = " ".join(packages)
        raise SystemExit(
            f"make hardware: not installed: {names}. Debian, Ubuntu: sudo apt install {names}; "
            f"macOS: brew install {names}. The text and hardware/pictures need none of it."
        )
    import trimesh

    OUT.mkdir(exist_ok=True)
    print("things to print:")
    for name in PRINTS:
        mesh = trimesh.load_mesh(stl(name))
        x, y, z = mesh.extents
        grams = mesh.volume / 1000 * PLA_G_PER_CM3
        whole = "" if mesh.is_watertight else "  NOT WATERTIGHT"
        say(OUT / f"{name}.stl", f"{x:.0f} x {y:.0f} x {z:.0f} mm, at most {grams:.0f} g of PLA{whole}")
    print("pictures:")
    for name in PICTURES:
        say(picture(name))
    for path in harness():
        say(path, "by WireViz")
    print("carrier board:", flush=True)
    subprocess.run([sys.executable, str(HERE / "board" / "export.py")], check=True)


if __name__ == "__main__":
    main()
