"""The import rules, and what pure code may not do, checked in the syntax trees: nothing is imported or run.

Every check works from folders, however deep, and returns a list of all faults with file and line.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# MicroPython code that the host ships: it stands in for modules of the board, or measures the firmware.
SHIPPED = {"standins", "device"}

# layer -> layers of banker that it may import
ARROWS = {
    "core": {"core"},
    "ui": {"core", "ui"},
    "protocol": {"protocol"},
    "drivers": {"drivers"},
    "app": {"core", "ui", "protocol", "drivers", "app"},
}
PURE = ("core", "ui", "protocol")
# The build leaves these out: they are for annotations only (host/deedbox/build/fold.py).
TYPE_MODULES = {"typing", "__future__", "collections.abc"}
PURE_MODULES = TYPE_MODULES | {"struct", "binascii", "array", "collections.namedtuple"}
PURE_CALLS = {"open", "eval", "exec", "print", "input", "float"}
DRIVER_MODULES = PURE_MODULES | {"micropython", "framebuf", "time", "asyncio"}
BOARD_MODULES = TYPE_MODULES | {"machine", "rp2", "collections", "neopixel"}
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


class Source:
    """A Python file, the package it is in, and its syntax tree."""

    def __init__(self, path: Path, top: Path) -> None:
        self.path = path
        self.parts = path.relative_to(top).parts  # below firmware/ or host/
        self.tree = ast.parse(path.read_text())

    @property
    def layer(self) -> str:
        """The folder of banker that it is in, however deep; empty outside."""
        return self.parts[1] if self.parts[0] == "banker" and len(self.parts) > 2 else ""

    def imports(self) -> Iterator[tuple[int, str]]:
        """(line, dotted name) of all that is imported, anywhere in it; of `from a import b` it is `a.b`."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield node.lineno, alias.name
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    package = self.parts[:-1][: len(self.parts) - node.level]
                    base = ".".join([*package, base] if base else package)
                for alias in node.names:
                    yield node.lineno, f"{base}.{alias.name}"

    def layers(self) -> Iterator[tuple[int, str]]:
        """The layers of banker that it imports; `banker` itself, without a layer, counts as a layer ''."""
        for line, name in self.imports():
            first, _, rest = name.partition(".")
            if first == "banker":
                yield line, rest.partition(".")[0]

    def outside_banker(self) -> Iterator[tuple[int, str]]:
        return ((line, name) for line, name in self.imports() if name.split(".")[0] != "banker")

    def fault(self, line: int, text: str) -> str:
        return f"{'/'.join(self.parts)}:{line}: {text}"


