"""Bytes of device code: what is always in RAM, and what comes from flash on use."""

from __future__ import annotations

import ast

from deedbox import firmware

from . import LOWER, Aim, Measured, NotHere

AIMS = [
    Aim("firmware.resident_mpy_bytes", "B", 90 * 1024, LOWER),
    # It costs flash, not RAM: with an update beside it, less than half of the 1,408 KB that there are.
    Aim("firmware.on_demand_mpy_bytes", "B", 256 * 1024, LOWER),
    Aim("firmware.core_resident_mpy_bytes", "B", 32 * 1024, LOWER),
    Aim("firmware.core_on_demand_mpy_bytes", "B", 64 * 1024, LOWER),
]
_LOADER = "banker/app/loader.py"


def on_demand() -> tuple[str, ...]:
    """The modules named in the loader's ON_DEMAND; read, not imported: the loader belongs to the board."""
    for node in ast.parse(firmware.sources()[_LOADER].read_bytes()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ON_DEMAND":
            return tuple(ast.literal_eval(node.value))
    raise NotHere(f"{_LOADER} has no ON_DEMAND")


def measure(target: str) -> dict[str, Measured]:
    later = on_demand()
    resident = extra = core = core_extra = 0
    for name, code in firmware.compiled(firmware.PICO_MARCH).items():
        module = name.removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")
        if not name.endswith(".mpy") or module == "banker.names":  # loaded first, for its names, and dropped
            continue
        if any(module == part or module.startswith(part + ".") for part in later):
            extra += len(code)
            core_extra += len(code) if module.startswith("banker.core") else 0
        else:
            resident += len(code)
            core += len(code) if module.startswith("banker.core") else 0
    how = "counted: .mpy files as deployed to a Pico"
    return {
        "firmware.resident_mpy_bytes": Measured(resident, how),
        "firmware.on_demand_mpy_bytes": Measured(extra, how),
        "firmware.core_resident_mpy_bytes": Measured(core, how + "; the rules alone"),
        "firmware.core_on_demand_mpy_bytes": Measured(core_extra, how + "; the rules alone"),
    }
