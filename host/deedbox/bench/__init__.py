"""The benchmarks: what was aimed at, what was measured, and how.

An area is a module of this folder with AIMS, the rows it is answerable for, and `measure(target)`, which
gives for each name a value and a sentence on how it was obtained (counted, emulated, derived, measured).
What it leaves out, or cannot measure here, becomes a row without a value and with the reason. The scripts
in `device/` are MicroPython: they run in the unix port or on the chip, and see no host module.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

AREAS = ("rfid", "journal", "engine", "firmware", "heap", "sync", "page", "host", "chip")
LOWER, HIGHER = "lower", "higher"


class Aim(NamedTuple):
    name: str
    unit: str
    aim: float
    better: str


class Measured(NamedTuple):
    value: float | None
    how: str


class NotMeasurableError(Exception):
    """These rows cannot be measured here; the text is the reason."""


def rows(
    target: str = "twin", names: Iterable[str] = (), begin: Callable[[str], None] = lambda area: None
) -> list[dict[str, Any]]:
    """All rows, or those whose names begin with one of `names`; `begin` is told each area before its turn."""
    wanted = tuple(names)
    found = []
    for area in AREAS:
        module = importlib.import_module(f"deedbox.bench.{area}")
        aims: list[Aim] = [aim for aim in module.AIMS if not wanted or aim.name.startswith(wanted)]
        if not aims:
            continue
        begin(area)
        measured: Mapping[str, Measured] = {}
        reason = "not measured"
        try:
            measured = module.measure(target)
        except Exception as error:  # one area's trouble is that area's rows, not the end of the run
            ours = type(error).__module__.partition(".")[0] in ("deedbox", "banker")
            reason = " ".join((str(error) if ours else f"{type(error).__name__}: {error}").split())
        found += [row(aim, measured.get(aim.name, Measured(None, reason))) for aim in aims]
    return found


def row(aim: Aim, measured: Measured) -> dict[str, Any]:
    value = measured.value
    holds = None
    if value is not None:
        holds = value <= aim.aim if aim.better == LOWER else value >= aim.aim
    return {
        "name": aim.name,
        "value": value,
        "unit": aim.unit,
        "aim": aim.aim,
        "better": aim.better,
        "holds": holds,
        "how": measured.how,
    }
