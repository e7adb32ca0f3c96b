"""Gives private names of the firmware short ones, so that plain names cost nothing on the device.

MicroPython keeps every distinct name of a function, method, attribute or parameter in RAM for ever, about 8
bytes and its letters. A name that begins with an underscore is used in one module only, so each module may
call its own `_a`, `_b`, ... and all modules share these few names. Public names stay, since other modules,
`getattr` and hosts use them. Parameters are short as well, unless some call names them. Lines stay, so that a
traceback still says where, by file and line.

A private name stays as it is where it is imported or reached from another module, or is written as a string.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from deedbox.build.fold import parse_module

Position = tuple[int, int, int]  # line, first and last column (bytes)


def shorten_names(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The same modules (device path -> source) with short private names."""
    modules = {path: _Module(path, source) for path, source in sources.items()}
    fixed: set[str] = set()
    owners: dict[str, set[str]] = {}  # private attribute -> the modules that use it
    for path, module in modules.items():
        fixed |= module.fixed
        for name in module.attributes:
            owners.setdefault(name, set()).add(path)
    families = _families(modules)
    names_in_use = {name for module in modules.values() for name in (*module.globals, *module.attributes)}
    attribute_names: dict[str, dict[str, str]] = {path: {} for path in modules}
    for family in families:
        short = _short_names(names_in_use)
        for path in sorted(family):
            for name in sorted(modules[path].attributes):
                if owners[name] == {path} and name not in fixed:
                    attribute_names[path][name] = next(short)
    keywords = {name for module in modules.values() for name in module.keywords}
    short_sources = {}
    for path, module in modules.items():
        short = _short_names(names_in_use)
        global_names = {name: next(short) for name in sorted(module.globals) if name not in fixed}
        short_sources[path] = module.renamed(global_names, attribute_names[path], keywords)
    return short_sources


def _is_private(name: str) -> bool:
    return len(name) > 1 and name.startswith("_") and not name.startswith("__")


