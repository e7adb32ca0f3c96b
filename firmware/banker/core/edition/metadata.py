"""Checks what an edition says about itself: id, games, rules.

limits.py checks the rest; RAM has no room for both at once.
Each function returns the first fault in words, or "".
"""

from __future__ import annotations

from typing import Any

from banker.core.board import BATTLE, DOUBLES, SPACES
from banker.core.setup.house_rules import VARIANTS, HouseRuleError, check_choices, find

ID_MOST = 20


def id_fits(name: object) -> bool:
    """Small letters, digits and hyphens, because it is the name of a file as well."""
    if not isinstance(name, str) or not 1 <= len(name) <= ID_MOST or name[0] == "-":
        return False
    for letter in name:
        if not ("a" <= letter <= "z" or "0" <= letter <= "9" or letter == "-"):
            return False
    return True


def rules_fault(rules: Any, extras: int, tokens: int) -> str:
    """The edition's choice of house rules; `tokens` is the number of its tokens."""
    if type(rules) is not dict:
        return "rules"
    if "edition" in rules:
        return "edition: an edition cannot name another"
    try:
        check_choices(rules)
    except HouseRuleError as error:
        return str(error)
    least, most = [rules.get(name, find(name).default) for name in ("players_min", "players_max")]
    if least > most:
        return "players_min = %d: more than players_max" % least
    if most > tokens:
        return "players_max = %d: there are only %d tokens" % (most, tokens)
    if rules.get("dm_battle") and not extras & BATTLE:
        return 'dm_battle = true: needs extra = "battle"'
    if rules.get("sm_doubles") and not extras & DOUBLES:
        return 'sm_doubles = true: needs extra = "doubles"'
    return ""


def about_fault(about: Any, extras: int, tokens: int) -> str:
    """The part of an edition in JSON: id, rules, games it offers, names that are placeholders."""
    if type(about) is not dict or sorted(about) != ["games", "id", "placeholders", "rules"]:
        return "about"
    if not id_fits(about["id"]):
        return "id"
    games = about["games"]
    if type(games) is not list or "standard" not in games or len(games) > len(VARIANTS):
        return "games"
    for game in games:
        if type(game) is not str or game not in VARIANTS or games.count(game) > 1:
            return "games"
    last = -1
    if type(about["placeholders"]) is not list:
        return "placeholders"
    for space in about["placeholders"]:
        if type(space) is not int or not last < space < SPACES:
            return "placeholders"
        last = space
    return rules_fault(about["rules"], extras, tokens)
