"""Checks the house rules that people choose, in editions and in house-rule files."""

from __future__ import annotations

from functools import cache
from typing import Any

from banker.core.setup.ends import check_target
from banker.core.setup.house_rules import HouseRule, HouseRuleError, all_house_rules, resolve
from deedbox.faults import Finder, Path, did_you_mean


@cache
def rule_table() -> dict[str, HouseRule]:
    """All house rules by name, in the table's order."""
    return {rule.name: rule for rule in all_house_rules()}


def check_choices(
    find: Finder, at: Path, choices: dict[str, Any], also: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The valid choices as plain TOML values; faults go to `find`. `also`: other keys of that table."""
    good: dict[str, Any] = {}
    for name, value in choices.items():
        rule = rule_table().get(name)
        if rule is None:
            find.add((*at, name), f"there is no such rule{did_you_mean(name, (*rule_table(), *also))}", value)
            continue
        try:
            choice = rule.check(value)
        except HouseRuleError:
            guess = (
                did_you_mean(value, rule.allowed) if isinstance(value, str) and rule.type == "enum" else ""
            )
            find.add((*at, name), f"must be {rule.allows()}{guess}", value)
            continue
        good[name] = list(choice) if isinstance(choice, tuple) else choice
    return good


def find_contradiction(edition: dict[str, Any], choices: dict[str, Any]) -> tuple[str, str]:
    """(house rule, fault) of choices that are valid one by one but not together, or ("", "")."""
    try:
        check_target(resolve(edition, choices))
    except HouseRuleError as error:
        name, _, rest = str(error).partition(" = ")
        return name, "must be " + rest.partition(": ")[2].replace("more than", "at most").removeprefix(
            "must be "
        )
    return "", ""
