"""Modules are loaded by name, so no checker follows them: every name that is asked of one must exist."""

import ast
import importlib
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
APP = FIRMWARE / "banker" / "app"
# The functions that load a module, and the package that they add to its name.
LOADERS = {"load": "", "loader.load": "", "part": "banker.core.", "lazy.load": "banker.core."}


def loaded(node: ast.AST) -> str:
    """The module that this call loads; "" for other calls and for names that are put together at run time."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) not in LOADERS or len(node.args) != 1:
        return ""
    name = node.args[0]
    if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
        return ""
    return LOADERS[ast.unparse(node.func)] + name.value


def uses(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """(line, module, name) of every use of a loaded module, directly or through a variable."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        variables = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                if loaded(node.value):
                    variables[node.targets[0].id] = loaded(node.value)
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute):
                module = loaded(node.value)
                if isinstance(node.value, ast.Name):
                    module = variables.get(node.value.id, "")
                if module:
                    yield node.lineno, module, node.attr


def faults(tree: ast.Module) -> list[str]:
    faults_found = []
    for line, module, name in uses(tree):
        try:
            if not hasattr(importlib.import_module(module), name):
                faults_found.append(f"{line}: {module} has no {name}")
        except ImportError:
            faults_found.append(f"{line}: there is no {module}")
    return faults_found


@pytest.fixture(autouse=True)
def modules_of_the_board(monkeypatch):
    """CPython lacks these modules. The loaded modules only need to be importable."""
    for name in ("vfs", "machine"):
        if name not in sys.modules:
            monkeypatch.setitem(sys.modules, name, types.ModuleType(name))


@pytest.mark.parametrize("path", sorted(APP.rglob("*.py")), ids=lambda path: str(path.relative_to(APP)))
def test_every_name_asked_of_a_loaded_module_exists(path):
    assert faults(ast.parse(path.read_text())) == []


@pytest.mark.parametrize(
    "code, fault",
    [
        ('load("banker.app.settings").Sittings()', "1: banker.app.settings has no Sittings"),
        ('loader.load("banker.app.nowhere").run()', "1: there is no banker.app.nowhere"),
        ('x = load("banker.app.settings"); x.nothing', "1: banker.app.settings has no nothing"),
        ('lazy.load("refusal").Accepted', "1: banker.core.refusal has no Accepted"),
    ],
)
def test_a_name_that_does_not_exist_is_noticed(code, fault):
    assert faults(ast.parse(f"def f(): {code}")) == [fault]


def test_most_of_the_app_is_loaded_in_a_way_that_is_seen():
    assert sum(len(list(uses(ast.parse(path.read_text())))) for path in APP.rglob("*.py")) > 50


def test_every_verb_has_its_function():
    from banker.app.link.conversation import FUNCTIONS

    for module, name, _ in FUNCTIONS.values():
        assert callable(getattr(importlib.import_module("banker.app.link.verbs." + module), name))
