"""The texts of house rules, read from flash on use.

rules/LANGUAGE.bin is a text pool. For each of twelve favourites: label, sentence, rules (JSON), the steps of
a rule (JSON). Then for each house rule: its sentence, and the words for its values with "; " between.
rules/NAME.json is a set of rules that a host sent: {"name": "Sundays", "rules": {rule: value, ...}}.
"""

from __future__ import annotations

import json
import os
from typing import Any

from banker.app.loader import load
from banker.app.text_pool import TextPool
from banker.protocol.names import FILES_MOST, RULE_SET_BYTES_MOST, RULE_SET_NAME_MOST

FOLDER = "rules"
FAVOURITES = 12
ON_PAGE = 6
_FAVOURITE_TEXTS = 4  # of each favourite
_RULE_TEXTS = 2  # of each house rule
# Of a set of rules: at most so many tables and lists, and values.
_TABLES_MOST = 40
_VALUES_MOST = 300


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


def rule_sets() -> list[str]:
    """The names of the files with sets of rules: as many as a host may bring."""
    files = sorted(os.listdir(FOLDER))  # the firmware brings this folder along
    return [file for file in files if file.endswith(".json")][: FILES_MOST[FOLDER]]


def rule_set_name(file: str) -> str:
    """What such a file calls its set; "" if it is none."""
    try:
        name = _read(FOLDER + "/" + file)["name"]
    except (OSError, MemoryError, ValueError, KeyError, TypeError):
        return ""
    return name if type(name) is str and len(name) <= RULE_SET_NAME_MOST else ""


def rule_set(path: str) -> dict[str, Any]:
    """The rules of a set, checked completely; ValueError says why it is none."""
    data = _read(path)
    fault = load("banker.core.setup.rule_set").fault(data)
    if fault:
        raise ValueError(fault)
    rules: dict[str, Any] = data["rules"]
    return rules


def _read(path: str) -> Any:
    """The JSON of a set. Whoever made it, it takes little heap: it is short and has few values."""
    with open(path, "rb") as file:
        content = file.read(RULE_SET_BYTES_MOST + 1)
    tables = content.count(b"{") + content.count(b"[")
    if len(content) > RULE_SET_BYTES_MOST or tables > _TABLES_MOST or content.count(b",") > _VALUES_MOST:
        raise ValueError("too much for a set of rules")
    return json.loads(content.decode())
