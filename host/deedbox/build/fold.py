"""Prepares the firmware's code for mpy-cross: constants become numbers, and types are left out.

A constant such as `PAID = 0` costs RAM on the device three times: for its name, for its place in the module,
and for a place in every module that imports it. mpy-cross only folds names that begin with an underscore, and
only within one module. fold() replaces a constant by its number in all modules, whether a module imports it
by name (`from banker.core.events import PAID`) or reaches it through its module (`words.BACK`). Its
definition and its imports are left out.

MicroPython ignores annotations but has no `typing`. strip_types() leaves out what only annotations need:
imports from `typing` and `__future__`, names that are imported for annotations alone, and blocks under
`if TYPE_CHECKING:`. So types cost nothing on the device.

Lines keep their numbers, so that a traceback from the device names the right line.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

Edit = tuple[ast.stmt | ast.expr, str]  # a node, and the text that replaces it
Constants = Mapping[str, Mapping[str, int]]  # module -> name -> number

# Modules that contain only types.
_TYPE_MODULES = ("typing", "__future__", "collections.abc")


class FoldError(ValueError):
    """This code cannot be folded safely; the text names the module."""


def fold_modules(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The same modules (device path -> source) without types and with constants folded."""
    modules = [_Module(path, strip_types(source)) for path, source in sources.items()]
    constants = {module.name: module.constants() for module in modules}
    # A constant that is read as object.NAME stays where it is, unless the object is known to be a module.
    attributes = {name for module in modules for name in module.attributes(constants)}
    return {module.path: module.fold(constants, attributes) for module in modules}


# Modules are compiled in several threads, and CPython 3.11 sometimes raises SystemError when two of them
# parse at once (gh-106905).
_PARSER = threading.Lock()


def parse_module(source: bytes) -> ast.Module:
    with _PARSER:
        return ast.parse(source)


def strip_types(source: bytes) -> bytes:
    """One module without the imports and blocks that only its annotations need."""
    module = _Module("", source)
    annotations = {id(part) for root in _find_annotations(module.tree) for part in ast.walk(root)}
    names = [node for node in ast.walk(module.tree) if isinstance(node, ast.Name)]
    in_code = {node.id for node in names if id(node) not in annotations}
    only_types = {node.id for node in names} - in_code
    edits: list[Edit] = []
    blocks = [node for node in ast.walk(module.tree) if _is_type_block(node)]
    inside_blocks = {id(part) for block in blocks for part in ast.walk(block)}
    edits += [(block, "pass") for block in blocks if isinstance(block, ast.If)]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in inside_blocks:
            remaining = [
                alias
                for alias in node.names
                if node.module not in _TYPE_MODULES and (alias.asname or alias.name) not in only_types
            ]
            edits += _import_edit(node, remaining)
    return module.replace(edits)


@cache
def is_empty(source: bytes) -> bool:
    """Does this module contain no code, at most a docstring? To parse all of them takes half a second."""
    return all(
        isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in parse_module(source).body
    )


def _find_annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        annotation = None
        if isinstance(node, ast.arg | ast.AnnAssign):
            annotation = node.annotation
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            annotation = node.returns
        if annotation is not None:
            yield annotation


def _is_type_block(node: ast.AST) -> bool:
    if not isinstance(node, ast.If) or ast.unparse(node.test) != "TYPE_CHECKING":
        return False
    if node.orelse:
        raise FoldError(f"line {node.lineno}: `if TYPE_CHECKING:` with an else")
    return True


