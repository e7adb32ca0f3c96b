"""The texts of house rules, read from flash on use.

rules/LANGUAGE.bin is a text pool. For each of twelve favourites: label, sentence, rules (JSON), the steps of
a rule (JSON). Then for each house rule: its sentence, and the words for its values with "; " between.
rules/NAME.json is a set of rules that a host sent: {"name": "Sundays", "rules": {rule: value, ...}}.
"""

from __future__ import annotations

import json
import os
from typing import Any

from banker.app.text_pool import TextPool
from banker.protocol.names import RULE_SET_BYTES_MOST, RULE_SET_NAME_MOST

FOLDER = "rules"
FAVOURITES = 12
ON_PAGE = 6
_FAVOURITE_TEXTS = 4  # of each favourite
_RULE_TEXTS = 2  # of each house rule


def favourites(language: str, page: int) -> list[tuple[str, str, Any, Any]]:
    """(label, sentence, rules, steps) of each on this page, 0 or 1; all at once would take too much RAM."""
    pool = _pool(language)
    found = []
    for favourite in range(page * ON_PAGE, (page + 1) * ON_PAGE):
        at = favourite * _FAVOURITE_TEXTS
        found.append((pool[at], pool[at + 1], json.loads(pool[at + 2]), json.loads(pool[at + 3])))
    pool.close()
    return found


def rule_text(language: str, rule: int) -> tuple[str, list[str]]:
    """(sentence, words for its values) of a house rule, by its number."""
    pool = _pool(language)
    at = _FAVOURITE_TEXTS * FAVOURITES + _RULE_TEXTS * rule
    text = pool[at], pool[at + 1].split("; ")
    pool.close()
    return text


def _pool(language: str) -> TextPool:
    try:
        return TextPool("%s/%s.bin" % (FOLDER, language))
    except OSError:
        return TextPool(FOLDER + "/en.bin")


def rule_sets() -> list[tuple[str, dict[str, Any]]]:
    """The sets of rules of this box: (name, rules). A file that cannot be one is left out."""
    sets = []
    for file in sorted(os.listdir(FOLDER)):  # the firmware brings this folder along
        if file.endswith(".json"):
            try:
                with open(FOLDER + "/" + file) as text:
                    data = json.loads(text.read(RULE_SET_BYTES_MOST))
                name, rules = data["name"], data["rules"]
                if type(name) is str and 0 < len(name) <= RULE_SET_NAME_MOST and type(rules) is dict:
                    sets.append((name, rules))
            except (OSError, ValueError, KeyError, TypeError):
                pass
    return sets
