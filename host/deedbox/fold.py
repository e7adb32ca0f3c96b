"""Folds named whole numbers into the firmware's code before it is compiled, across modules.

A constant such as `PAID = 0` costs RAM on the device three times: its name, its place in the module, and a
place in every module that imports it. mpy-cross folds only what begins with an underscore, within one module.
Here the name is replaced by its number wherever it is used, and its definition and imports are left out.
Lines keep their numbers, so a traceback still says where.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping


def fold(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The same modules (device path -> source) with constants folded."""
    modules = {_dotted(path): (path, _Module(source)) for path, source in sources.items()}
    # What somebody reaches as module.NAME has to stay where it is.
    reached: set[str] = set()
    for _, module in modules.values():
        reached |= module.attributes
    constants = {name: module.constants() for name, (_, module) in modules.items()}
    folded = {}
    for name, (path, module) in modules.items():
        package = name if path.endswith("__init__.py") else name.rpartition(".")[0]
        folded[path] = module.folded(package, constants, constants[name], reached)
    return folded


def _dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _reached(node: ast.AST) -> list[str]:
    """Names asked of an object here: `part.NAME`, or getattr(part, "NAME", 0)."""
    if isinstance(node, ast.Attribute):
        return [node.attr]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
        return [str(arg.value) for arg in node.args[1:2] if isinstance(arg, ast.Constant)]
    return []


def _number(node: ast.expr) -> int | None:
    """The whole number that an expression is, or None."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const":
        return _number(node.args[0])
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _number(node.operand)
        return None if value is None else -value
    return None


class _Module:
    def __init__(self, source: bytes) -> None:
        self.source = source.decode()
        self.tree = ast.parse(self.source)
        self.lines = self.source.split("\n")
        self.attributes = {name for node in ast.walk(self.tree) for name in _reached(node)}

    def constants(self) -> dict[str, int]:
        """Names in capitals that stand for a whole number and are set once, at the top level."""
        found: dict[str, int] = {}
        for statement in self.tree.body:
            found.update(_defined(statement))
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Global):
                for name in node.names:
                    found.pop(name, None)
        stored: list[str] = [
            node.id
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        return {name: value for name, value in found.items() if stored.count(name) == 1}

    def folded(
        self,
        package: str,
        constants: Mapping[str, Mapping[str, int]],
        own: Mapping[str, int],
        reached: set[str],
    ) -> bytes:
        values = dict(own)
        edits: list[tuple[ast.stmt | ast.expr, str]] = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                kept = []
                theirs = constants.get(_base(node, package), {})
                for alias in node.names:
                    if alias.name in theirs:
                        values[alias.asname or alias.name] = theirs[alias.name]
                    else:
                        kept.append(alias)
                if len(kept) < len(node.names):
                    edits.append((node, _import(node, kept)))
        for statement in self.tree.body:
            defined = _defined(statement)
            if defined and all(name in own and name not in reached for name in defined):
                edits.append((statement, ""))
        gone = {id(part) for node, text in edits for part in ast.walk(node)}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in gone:
                if node.id in values:
                    value = values[node.id]
                    edits.append((node, str(value) if value >= 0 else f"({value})"))
        return self._edited(edits).encode()

    def _edited(self, edits: list[tuple[ast.stmt | ast.expr, str]]) -> str:
        """Replace from the end, keeping every line where it is."""
        lines = [line.encode() for line in self.lines]  # columns of the syntax tree count bytes
        for node, text in sorted(edits, key=lambda edit: (-edit[0].lineno, -edit[0].col_offset)):
            first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
            rest = lines[last][node.end_col_offset :]
            lines[first] = lines[first][: node.col_offset] + text.encode() + (rest if first == last else b"")
            for between in range(first + 1, last + 1):
                lines[between] = rest if between == last else b""
        return b"\n".join(lines).decode()


def _defined(statement: ast.stmt) -> dict[str, int]:
    """Constants that this statement sets: `A = 1`, `A, B = 1, 2` or `A, B = range(2)`."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return {}
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Name):
        number = _number(value)
        return {target.id: number} if number is not None and target.id.isupper() else {}
    if not isinstance(target, ast.Tuple) or not all(isinstance(part, ast.Name) for part in target.elts):
        return {}
    names = [part.id for part in target.elts if isinstance(part, ast.Name)]
    if not all(name.isupper() for name in names):
        return {}
    if isinstance(value, ast.Tuple):
        numbers = [_number(part) for part in value.elts]
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "range":
        bounds = [_number(part) for part in value.args]
        if None in bounds:
            return {}
        numbers = list(range(*[bound for bound in bounds if bound is not None]))
    else:
        return {}
    if len(numbers) != len(names):
        return {}
    return {name: number for name, number in zip(names, numbers, strict=True) if number is not None}


def _base(node: ast.ImportFrom, package: str) -> str:
    """The dotted module that a `from ... import` names."""
    if not node.level:
        return node.module or ""
    parents = package.split(".")
    parents = parents[: len(parents) - (node.level - 1)]
    return ".".join(parents + ([node.module] if node.module else []))


def _import(node: ast.ImportFrom, kept: list[ast.alias]) -> str:
    if not kept:
        return "pass"
    names = ", ".join(alias.name + (f" as {alias.asname}" if alias.asname else "") for alias in kept)
    return f"from {'.' * node.level}{node.module or ''} import {names}"
