"""The import arrows, and what pure code may not do, read from the syntax tree: nothing is imported or run."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FIRMWARE = ROOT / "firmware"
HOST = ROOT / "host" / "deedbox"
# MicroPython code that the host ships: it stands in for modules of the board, or measures the firmware.
SHIPPED = (
    HOST / "twin" / "standins",
    HOST / "bench" / "device",
    HOST / "deploy" / "device",
    HOST / "backup" / "device",
)

# layer -> layers of banker that it may import
ARROWS = {
    "core": {"core"},
    "ui": {"core", "ui"},
    "protocol": {"protocol"},
    "drivers": {"drivers"},
    "app": {"core", "ui", "protocol", "drivers", "app"},
}
PURE = ("core", "ui", "protocol")
PURE_MODULES = {"struct", "binascii", "array", "collections.namedtuple"}
PURE_CALLS = {"open", "eval", "exec", "print", "input", "float"}
DRIVER_MODULES = PURE_MODULES | {"micropython", "framebuf", "time", "asyncio"}
BOARD_MODULES = {"machine", "rp2", "collections", "neopixel"}
# What stock MicroPython has on the Pico and the app may use.
APP_MODULES = BOARD_MODULES | set(
    "array asyncio binascii deflate errno framebuf gc hashlib io json "
    "micropython os select struct sys time vfs".split()
)
HOST_LAYERS = {"core", "ui", "protocol"}

GAME_WORDS = set(
    "auction bankrupt banker deed deeds dice edition game hotel house jail money mortgage rent salary".split()
)
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}


def device_files(layer: str = "") -> list[Path]:
    folder = FIRMWARE / "banker" / layer if layer else FIRMWARE
    return sorted(folder.rglob("*.py"))


def imports(path: Path, package: str) -> set[str]:
    """Dotted names that a file imports, anywhere in it; of `from a import b` it is `a.b`."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")
                parents = parents[: len(parents) - (node.level - 1)]
                base = ".".join(parents + ([base] if base else []))
            found.update(f"{base}.{alias.name}" for alias in node.names)
    return found


def device_package(path: Path) -> str:
    return ".".join(path.relative_to(FIRMWARE).parent.parts)


def is_within(name: str, allowed: set[str]) -> bool:
    return any(name == entry or name.startswith(entry + ".") for entry in allowed)


def layers(names: set[str]) -> set[str]:
    """Which layers of banker are imported; `banker` itself, without a layer, counts as a layer ''."""
    found = set()
    for name in names:
        parts = name.split(".")
        if parts[0] == "banker":
            found.add(parts[1] if len(parts) > 1 else "")
    return found


def outside_banker(names: set[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] != "banker"}


def leading_text(node: ast.AST) -> str:
    """What a string expression is known to begin with: "a.b." of `"a.b." + name`."""
    while isinstance(node, ast.BinOp):
        node = node.left
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def ids(paths: list[Path]) -> list:
    return [pytest.param(path, id=path.relative_to(ROOT).as_posix()) for path in paths]


def layered(*names: str) -> list:
    return [
        pytest.param(name, path, id=path.relative_to(ROOT).as_posix())
        for name in names
        for path in device_files(name)
    ]


@pytest.mark.parametrize("layer, path", layered(*ARROWS))
def test_imports_within_banker_point_inwards(layer, path):
    assert layers(imports(path, device_package(path))) <= ARROWS[layer]


@pytest.mark.parametrize("layer, path", layered(*PURE))
def test_pure_code_imports_only_what_both_interpreters_have_and_what_does_nothing(layer, path):
    names = outside_banker(imports(path, device_package(path)))
    assert {name for name in names if not is_within(name, PURE_MODULES)} == set()


