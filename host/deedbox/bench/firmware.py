"""Bytes of device code: what is always in RAM, and what comes from flash on use."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from deedbox.bench import LOWER, Aim, Measured, NotMeasurableError
from deedbox.build import firmware

AIMS = [
    Aim("firmware.resident_mpy_bytes", "B", 90 * 1024, LOWER),
    # It costs flash, not RAM: with an update beside it, less than half of the 1,408 KB that there are.
    Aim("firmware.on_demand_mpy_bytes", "B", 256 * 1024, LOWER),
    Aim("firmware.core_resident_mpy_bytes", "B", 32 * 1024, LOWER),
    Aim("firmware.core_on_demand_mpy_bytes", "B", 64 * 1024, LOWER),
]
# Boot brings in the box from within a function; what every turn needs is named in the loader.
_ROOTS = ("main", "banker.app.boot", "banker.app.box")
_LOADER = "banker.app.loader"


def resident() -> set[str]:
    """The modules that are there when boot is done: all that one of them imports as it is loaded."""
    trees = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): ast.parse(source)
        for name, source in firmware.fold_sources().items()
    }
    found: set[str] = set()
    waiting = [*_ROOTS, *_every_turn(trees[_LOADER])]
    while waiting:
        module = waiting.pop()
        if module in found or module not in trees:
            continue
        found.add(module)
        waiting.append(module.rpartition(".")[0])
        for statement in _at_once(trees[module].body):
            waiting += _imported(statement, module)
    return found


def _every_turn(loader: ast.Module) -> list[str]:
    for node in loader.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EVERY_TURN":
            return list(ast.literal_eval(node.value))
    raise NotMeasurableError(f"{_LOADER} has no EVERY_TURN")


def _at_once(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Imports that run when a module is loaded, not those within functions."""
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif isinstance(statement, ast.Try | ast.If):
            yield from _at_once(statement.body)


def _imported(statement: ast.Import | ast.ImportFrom, module: str) -> list[str]:
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    parents = module.split(".")[: -statement.level] if statement.level else []
    base = ".".join(parents + ([statement.module] if statement.module else []))
    return [base] + [f"{base}.{alias.name}" for alias in statement.names]


def measure(target: str) -> dict[str, Measured]:
    stays = resident()
    always = extra = core = core_extra = 0
    for name, code in firmware.compile_files(firmware.PICO_MARCH).items():
        module = name.removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")
        if not name.endswith(".mpy") or module == "banker.names":  # loaded first, for its names, and dropped
            continue
        if module in stays:
            always += len(code)
            core += len(code) if module.startswith("banker.core") else 0
        else:
            extra += len(code)
            core_extra += len(code) if module.startswith("banker.core") else 0
    how = "counted: .mpy files as deployed to a Pico"
    return {
        "firmware.resident_mpy_bytes": Measured(always, how),
        "firmware.on_demand_mpy_bytes": Measured(extra, how),
        "firmware.core_resident_mpy_bytes": Measured(core, how + "; the rules alone"),
        "firmware.core_on_demand_mpy_bytes": Measured(core_extra, how + "; the rules alone"),
    }
