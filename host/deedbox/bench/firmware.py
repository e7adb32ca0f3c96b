"""Counts the bytes of device code: modules that are always in RAM, and modules that are loaded on use."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from deedbox.bench import LOWER, Aim, Measurement, NotMeasurableError
from deedbox.build import firmware

AIMS = [
    Aim("firmware.resident_mpy_bytes", "B", 90 * 1024, LOWER),
    # These take flash, not RAM. Two versions, during an update, take less than half of the 1,408 KB.
    Aim("firmware.on_demand_mpy_bytes", "B", 256 * 1024, LOWER),
    Aim("firmware.core_resident_mpy_bytes", "B", 32 * 1024, LOWER),
    Aim("firmware.core_on_demand_mpy_bytes", "B", 64 * 1024, LOWER),
]
# Boot imports the box within a function; the loader has the list of modules that every turn needs.
_ROOTS = ("main", "banker.app.boot", "banker.app.box")
# Boot loads the driver whose reader answers (banker/drivers/find_reader.py); the larger one counts.
READERS = {"mfrc522": ("banker.drivers.iso14443a",), "pn532": ("banker.drivers.pn532tags",)}
_LOADER = "banker.app.loader"


def resident_modules(reader: str = "mfrc522") -> set[str]:
    """The modules in RAM after boot with this reader: the roots and everything that they import on load."""
    trees = {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): ast.parse(source)
        for name, source in firmware.fold_sources().items()
    }
    modules: set[str] = set()
    queue = [*_ROOTS, *READERS[reader], *_every_turn(trees[_LOADER])]
    while queue:
        module = queue.pop()
        if module in modules or module not in trees:
            continue
        modules.add(module)
        queue.append(module.rpartition(".")[0])
        for statement in _imports_on_load(trees[module].body):
            queue += _modules_of(statement, module)
    return modules


def _every_turn(loader: ast.Module) -> list[str]:
    for node in loader.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EVERY_TURN":
            return list(ast.literal_eval(node.value))
    raise NotMeasurableError(f"{_LOADER} has no EVERY_TURN")


def _imports_on_load(body: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that run when a module is loaded; those within functions do not."""
    for statement in body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif isinstance(statement, ast.Try | ast.If):
            yield from _imports_on_load(statement.body)


def _modules_of(statement: ast.Import | ast.ImportFrom, module: str) -> list[str]:
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    parents = module.split(".")[: -statement.level] if statement.level else []
    base = ".".join(parents + ([statement.module] if statement.module else []))
    return [base] + [f"{base}.{alias.name}" for alias in statement.names]


def measure(target: str) -> dict[str, Measurement]:
    in_ram = resident_modules()
    always = extra = core = core_extra = 0
    for name, code in firmware.compile_modules(firmware.PICO_MARCH).items():
        module = name.removesuffix(".mpy").replace("/", ".")
        if module == "banker.names":  # loaded first and then dropped
            continue
        if module in in_ram:
            always += len(code)
            core += len(code) if module.startswith("banker.core") else 0
        else:
            extra += len(code)
            core_extra += len(code) if module.startswith("banker.core") else 0
    how = "counted: .mpy code as deployed to a Pico"
    return {
        "firmware.resident_mpy_bytes": Measurement(always, how),
        "firmware.on_demand_mpy_bytes": Measurement(extra, how),
        "firmware.core_resident_mpy_bytes": Measurement(core, how + "; the rules alone"),
        "firmware.core_on_demand_mpy_bytes": Measurement(core_extra, how + "; the rules alone"),
    }