class _Module:
    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.package = self.name if path.endswith("__init__.py") else self.name.rpartition(".")[0]
        self.source = source
        self.tree = parse_module(source)

    def constants(self) -> dict[str, int]:
        """Names in capitals that are set once, at the top level, to a whole number."""
        numbers: dict[str, int] = {}
        for statement in self.tree.body:
            numbers.update(_definitions(statement))
        bindings = [*_bindings(self.tree), *(alias.asname or alias.name for _, alias in self._imports())]
        return {name: number for name, number in numbers.items() if bindings.count(name) == 1}

    def attributes(self, constants: Constants) -> set[str]:
        """Names that are read as object.NAME or getattr(object, "NAME") and are not folded."""
        modules = self._modules(constants)
        names: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Attribute) and _number_of(node, modules, constants) is None:
                names.add(node.attr)
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr":
                names.update(str(arg.value) for arg in node.args[1:2] if isinstance(arg, ast.Constant))
        return names

    def fold(self, constants: Constants, attributes: set[str]) -> bytes:
        """The source with numbers for constants. Constants in `attributes` keep their definition."""
        own = constants[self.name]
        edits = self._fold_attributes(constants)
        # A module that was imported only for its constants is no longer needed.
        folded_ids = {id(part) for node, _ in edits for part in ast.walk(node)}
        loads = [node for node in ast.walk(self.tree) if isinstance(node, ast.Name)]
        needless = {node.id for node in loads if id(node) in folded_ids}
        needless -= {node.id for node in loads if id(node) not in folded_ids}

        numbers = {**own, **self._imported_numbers(constants)}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                theirs = constants.get(self._imported_module(node), {})
                remaining = [
                    alias
                    for alias in node.names
                    if alias.name not in theirs and (alias.asname or alias.name) not in needless
                ]
                edits += _import_edit(node, remaining)
        for statement in self.tree.body:
            names = _definitions(statement)
            if names and all(name in own for name in names):
                definitions = [f"{name} = {own[name]}" for name in names if name in attributes]
                edits.append((statement, "; ".join(definitions)))
        replaced_ids = {id(part) for node, _ in edits for part in ast.walk(node)}
        edits += [
            (node, _as_digits(numbers[node.id]))
            for node in loads
            if isinstance(node.ctx, ast.Load) and id(node) not in replaced_ids and node.id in numbers
        ]
        return self.replace(edits)

    def replace(self, edits: Iterable[Edit]) -> bytes:
        """Replace nodes by texts, from the end. Every other line stays where it is."""
        lines = self.source.split(b"\n")  # columns of the syntax tree count bytes
        for node, text in sorted(edits, key=lambda edit: (-edit[0].lineno, -edit[0].col_offset)):
            first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
            rest = lines[last][node.end_col_offset :]
            lines[first] = lines[first][: node.col_offset] + text.encode() + (rest if first == last else b"")
            for between in range(first + 1, last + 1):
                lines[between] = rest if between == last else b""
        return b"\n".join(lines)

    def _modules(self, constants: Constants) -> dict[str, str]:
        """Local name -> module, of `from package import module`."""
        return {
            alias.asname or alias.name: f"{module}.{alias.name}"
            for module, alias in self._imports()
            if f"{module}.{alias.name}" in constants
        }

    def _imports(self) -> Iterator[tuple[str, ast.alias]]:
        """(module, name) of every `from ... import`."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    yield self._imported_module(node), alias

    def _fold_attributes(self, constants: Constants) -> list[Edit]:
        modules = self._modules(constants)
        edits: list[Edit] = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Attribute):
                number = _number_of(node, modules, constants)
                if number is not None:
                    edits.append((node, _as_digits(number)))
        return edits

    def _imported_numbers(self, constants: Constants) -> dict[str, int]:
        """Local name -> number, of constants that are imported by name, at the top or in a function.

        A name is replaced in the whole module, so it must not have a second meaning anywhere in it.
        """
        numbers: dict[str, int] = {}
        others = {*_bindings(self.tree)}
        for module, alias in self._imports():
            name = alias.asname or alias.name
            number = constants.get(module, {}).get(alias.name)
            if number is None:
                others.add(name)
            elif numbers.setdefault(name, number) != number:
                raise FoldError(f"{self.path}: {name} is imported with two different numbers")
        for name in numbers:
            if name in others:
                raise FoldError(f"{self.path}: {name} is an imported constant and something else")
        return numbers

    def _imported_module(self, node: ast.ImportFrom) -> str:
        """The dotted name of the module that a `from ... import` names."""
        if not node.level:
            return node.module or ""
        parents = self.package.split(".")
        parents = parents[: len(parents) - (node.level - 1)]
        return ".".join(parents + ([node.module] if node.module else []))


def _bindings(tree: ast.Module) -> Iterator[str]:
    """Every name that is bound other than by an import, once for each place; `global` counts as one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Global):
            yield from node.names


def _number_of(node: ast.Attribute, modules: Mapping[str, str], constants: Constants) -> int | None:
    """The number behind module.NAME, or None."""
    if not isinstance(node.value, ast.Name) or not isinstance(node.ctx, ast.Load):
        return None
    return constants.get(modules.get(node.value.id, ""), {}).get(node.attr)


def _definitions(statement: ast.stmt) -> dict[str, int]:
    """The constants that this statement sets: `A = 1`, `A, B = 1, 2` or `A, B = range(2)`."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return {}
    target, value = statement.targets[0], statement.value
    targets, values = [target], [value]
    if isinstance(target, ast.Tuple):
        targets, values = target.elts, _elements(value)
    names = [part.id for part in targets if isinstance(part, ast.Name) and part.id.isupper()]
    numbers = [number for number in map(_number, values) if number is not None]
    if not len(names) == len(targets) == len(numbers) == len(values):
        return {}
    return dict(zip(names, numbers, strict=True))


def _elements(value: ast.expr) -> list[ast.expr]:
    """The values of a tuple or of range(...)."""
    if isinstance(value, ast.Tuple):
        return value.elts
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "range":
        bounds = [number for number in map(_number, value.args) if number is not None]
        if len(bounds) == len(value.args):
            return [ast.Constant(number) for number in range(*bounds)]
    return []


def _number(node: ast.expr) -> int | None:
    """The whole number that an expression is, or None."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "const":
        return _number(node.args[0])
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _number(node.operand)
        return None if number is None else -number
    return None


def _as_digits(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"


def _import_edit(node: ast.ImportFrom, remaining: list[ast.alias]) -> list[Edit]:
    """The edit that leaves only these names in an import; none if nothing changes."""
    if len(remaining) == len(node.names):
        return []
    if not remaining:
        return [(node, "pass")]
    names = ", ".join(alias.name + (f" as {alias.asname}" if alias.asname else "") for alias in remaining)
    return [(node, f"from {'.' * node.level}{node.module or ''} import {names}")]
