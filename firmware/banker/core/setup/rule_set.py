"""Checks a set of house rules that a host brings: {"name": "Sundays", "rules": {rule: value, ...}}.

Whether the rules go together depends on the board, so the set-up asks for that when one is chosen. Loaded on
use.
"""

from __future__ import annotations

from typing import Any

from banker.core.edition.limits import text_fits
from banker.core.setup.house_rules import HouseRuleError, check_choices

NAME_MOST = 18  # letters, beside the digit in a row of the display


def fault(data: Any) -> str:
    """The first fault in words, or ""."""
    if type(data) is not dict or sorted(data) != ["name", "rules"] or type(data["rules"]) is not dict:
        return "no set of rules"
    name = data["name"]
    if type(name) is not str or not text_fits(name, 1, NAME_MOST):
        return "the name of the set"
    try:
        check_choices(data["rules"])
    except HouseRuleError as error:
        return str(error)
    return ""