class House:
    """The sources of firmware and host below a folder, each parsed once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.firmware = [
            Source(path, root / "firmware") for path in sorted((root / "firmware").rglob("*.py"))
        ]
        self.host = [
            Source(path, root / "host") for path in sorted((root / "host" / "deedbox").rglob("*.py"))
        ]

    def within(self, *layers: str) -> list[Source]:
        return [source for source in self.firmware if source.layer in layers]


def outward_imports(house: House) -> list[str]:
    return [
        source.fault(line, f"{source.layer} may not import banker.{layer}")
        for source in house.within(*ARROWS)
        for line, layer in source.layers()
        if layer not in ARROWS[source.layer]
    ]


def foreign_imports(sources: list[Source], allowed: set[str]) -> list[str]:
    return [
        source.fault(line, f"imports {name}")
        for source in sources
        for line, name in source.outside_banker()
        if not any(name == entry or name.startswith(entry + ".") for entry in allowed)
    ]


def leading_text(node: ast.AST) -> str:
    """What a string expression is known to begin with: "a.b." of `"a.b." + name`."""
    while isinstance(node, ast.BinOp):
        node = node.left
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def impure_code(house: House) -> list[str]:
    faults = []
    for source in house.within(*PURE):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, (float, complex)):
                faults.append(source.fault(node.lineno, f"{node.value} is a float"))
            elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
                faults.append(source.fault(node.lineno, "/ makes a float"))
            elif isinstance(node, (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith)):
                faults.append(source.fault(node.lineno, "async"))
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "__import__":
                # Loading a part of one's own layer by name is no way out of it.
                if not leading_text(node.args[0]).startswith(f"banker.{source.layer}."):
                    faults.append(source.fault(node.lineno, "__import__() beyond the layer"))
            elif isinstance(node, ast.Call) and ast.unparse(node.func) in PURE_CALLS:
                faults.append(source.fault(node.lineno, f"{ast.unparse(node.func)}()"))
            elif isinstance(node, ast.Assert):
                faults.append(source.fault(node.lineno, "assert is compiled away on the board"))
    return faults


def game_words_in_drivers(house: House) -> list[str]:
    faults = []
    for source in house.within("drivers"):
        for token in tokenize.generate_tokens(io.StringIO(source.path.read_text()).readline):
            if token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT):
                words = set(re.findall(r"[a-z]+", token.string.lower()))
                # The package's own name is in every import.
                for word in sorted(words & (GAME_WORDS - {"banker"})):
                    faults.append(source.fault(token.start[0], f"{word} is a word of the game"))
    return faults


# Knowledge of the rules that screens must ask for: groups, rents, the way round the board.
GROUP_TABLES = {"GROUP_OF", "GROUP_START", "siblings"}
RENT_TABLES = {"rents", "rail_rents", "utility_mult"}
ASKED_RENTS = {"ui.rents", "self.rents"}  # those that owners have asked for


def rules_in_screens(house: House) -> list[str]:
    faults = []
    for source in house.within("ui"):
        for node in ast.walk(source.tree):
            known = False
            if isinstance(node, ast.Name):
                known = node.id in GROUP_TABLES
            elif isinstance(node, ast.Attribute):
                known = node.attr in GROUP_TABLES | RENT_TABLES and ast.unparse(node) not in ASKED_RENTS
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
                known = ast.unparse(node.right) in ("40", "SPACES")
            if known:
                faults.append(source.fault(node.lineno, f"{ast.unparse(node)}: ask the rules"))
    return faults


def boards_that_reach_too_far(house: House) -> list[str]:
    boards = [source for source in house.firmware if source.parts[0] == "boards"]
    return foreign_imports(boards, BOARD_MODULES | {"boards.pico"}) + [
        source.fault(line, f"a board may not import banker.{layer}")
        for source in boards
        for line, layer in source.layers()
        if layer != "drivers"
    ]


def imports_of_the_host(house: House) -> list[str]:
    return [
        source.fault(line, f"imports {name}")
        for source in house.firmware
        for line, name in source.imports()
        if name.split(".")[0] == "deedbox"
    ]


def files_outside_the_layers(house: House) -> list[str]:
    parts = [("banker", "__init__.py"), ("main.py",)]
    return [
        source.fault(1, "lies in no known layer")
        for source in house.firmware
        if source.layer not in ARROWS and source.parts not in parts and source.parts[0] != "boards"
    ]


def vague_names(house: House) -> list[str]:
    """Modules and folders that say nothing about what is in them."""
    return [
        source.fault(1, "is no name that one would search for")
        for source in house.firmware + house.host
        if VAGUE_NAMES & {*source.parts[:-1], source.path.stem}
    ]


def host_imports_of_impure_code(house: House) -> list[str]:
    return [
        source.fault(line, f"the host may not import banker.{layer}")
        for source in house.host
        if not SHIPPED & set(source.parts)
        for line, layer in source.layers()
        if layer not in HOST_LAYERS
    ]


@pytest.fixture(scope="module")
def house() -> House:
    return House(ROOT)


def none(faults: list[str]) -> None:
    """Fail with the whole list instead of the shortened comparison that pytest makes of an assert."""
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


def test_imports_within_banker_point_inwards(house):
    none(outward_imports(house))


def test_pure_code_imports_only_what_both_interpreters_have_and_what_does_nothing(house):
    none(foreign_imports(house.within(*PURE), PURE_MODULES))


def test_pure_code_has_no_floats_and_touches_nothing_outside(house):
    none(impure_code(house))


def test_drivers_import_no_hardware_modules(house):
    none(foreign_imports(house.within("drivers"), DRIVER_MODULES))


def test_drivers_know_no_word_of_the_game(house):
    none(game_words_in_drivers(house))


def test_the_app_imports_only_what_stock_micropython_has(house):
    none(foreign_imports(house.within("app"), APP_MODULES))


def test_screens_ask_the_rules_for_groups_rents_and_the_way_round_the_board(house):
    none(rules_in_screens(house))


def test_a_board_imports_hardware_and_at_most_drivers(house):
    none(boards_that_reach_too_far(house))


def test_firmware_never_imports_the_host(house):
    none(imports_of_the_host(house))


def test_firmware_lies_in_a_known_layer(house):
    none(files_outside_the_layers(house))


def test_modules_have_names_that_say_what_is_in_them(house):
    none(vague_names(house))


def test_the_host_uses_only_the_pure_part_of_the_firmware(house):
    none(host_imports_of_impure_code(house))


def test_the_finder_of_modules_knows_every_package(house):
    [finder] = [source for source in house.within("app") if source.path.name == "module_finder.py"]
    [known] = [
        node.value
        for node in finder.tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_FOLDERS"
    ]
    texts = [node.value for node in ast.walk(known) if isinstance(node, ast.Constant)]
    packages = {"/" + "/".join(source.parts[1:-1]) for source in house.within(*ARROWS)}
    assert set(" ".join(texts).split()) == packages


def test_there_is_something_to_check(house):
    assert {source.layer for source in house.firmware} == {*ARROWS, ""}
    assert {source.parts[0] for source in house.firmware} == {"banker", "boards", "main.py"}
    assert len(house.host) > 100


def test_a_relative_import_is_followed(tmp_path):
    file = tmp_path / "banker" / "core" / "rules" / "rent.py"
    file.parent.mkdir(parents=True)
    lines = [
        "from . import tax",
        "from .deeds import owner",
        "from ..state import Game",
        "from ...ui import home",
    ]
    file.write_text("\n".join([*lines, "import time"]))
    assert dict(Source(file, tmp_path).imports()) == {
        1: "banker.core.rules.tax",
        2: "banker.core.rules.deeds.owner",
        3: "banker.core.state.Game",
        4: "banker.ui.home",
        5: "time",
    }


CORE = "firmware/banker/core/rules/a.py"
SCREEN = "firmware/banker/ui/screens/turn/a.py"
# A check, a file, its one wrong line and what must be said of it. The folders are deeper than the layers.
WRONG = [
    (outward_imports, CORE, "from ...ui import home", "core may not import banker.ui"),
    (outward_imports, SCREEN, "import banker.app.box", "ui may not import banker.app"),
    (outward_imports, "firmware/banker/drivers/a.py", "import banker", "drivers may not import banker."),
    (
        outward_imports,
        "firmware/banker/protocol/a/b.py",
        "def f(): import banker.core.turn",
        "may not import",
    ),
    (lambda house: foreign_imports(house.within("core"), PURE_MODULES), CORE, "import os", "imports os"),
    (impure_code, CORE, "x = 1.5", "1.5 is a float"),
    (impure_code, SCREEN, "x = 1 / 2", "/ makes a float"),
    (impure_code, SCREEN, "async def f(): pass", "async"),
    (impure_code, CORE, "__import__('banker.ui.' + x)", "__import__() beyond the layer"),
    (impure_code, CORE, "open('x')", "open()"),
    (impure_code, CORE, "assert x", "assert is compiled away"),
    (game_words_in_drivers, "firmware/banker/drivers/nfc/a.py", "x = 1  # the rent", "rent is a word"),
    (rules_in_screens, SCREEN, "x = GROUP_OF[deed]", "ask the rules"),
    (rules_in_screens, SCREEN, "x = g.board.rents[deed]", "ask the rules"),
    (rules_in_screens, SCREEN, "x = (a + b) % 40", "ask the rules"),
    (
        boards_that_reach_too_far,
        "firmware/boards/a.py",
        "from banker.core import x",
        "a board may not import",
    ),
    (boards_that_reach_too_far, "firmware/boards/a.py", "import json", "imports json"),
    (imports_of_the_host, "firmware/banker/app/store/a.py", "from deedbox import x", "imports deedbox.x"),
    (files_outside_the_layers, "firmware/banker/extra/a.py", "", "lies in no known layer"),
    (files_outside_the_layers, "firmware/banker/a.py", "", "lies in no known layer"),
    (files_outside_the_layers, "firmware/extra.py", "", "lies in no known layer"),
    (vague_names, "firmware/banker/core/common/a.py", "", "is no name"),
    (vague_names, "host/deedbox/link/utils.py", "", "is no name"),
    (host_imports_of_impure_code, "host/deedbox/link/a.py", "import banker.app.box", "may not import"),
]


def test_every_check_notices_its_fault_however_deep_it_lies(tmp_path):
    for number, (check, file, line, text) in enumerate(WRONG):
        root = tmp_path / str(number)
        (root / file).parent.mkdir(parents=True)
        (root / file).write_text(line + "\n")
        [fault] = check(House(root))
        assert fault.startswith(file.partition("/")[2] + ":1: ") and text in fault
