"""The atlas: what each common house rule does to length, luck and seats. Its data is atlas.json."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from deedbox.rules import load_presets

from .compare import (
    Difference,
    Estimate,
    compare,
    difference,
    measured,
    seat_shares,
    share_difference,
    short_effect,
)
from .compare import better_share as better
from .sampling import Row, Table, rules_text

PLAN = Path(__file__).with_name("atlas.toml")
DATA = Path(__file__).with_name("atlas.json")
PRINTED = "printed"  # the arm without a house rule
# The tables of each arm: everybody alike, and one better player (usual) among others (daring).
ALIKE = ("usual", "careful", "daring")
LUCK = ("daring", "usual")
_DIGITS = 4


@dataclass(frozen=True)
class Arm:
    """House rules under a name; `favourite` is the id of the favourite with the same rules, or nothing."""

    id: str
    title: str
    rules: dict[str, Any]
    favourite: str = ""


@cache
def read_plan() -> tuple[dict[str, Any], list[Arm]]:
    """(seed, edition, players) and the arms, the printed rules first."""
    plan = tomllib.loads(PLAN.read_text(encoding="utf-8"))
    presets = load_presets()
    arms = [Arm(PRINTED, "The printed rules", {})]
    for row in plan.pop("arm"):
        favourite = row.get("favourite", "")
        rules = row["rules"] if "rules" in row else presets[favourite].rules
        arms.append(Arm(row["id"], row["title"], rules, favourite))
    return plan, arms


def tables_of(arm: Arm) -> list[Table]:
    plan, _ = read_plan()
    text = rules_text(arm.rules)
    alike = [Table(plan["edition"], plan["players"], profile, text) for profile in ALIKE]
    return [*alike, Table(plan["edition"], plan["players"], LUCK[0], text, LUCK[1])]


def all_tables() -> list[Table]:
    return [table for arm in read_plan()[1] for table in tables_of(arm)]


def summarise(rows: dict[Table, dict[int, Row]], games: int) -> dict[str, Any]:
    """The data of the atlas out of the first `games` seeds of every table."""
    plan, arms = read_plan()
    seeds = range(plan["seed"], plan["seed"] + games)

    def of(table: Table) -> list[Row]:
        return [rows[table][seed] for seed in seeds]

    printed = [of(table) for table in tables_of(arms[0])]
    entries = [_entry(arm, [of(table) for table in tables_of(arm)], printed, plan["players"]) for arm in arms]
    return {**plan, "games": games, "rows": entries}


def _entry(arm: Arm, tables: list[list[Row]], printed: list[list[Row]], players: int) -> dict[str, Any]:
    alike, luck = tables[:-1], tables[-1]
    won = share_difference(
        [better(row, players) for row in printed[-1]],
        [better(row, players) for row in luck],
    )
    return {
        "id": arm.id,
        "title": arm.title,
        "favourite": arm.favourite,
        "rules": arm.rules,
        "measures": {name: found.as_dict() for name, found in compare(printed[:-1], alike).items()},
        "by_profile": {
            profile: {
                name: difference(measured(before, name), measured(after, name)).as_dict()
                for name in ("rounds", "minutes")
            }
            for profile, before, after in zip(ALIKE, printed, alike, strict=False)
        },
        "better": won.as_dict(),
        "seats": [estimate.rounded(_DIGITS) for estimate in seat_shares(alike, players)],
        "games": sum(map(len, tables)),
    }


def read_difference(numbers: dict[str, Any]) -> Difference:
    return Difference(
        Estimate(*numbers["before"]),
        Estimate(*numbers["after"]),
        Estimate(*numbers["change"]),
        numbers["saved"],
    )


def write_data(data: dict[str, Any]) -> bytes:
    """The same data always gives the same bytes."""
    head = {key: value for key, value in data.items() if key != "rows"}
    lines = [json.dumps(row, sort_keys=True, ensure_ascii=True) for row in data["rows"]]
    text = json.dumps(head, sort_keys=True)[:-1] + ', "rows": [\n' + ",\n".join(lines) + "\n]}\n"
    return text.encode()


@cache
def read_data() -> dict[str, Any]:
    """The atlas that is shipped; nothing in it if there is none."""
    if not DATA.exists():
        return {"rows": [], "games": 0}
    data: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return data


def complete_games(rows: dict[Table, dict[int, Row]], tables: Sequence[Table]) -> int:
    """So many seeds, from the first on, were played at every table."""
    first = read_plan()[0]["seed"]
    count = 0
    while all(first + count in rows.get(table, {}) for table in tables):
        count += 1
    return count


def effects(language: str = "en") -> dict[str, str]:
    """For a set-up: by favourite, in a few words, what it does to the length of a game."""
    return {
        row["favourite"]: short_effect(
            read_difference(row["measures"]["minutes"]), read_difference(row["measures"]["endless"]), language
        )
        for row in read_data()["rows"]
        if row["favourite"]
    }