@pytest.mark.parametrize("layer, path", layered(*PURE))
def test_pure_code_has_no_floats_and_touches_nothing_outside(layer, path):
    faults = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)):
            faults.append(f"line {node.lineno}: {node.value} is a float")
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
            faults.append(f"line {node.lineno}: / makes a float")
        elif isinstance(node, (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith)):
            faults.append(f"line {node.lineno}: async")
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "__import__":
            # Loading a part of one's own layer by name is no way out of it.
            if not leading_text(node.args[0]).startswith(f"banker.{layer}."):
                faults.append(f"line {node.lineno}: __import__() beyond the layer")
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in PURE_CALLS:
            faults.append(f"line {node.lineno}: {node.func.id}()")
        elif isinstance(node, ast.Assert):
            faults.append(f"line {node.lineno}: assert is compiled away on the board")
    assert faults == []


@pytest.mark.parametrize("layer, path", layered("drivers"))
def test_drivers_import_no_hardware_modules(layer, path):
    names = outside_banker(imports(path, device_package(path)))
    assert {name for name in names if not is_within(name, DRIVER_MODULES)} == set()


@pytest.mark.parametrize("layer, path", layered("drivers"))
def test_drivers_know_no_word_of_the_game(layer, path):
    words = set()
    for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline):
        if token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT):
            words.update(re.findall(r"[a-z]+", token.string.lower()))
    # The package's own name stands in every import.
    assert words & (GAME_WORDS - {"banker"}) == set()


@pytest.mark.parametrize("layer, path", layered("app"))
def test_the_app_imports_only_what_stock_micropython_has(layer, path):
    names = outside_banker(imports(path, device_package(path)))
    assert {name for name in names if not is_within(name, APP_MODULES)} == set()


@pytest.mark.parametrize("path", ids(sorted((FIRMWARE / "boards").rglob("*.py"))))
def test_a_board_imports_hardware_and_at_most_drivers(path):
    names = imports(path, device_package(path))
    assert layers(names) <= {"drivers"}
    assert {name for name in outside_banker(names) if not is_within(name, BOARD_MODULES)} == set()


@pytest.mark.parametrize("path", ids(device_files()))
def test_firmware_never_imports_the_host(path):
    assert not {name for name in imports(path, device_package(path)) if name.split(".")[0] == "deedbox"}


@pytest.mark.parametrize("path", ids(device_files()))
def test_firmware_lies_in_a_known_layer_under_a_plain_name(path):
    parts = path.relative_to(FIRMWARE).parts
    if parts[0] == "banker":
        assert parts[1:] == ("__init__.py",) or parts[1] in ARROWS
    else:
        assert parts[0] in ("main.py", "boards")
    assert path.stem not in VAGUE_NAMES


@pytest.mark.parametrize(
    "path", ids([path for path in sorted(HOST.rglob("*.py")) if not any(map(path.is_relative_to, SHIPPED))])
)
def test_the_host_uses_only_the_pure_part_of_the_firmware(path):
    package = ".".join(path.relative_to(HOST.parent).parent.parts)
    assert layers(imports(path, package)) <= HOST_LAYERS
    assert path.stem not in VAGUE_NAMES


def test_the_finder_of_modules_knows_every_package():
    source = (FIRMWARE / "banker" / "app" / "imports.py").read_text()
    known = re.search(r'_FOLDERS = "([^"]*)"', source)
    packages = {path.parent for path in (FIRMWARE / "banker").rglob("*.py")} - {FIRMWARE / "banker"}
    assert known and set(known[1].split()) == {f"/{path.relative_to(FIRMWARE)}" for path in packages}


def test_there_is_something_to_check():
    assert device_files("core") and device_files("ui") and device_files("drivers") and device_files("app")
    assert (FIRMWARE / "main.py").is_file()
    assert (HOST / "__init__.py").is_file()


def test_a_relative_import_is_followed(tmp_path):
    file = tmp_path / "rent.py"
    file.write_text("from . import money\nfrom .deeds import owner\nfrom ..ui import home\nimport time\n")
    assert imports(file, "banker.core") == {
        "banker.core.money",
        "banker.core.deeds.owner",
        "banker.ui.home",
        "time",
    }
