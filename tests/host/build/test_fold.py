"""The build folds constants across modules and leaves types out; every line keeps its number."""

import ast

import pytest

from deedbox.build import firmware
from deedbox.build.fold import FoldError, fold_modules, is_empty, strip_types

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
OTHER = b"from a import events\n\nprint(events.PAID, load().MOVED)\n"
TYPED = b"""from __future__ import annotations

from typing import TYPE_CHECKING, Any

from a.user import Game, f

if TYPE_CHECKING:
    from a.other import Ui


def show(ui: Ui, game: Game) -> Any:
    rest: list[Game] = []
    return f(ui, rest)
"""


def folded():
    return fold_modules({"a/__init__.py": b"", "a/events.py": EVENTS, "a/user.py": USER, "a/other.py": OTHER})


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


def test_a_constant_is_folded_through_its_module_and_the_import_goes():
    assert folded()["a/other.py"] == b"pass\n\nprint(0, load().MOVED)\n"


def test_what_only_annotations_need_goes_and_lines_stay():
    lines = strip_types(TYPED).decode().split("\n")
    assert [line for line in lines[:9] if line.strip("pas")] == ["from a.user import f"]
    assert lines[12] == "    return f(ui, rest)" and len(lines) == TYPED.count(b"\n") + 1
    assert not is_empty(strip_types(TYPED)) and is_empty(
        strip_types(b'"""Types."""\nfrom typing import Any\n')
    )


def test_what_is_asked_for_by_its_name_stays():
    sources = {"a/screen.py": b"LOOK_MS = 15000\nOTHER = 3\n", "a/ui.py": b"getattr(part, 'LOOK_MS', 0)\n"}
    assert fold_modules(sources)["a/screen.py"] == b"LOOK_MS = 15000\n\n"


@pytest.mark.parametrize(
    "code",
    [
        b"SIZE = 3\n\ndef f(SIZE):\n    return SIZE\n",
        b"SIZE = 3\n\ndef f():\n    SIZE = 4\n    return SIZE\n",
        b"SIZE = 3\n\ndef f():\n    global SIZE\n    SIZE = 4\n",
        b"SIZE = 3\n\ndef f():\n    from b import SIZE\n    return SIZE\n",
        b'SIZE, NAME = 3, "x"\nprint(SIZE)\n',
        b"SIZE = [1]\n",
        b"size = 3\nprint(size)\n",
    ],
)
def test_a_name_that_is_no_constant_or_has_a_second_meaning_stays(code):
    assert fold_modules({"a.py": code})["a.py"] == code


@pytest.mark.parametrize(
    "code",
    [
        b"def f():\n    from b import SIZE\n    return SIZE\n\ndef g():\n    from c import SIZE\n",
        b"from b import SIZE\n\ndef f(SIZE):\n    return SIZE\n",
        b"from b import SIZE\n\ndef f():\n    from d import SIZE\n    return SIZE\n",
    ],
)
def test_an_imported_constant_with_a_second_meaning_is_an_error_of_the_build(code):
    sources = {"a.py": code, "b.py": b"SIZE = 3\n", "c.py": b"SIZE = 4\n", "d.py": b"SIZE = []\n"}
    with pytest.raises(FoldError, match=r"a\.py: SIZE is"):
        fold_modules(sources)


def test_a_type_block_with_an_else_is_an_error_of_the_build():
    with pytest.raises(FoldError, match="line 1: `if TYPE_CHECKING:` with an else"):
        strip_types(b"if TYPE_CHECKING:\n    import a\nelse:\n    import b\n")


def test_the_firmware_folds_to_code_with_the_same_functions():
    sources = {
        name: path.read_bytes() for name, path in firmware.source_files().items() if name.endswith(".py")
    }
    for name, code in fold_modules(sources).items():
        before, after = ast.parse(sources[name]), ast.parse(code)
        functions = [
            [(node.name, node.lineno) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
            for tree in (before, after)
        ]
        assert functions[0] == functions[1], name
        assert code.count(b"\n") == sources[name].count(b"\n")
