"""Knobs as people choose them, in editions and in house-rule files: every fault with what is allowed."""

from __future__ import annotations

from functools import cache
from typing import Any

from banker.core.knobs import Knob, KnobError, knobs, resolve
from deedbox.faults import Finder, Path, near


@cache
def table() -> dict[str, Knob]:
    """All knobs by name, in the table's order."""
    return {knob.name: knob for knob in knobs()}


def check(find: Finder, at: Path, chosen: dict[str, Any], also: tuple[str, ...] = ()) -> dict[str, Any]:
    """The choices that are right, as plain TOML values; faults go to `find`. `also`: other keys."""
    good: dict[str, Any] = {}
    for name, value in chosen.items():
        knob = table().get(name)
        if knob is None:
            find.add((*at, name), f"there is no such rule{near(name, (*table(), *also))}", value)
            continue
        try:
            kept = knob.check(value)
        except KnobError:
            guess = near(value, knob.allowed) if isinstance(value, str) and knob.type == "enum" else ""
            find.add((*at, name), f"must be {knob.allows()}{guess}", value)
            continue
        good[name] = list(kept) if isinstance(kept, tuple) else kept
    return good


def contradiction(edition: dict[str, Any], chosen: dict[str, Any]) -> tuple[str, str]:
    """(knob, what is wrong) of choices that are right one by one but not together; ("", "") if they fit."""
    try:
        resolve(edition, chosen)
    except KnobError as error:
        name, _, rest = str(error).partition(" = ")
        return name, "must be " + rest.partition(": ")[2].replace("more than", "at most")
    return "", ""
