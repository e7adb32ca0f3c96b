"""Private names and parameters get short names on the device; everything else stays as it is."""

import ast

from deedbox.build import firmware
from deedbox.build.fold import fold_modules
from deedbox.build.shorten import shorten_names

BASE = b"""_ready = 0


def _prepare(amount):
    global _ready
    _ready = amount


class Base:
    def __init__(self, size):
        self._size = size
        self._grow(1)

    def _grow(self, by):
        self._size += by
        _prepare(self._size)

    def size(self):
        return self._size, _ready
"""
CHILD = b"""from a.base import Base, _prepare


class Child(Base):
    def __init__(self):
        super().__init__(size=4)
        self._count = 7

    def both(self, ask):
        _prepare(9)
        return [self._count + ask for ask in (ask, ask)], self.size()
"""
OTHER = b"""def _helper(value):
    return value + 1


def run(value, step=2):
    return _helper(value) + step


def call():
    return run(1, step=5), getattr(call, "_secret", 3)


def _secret(x):
    return x
"""
SOURCES = {"a/__init__.py": b"", "a/base.py": BASE, "a/child.py": CHILD, "a/other.py": OTHER}


def run(sources, path, space=None):
    space = {} if space is None else space
    code = sources[path].decode()
    exec(code.replace("from a.base import Base, _prepare", ""), space)
    return space


def test_the_program_does_the_same():
    short = shorten_names(SOURCES)
    for sources in (SOURCES, short):
        space = run(sources, "a/child.py", run(sources, "a/base.py"))
        assert space["Child"]().both(1) == ([8, 8], (5, 9))
        assert run(sources, "a/other.py")["call"]() == (7, 3)


def test_a_private_name_is_short_and_shared_between_modules():
    short = shorten_names(SOURCES)
    assert b"_helper" not in short["a/other.py"] and b"_ready" not in short["a/base.py"]
    assert b"def _a(p0)" in short["a/other.py"]


def test_objects_of_related_classes_never_share_a_short_attribute():
    short = shorten_names(SOURCES)
    attributes = [
        {node.attr for node in ast.walk(ast.parse(short[path])) if isinstance(node, ast.Attribute)}
        for path in ("a/base.py", "a/child.py")
    ]
    assert not {name for name in attributes[0] & attributes[1] if name.startswith("_") and name[1] != "_"}


def test_what_another_module_imports_or_a_string_names_stays():
    short = shorten_names(SOURCES)
    assert b"def _prepare(" in short["a/base.py"] and b"import Base, _prepare" in short["a/child.py"]
    assert b"def _secret(" in short["a/other.py"]


def test_a_parameter_that_a_call_names_stays():
    short = shorten_names(SOURCES)
    assert b"def run(p0, step=2)" in short["a/other.py"] and b"def __init__(self, size)" in short["a/base.py"]


def test_the_firmware_keeps_its_lines_and_has_fewer_names():
    sources = {
        name: path.read_bytes() for name, path in firmware.source_files().items() if name.endswith(".py")
    }
    folded = fold_modules(sources)
    short = shorten_names(folded)
    for path in folded:
        assert short[path].count(b"\n") == folded[path].count(b"\n"), path
        ast.parse(short[path])
    assert len(names(short)) < 0.8 * len(names(folded))


def names(sources):
    all_names = set()
    for source in sources.values():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                all_names.add(node.name)
            elif isinstance(node, ast.Attribute):
                all_names.add(node.attr)
            elif isinstance(node, ast.arg):
                all_names.add(node.arg)
    return all_names