def _short_names(names_in_use: set[str]) -> Iterator[str]:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for number in count():
        name = "_" + letters[number % 52] + (str(number // 52) if number >= 52 else "")
        if name not in names_in_use:
            yield name


def _families(modules: Mapping[str, _Module]) -> list[set[str]]:
    """Modules whose classes inherit from each other: their objects have attributes of both."""
    by_name = {path.removesuffix(".py").replace("/", "."): path for path in modules}
    families: list[set[str]] = []
    for path, module in modules.items():
        relatives = {path} | {by_name[base] for base in module.bases if base in by_name}
        touching = [family for family in families if family & relatives]
        families = [family for family in families if not family & relatives]
        families.append(relatives.union(*touching))
    return families


class _Module:
    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        self.tree = parse_module(source)
        self.lines = source.split(b"\n")
        self.globals = self._find_globals()  # private functions, classes and variables of the module
        self.attributes = set(self._find_attributes())  # private methods and attributes of its objects
        self.fixed = set(self._find_fixed())  # names that must stay, here and everywhere
        self.bases = set(self._find_bases())  # modules from which its classes inherit
        # Names of parameters that some call gives, here or elsewhere.
        self.keywords = {node.arg for node in ast.walk(self.tree) if isinstance(node, ast.keyword)}

    def _find_globals(self) -> set[str]:
        names: set[str] = set()
        for statement in self.tree.body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names.add(statement.name)
            else:
                names.update(
                    node.id
                    for node in ast.walk(statement)
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
                )
        local = {argument.arg for argument in ast.walk(self.tree) if isinstance(argument, ast.arg)}
        return {name for name in names if _is_private(name) and name not in local}

    def _find_attributes(self) -> Iterator[str]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Attribute) and _is_private(node.attr):
                yield node.attr
            elif isinstance(node, ast.ClassDef):
                for statement in node.body:
                    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                        if _is_private(statement.name):
                            yield statement.name

    def _find_fixed(self) -> Iterator[str]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom | ast.Import):
                for alias in node.names:
                    yield from filter(_is_private, (alias.name, alias.asname or ""))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, ast.keyword) and node.arg:
                yield node.arg
            elif isinstance(node, ast.ClassDef):
                for statement in node.body:
                    if isinstance(statement, ast.Assign | ast.AnnAssign):
                        yield from (part.id for part in ast.walk(statement) if isinstance(part, ast.Name))
            elif isinstance(node, ast.Attribute) and _is_private(node.attr):
                # module._name, not self._name: it may be another module's.
                if not (isinstance(node.value, ast.Name) and node.value.id == "self"):
                    yield node.attr

    def _find_bases(self) -> Iterator[str]:
        origin = {
            alias.asname or alias.name: node.module or ""
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef):
                yield from (origin.get(ast.unparse(base).split(".")[0], "") for base in node.bases)

    def renamed(
        self,
        global_names: Mapping[str, str],
        attribute_names: Mapping[str, str],
        keywords: set[str | None],
    ) -> bytes:
        edits = self._parameter_edits(keywords)
        methods = {
            id(statement)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ClassDef)
            for statement in node.body
        }
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Attribute) and node.attr in attribute_names:
                end = node.end_col_offset or 0
                at = (node.end_lineno or node.lineno, end - len(node.attr), end)
                edits.append((at, attribute_names[node.attr]))
            elif isinstance(node, ast.Name) and node.id in global_names:
                at = (node.lineno, node.col_offset, node.end_col_offset or 0)
                edits.append((at, global_names[node.id]))
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                names = attribute_names if id(node) in methods else global_names
                if node.name in names:
                    edits.append((self._name_at(node.lineno, node.name), names[node.name]))
            elif isinstance(node, ast.Global):
                for name in node.names:
                    if name in global_names:
                        edits.append((self._name_at(node.lineno, name), global_names[name]))
        return self._edited(edits)

    def _parameter_edits(self, keywords: set[str | None]) -> list[tuple[Position, str]]:
        """Parameters of functions without inner functions: p0, p1, ... wherever no call names them."""
        edits: list[tuple[Position, str]] = []
        for function in ast.walk(self.tree):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            parts = list(ast.walk(function))
            inner = (
                ast.FunctionDef,
                ast.AsyncFunctionDef,
                ast.Lambda,
                ast.ClassDef,
                ast.Global,
                ast.Nonlocal,
            )
            if (
                any(isinstance(part, inner) for part in parts if part is not function)
                or function.decorator_list
            ):
                continue
            names_in_body = {part.id for part in parts if isinstance(part, ast.Name)}
            names = {}
            for number, argument in enumerate(function.args.args):
                name = f"p{number}"
                if (
                    len(argument.arg) > 2
                    and argument.arg not in ("self", *keywords)
                    and name not in names_in_body
                ):
                    names[argument.arg] = name
            for part in parts:
                if isinstance(part, ast.arg) and part.arg in names:
                    at = (part.lineno, part.col_offset, part.col_offset + len(part.arg))
                    edits.append((at, names[part.arg]))
                elif isinstance(part, ast.Name) and part.id in names:
                    at = (part.lineno, part.col_offset, part.end_col_offset or 0)
                    edits.append((at, names[part.id]))
        return edits

    def _name_at(self, line: int, name: str) -> Position:
        text = self.lines[line - 1]
        words = [b" " + name.encode() + end for end in (b"(", b":", b",", b"\n", b" ")]
        start = min(at for word in words if (at := (text + b"\n").find(word)) >= 0) + 1
        return line, start, start + len(name)

    def _edited(self, edits: Iterable[tuple[Position, str]]) -> bytes:
        lines = list(self.lines)
        for (line, start, end), name in sorted(edits, reverse=True):
            lines[line - 1] = lines[line - 1][:start] + name.encode() + lines[line - 1][end:]
        return b"\n".join(lines)
