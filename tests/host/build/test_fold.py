"""Constants folded across modules: the same program with fewer names, line by line."""

import ast

from deedbox import firmware
from deedbox.fold import fold

EVENTS = b'''"""Codes."""

(
    PAID,  # from, to
    MOVED,
) = range(2)
LOW = -3
NAME = "x"
_SMALL = const(7)
'''
USER = b"""from .events import (
    LOW,
    MOVED,
    NAME,
)


def f(a, b=LOW):
    return (MOVED, a, b, NAME)
"""
OTHER = b"from a import events\n\nprint(events.MOVED)\n"


def folded():
    return fold({"a/__init__.py": b"", "a/events.py": EVENTS, "a/user.py": USER, "a/other.py": OTHER})


def test_a_name_becomes_its_number_and_its_import_goes():
    code = folded()["a/user.py"].decode()
    assert "LOW" not in code and "MOVED" not in code
    space = {"__name__": "a.user", "__package__": "a"}
    exec(code.replace("from .events import NAME", "NAME = 'x'"), space)
    assert space["f"](5) == (1, 5, -3, "x")


def test_lines_keep_their_numbers():
    for path, source in {"a/events.py": EVENTS, "a/user.py": USER}.items():
        assert folded()[path].count(b"\n") == source.count(b"\n")
    lines = folded()["a/user.py"].decode().split("\n")
    assert lines[8].strip() == "return (1, a, b, NAME)"


def test_what_is_reached_as_an_attribute_stays():
    assert b"MOVED" in folded()["a/events.py"]
    assert b"LOW" not in folded()["a/events.py"]


def test_what_is_asked_for_by_its_name_stays():
    sources = {"a/screen.py": b"LOOK_MS = 15000\nOTHER = 3\n", "a/ui.py": b"getattr(part, 'LOOK_MS', 0)\n"}
    assert fold(sources)["a/screen.py"] == b"LOOK_MS = 15000\n\n"


def test_the_firmware_folds_to_code_with_the_same_functions():
    sources = {name: path.read_bytes() for name, path in firmware.sources().items() if name.endswith(".py")}
    for name, code in fold(sources).items():
        before, after = ast.parse(sources[name]), ast.parse(code)
        functions = [
            [(node.name, node.lineno) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
            for tree in (before, after)
        ]
        assert functions[0] == functions[1], name
        assert code.count(b"\n") == sources[name].count(b"\n")
