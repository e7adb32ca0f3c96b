"""The benchmarks: each row has an aim, a measured value and a sentence on how it was measured.

An area is a module of this folder. It has AIMS, one for each of its rows, and `measure(target)`, which
returns the value and the sentence for each name ("counted", "emulated", "derived" or "measured" comes first).
A row that it does not return has no value, and the sentence is the reason. The scripts in `device/` are
MicroPython: they run in the unix port or on the chip, and import no host module.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

AREAS = ("rfid", "journal", "engine", "firmware", "heap", "sync", "page", "host", "lab", "chip")
LOWER, HIGHER = "lower", "higher"


class Aim(NamedTuple):
    name: str
    unit: str
    aim: float
    better: str


class Measurement(NamedTuple):
    value: float | None
    how: str


class NotMeasurableError(Exception):
    """These rows cannot be measured here; the text is the reason."""


def measure_rows(
    target: str = "twin", names: Iterable[str] = (), begin: Callable[[str], None] = lambda area: None
) -> list[dict[str, Any]]:
    """All rows, or those whose names begin with one of `names`. `begin` is called before each area."""
    prefixes = tuple(names)
    rows = []
    for area in AREAS:
        module = importlib.import_module(f"deedbox.bench.{area}")
        aims: list[Aim] = [aim for aim in module.AIMS if not prefixes or aim.name.startswith(prefixes)]
        if not aims:
            continue
        begin(area)
        results: Mapping[str, Measurement] = {}
        reason = "not measured"
        try:
            results = module.measure(target)
        except Exception as error:  # a fault in one area must not end the run
            ours = type(error).__module__.partition(".")[0] in ("deedbox", "banker")
            reason = " ".join((str(error) if ours else f"{type(error).__name__}: {error}").split())
        rows += [make_row(aim, results.get(aim.name, Measurement(None, reason))) for aim in aims]
    return rows


def make_row(aim: Aim, measurement: Measurement) -> dict[str, Any]:
    value = measurement.value
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
        "how": measurement.how,
    }
