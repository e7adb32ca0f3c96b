"""Makes modules of the host run in MicroPython: the same source, with other words for what MicroPython lacks.

MicroPython has no dataclasses, no NamedTuple, no `match`, no `[*a, b]` and no `{**a}`, and its dicts have no
order. lower() rewrites these, so that chip models, link and game log run in a browser (deedbox/site) from the
files that CPython runs. What it cannot express is an error that names the line, never other behaviour. The
functions that lowered code calls are in deedbox/site/python/portable_support.py.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

SUPPORT = "portable_support"
_TYPE_MODULES = ("typing", "__future__", "collections.abc", "types")
# Methods of str, bytes and bytearray that MicroPython lacks; the support module has a function for each.
_METHODS = {
    "ljust", "rjust", "zfill", "removeprefix", "removesuffix", "isprintable", "casefold", "isalnum", "clear",
}  # fmt: skip
_GENERIC = {"dict", "list", "tuple", "set", "frozenset", "type"}
_BUILTIN_TYPES = _GENERIC | {"bytes", "bytearray", "memoryview", "str", "int", "bool", "float", "object"}


class PortableError(ValueError):
    """This code has no form in MicroPython; the text names file and line."""


def lower(source: str, name: str, ordered: bool = True) -> str:
    """The module as MicroPython understands it. `name` is for errors.

    `ordered`: its dicts keep their order; without that, they are what the firmware's own code makes.
    """
    tree = ast.parse(source)
    all_names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    lowered = _Lower(name, _names_of_types(tree), ordered).visit(tree)
    lowered = _drop_imports_for_types(lowered, all_names)
    body = lowered.body
    is_docstring = body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    body[: 1 if is_docstring else 0] = ast.parse(f"import {SUPPORT} as _p").body
    return ast.unparse(ast.fix_missing_locations(lowered)) + "\n"


def _names_of_types(tree: ast.Module) -> set[str]:
    """Names that come from modules of types only, and module-level names for types made of them."""
    names = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in _TYPE_MODULES
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and _is_name(node.test, "TYPE_CHECKING"):
            for part in ast.walk(node):
                if isinstance(part, ast.Import | ast.ImportFrom):
                    names |= {alias.asname or alias.name for alias in part.names}
    return names


def _drop_imports_for_types(tree: ast.Module, names_before: set[str]) -> ast.Module:
    """Without the names that only annotations used: their modules may have nothing else."""
    only_types = names_before - {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}

    class Drop(ast.NodeTransformer):
        def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt:
            node.names = [alias for alias in node.names if (alias.asname or alias.name) not in only_types]
            return node if node.names else ast.copy_location(ast.Pass(), node)

    dropped: ast.Module = Drop().visit(tree)
    return dropped


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _call(function: str, *arguments: ast.expr) -> ast.Call:
    attribute = ast.Attribute(ast.Name("_p", ast.Load()), function, ast.Load())
    return ast.Call(attribute, list(arguments), [])


class _Lower(ast.NodeTransformer):
    def __init__(self, name: str, types: set[str], ordered: bool) -> None:
        self._name = name
        self._ordered = ordered
        self._types = types
        self._subjects = 0

    def _wrong(self, node: ast.AST, what: str) -> PortableError:
        return PortableError(f"{self._name}:{getattr(node, 'lineno', 0)}: {what}")

    # -- types --

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | None:
        return None if node.module in _TYPE_MODULES else node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        if _is_name(node.test, "TYPE_CHECKING"):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        if self._is_type(node.value):
            return None
        return self.generic_visit(node)

    def _is_type(self, node: ast.expr) -> bool:
        """Is this `dict[str, Any]`, `bytes | None`, `Callable[...]`: a name for a type?"""
        if isinstance(node, ast.Subscript):
            return isinstance(node.value, ast.Name) and node.value.id in self._types | _GENERIC
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return any(
                self._is_type(side) or (isinstance(side, ast.Name) and side.id in _BUILTIN_TYPES)
                for side in (node.left, node.right)
            )
        return False

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        if node.value is None:
            return None
        return self.generic_visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        node.args = node.posonlyargs + node.args
        node.posonlyargs = []
        for argument in (*node.args, *node.kwonlyargs, node.vararg, node.kwarg):
            if argument is not None:
                argument.annotation = None
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    # -- classes --

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        is_record = any(_is_name(base, "NamedTuple") for base in node.bases)
        decorators = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
        is_data = any(_is_name(one, "dataclass") for one in decorators)
        node.bases = [
            base for base in node.bases if not (isinstance(base, ast.Name) and base.id in self._types)
        ]
        node.bases = [base for base in node.bases if not isinstance(base, ast.Subscript)]
        node.keywords = []
        if is_record:
            node.bases = [ast.Attribute(ast.Name("_p", ast.Load()), "Record", ast.Load())]
        fields = self._fields(node) if is_data or is_record else []
        self.generic_visit(node)
        if is_data or is_record:
            names = ast.Tuple([ast.Tuple(list(one), ast.Load()) for one in fields], ast.Load())
            node.body.insert(0, ast.Assign([ast.Name("_own_fields", ast.Store())], names))
        node.body = node.body or [ast.Pass()]
        return node

    def _fields(self, node: ast.ClassDef) -> list[Sequence[ast.expr]]:
        """(name, kind of default, default, counts for ==) of each field; they leave the class's body."""
        fields: list[Sequence[ast.expr]] = []
        body: list[ast.stmt] = []
        for part in node.body:
            if not isinstance(part, ast.AnnAssign) or not isinstance(part.target, ast.Name):
                body.append(part)
                continue
            kind, default, compare = "none", ast.Constant(None), True
            if isinstance(part.value, ast.Call) and _is_name(part.value.func, "field"):
                for keyword in part.value.keywords:
                    if keyword.arg == "default_factory":
                        kind, default = "factory", self.visit(keyword.value)
                    elif keyword.arg == "default":
                        kind, default = "value", self.visit(keyword.value)
                    elif keyword.arg == "compare":
                        compare = bool(ast.literal_eval(keyword.value))
                    elif keyword.arg != "repr":
                        raise self._wrong(part, f"field({keyword.arg}=...)")
            elif part.value is not None:
                kind, default = "value", self.visit(part.value)
            fields.append((ast.Constant(part.target.id), ast.Constant(kind), default, ast.Constant(compare)))
        node.body = body
        return fields

    # -- displays: order, and stars --

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        if not self._ordered and None not in node.keys:
            return node
        parts: list[ast.expr] = []
        pairs: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                if pairs:
                    parts.append(ast.List(pairs, ast.Load()))
                    pairs = []
                parts.append(value)
            else:
                pairs.append(ast.Tuple([key, value], ast.Load()))
        if pairs:
            parts.append(ast.List(pairs, ast.Load()))
        return _call("ordered", *parts)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        if not self._ordered:
            return node
        return _call("ordered", ast.ListComp(ast.Tuple([node.key, node.value], ast.Load()), node.generators))

    def visit_List(self, node: ast.List) -> ast.AST:
        return self._star(node, "listed")

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        return self._star(node, "tupled")

    def visit_Set(self, node: ast.Set) -> ast.AST:
        return self._star(node, "grouped")

    def _star(self, node: ast.List | ast.Tuple | ast.Set, function: str) -> ast.AST:
        self.generic_visit(node)
        if isinstance(getattr(node, "ctx", None), ast.Store) or not any(
            isinstance(item, ast.Starred) for item in node.elts
        ):
            return node
        parts: list[ast.expr] = []
        run: list[ast.expr] = []
        for item in node.elts:
            if isinstance(item, ast.Starred):
                if run:
                    parts.append(ast.Tuple(run, ast.Load()))
                    run = []
                parts.append(item.value)
            else:
                run.append(item)
        if run:
            parts.append(ast.Tuple(run, ast.Load()))
        return _call(function, *parts)

    # -- texts --

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        parts: list[ast.expr] = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts.append(value)
                continue
            assert isinstance(value, ast.FormattedValue)
            inner = self.visit(value.value)
            if value.conversion == ord("r"):
                inner = ast.Call(ast.Name("repr", ast.Load()), [inner], [])
            elif value.conversion not in (-1, ord("s")):
                raise self._wrong(node, "!a in a text")
            spec = self.visit(value.format_spec) if value.format_spec else None
            parts.append(_call("form", inner, *([spec] if spec else [])))
        if len(parts) == 1:
            return parts[0]
        return ast.Call(
            ast.Attribute(ast.Constant(""), "join", ast.Load()), [ast.Tuple(parts, ast.Load())], []
        )

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if _is_name(node.func, "zip"):
            node.keywords = [keyword for keyword in node.keywords if keyword.arg != "strict"]
        elif self._ordered and _is_name(node.func, "dict") and not node.keywords:
            return _call("ordered", *node.args)
        elif _is_name(node.func, "cast"):
            return node.args[1]
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
            return _call(node.func.attr, node.func.value, *node.args)
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "fromkeys":
            return _call("from_keys", *node.args)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.slice, ast.Slice) and node.slice.step is not None:
            if not isinstance(node.ctx, ast.Load):
                raise self._wrong(node, "a step in an assignment")
            bounds = (node.slice.lower, node.slice.upper, node.slice.step)
            return _call("stepped", node.value, *(bound or ast.Constant(None) for bound in bounds))
        return node

    def visit_Delete(self, node: ast.Delete) -> ast.AST:
        self.generic_visit(node)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript):
            target = node.targets[0]
            if isinstance(target.slice, ast.Slice):
                bounds = [bound or ast.Constant(None) for bound in (target.slice.lower, target.slice.upper)]
                return ast.Expr(_call("cut", target.value, *bounds))
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        node.cause = None
        return self.generic_visit(node)

    # -- match --

    def visit_Match(self, node: ast.Match) -> ast.AST | list[ast.stmt]:
        self._subjects += 1
        name = f"_subject{self._subjects}"
        self.generic_visit(node)
        first: list[ast.stmt] = []
        last: list[ast.stmt] = first
        for case in node.cases:
            tests, bindings = self._pattern(case.pattern, ast.Name(name, ast.Load()))
            if case.guard is not None and bindings:
                raise self._wrong(node, "a case with a name and a guard")
            tests += [case.guard] if case.guard is not None else []
            body = [*bindings, *case.body]
            if not tests:
                last += body
                break
            test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
            branch = ast.If(test, body, [])
            last.append(branch)
            last = branch.orelse
        return [ast.Assign([ast.Name(name, ast.Store())], node.subject), *first]

    def _pattern(self, node: ast.pattern, subject: ast.expr) -> tuple[list[ast.expr], list[ast.stmt]]:
        """(conditions, names to bind) of a pattern."""
        if isinstance(node, ast.MatchValue):
            return [ast.Compare(subject, [ast.Eq()], [node.value])], []
        if isinstance(node, ast.MatchSingleton):
            return [ast.Compare(subject, [ast.Is()], [ast.Constant(node.value)])], []
        if isinstance(node, ast.MatchAs):
            tests, bindings = self._pattern(node.pattern, subject) if node.pattern else ([], [])
            if node.name:
                bindings.append(ast.Assign([ast.Name(node.name, ast.Store())], subject))
            return tests, bindings
        if isinstance(node, ast.MatchOr):
            values = [self._pattern(part, subject) for part in node.patterns]
            if any(bindings for _, bindings in values):
                raise self._wrong(node, "a name in an alternative")
            options = [tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests) for tests, _ in values]
            return [ast.BoolOp(ast.Or(), options)], []
        if isinstance(node, ast.MatchSequence) and not any(
            isinstance(part, ast.MatchStar) for part in node.patterns
        ):
            size = ast.Call(ast.Name("len", ast.Load()), [subject], [])
            tests = [ast.Compare(size, [ast.Eq()], [ast.Constant(len(node.patterns))])]
            names: list[ast.stmt] = []
            for index, part in enumerate(node.patterns):
                item = ast.Subscript(subject, ast.Constant(index), ast.Load())
                more, bindings = self._pattern(part, item)
                tests += more
                names += bindings
            return list(tests), names
        raise self._wrong(node, f"{type(node).__name__} in a match")
