"""House rules: their sentences, the favourites, and files that people write.

A file is TOML with lines `rule = value`, at the top or under [rules]. `presets = ["jackpot"]` names
favourites, which are applied first.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from banker.core.setup.ends import check_target
from banker.core.setup.house_rules import UNSERVED, HouseRuleError, resolve
from deedbox import editions, words
from deedbox.faults import FileError, Finder, did_you_mean, parse_toml
from deedbox.rules import choices
from deedbox.rules.choices import rule_table

__all__ = [
    "Preset",
    "RulesError",
    "compile_texts",
    "load_presets",
    "read_rules",
    "resolve_rules",
    "rule_sentences",
    "rule_table",
    "value_words",
    "find_warnings",
]

_FOLDER = Path(__file__).parent
# The first number in en.txt of the words for values, and of those for favourites.
_VALUES = 200
_LABELS = 400
_SENTENCES = 420


class RulesError(FileError):
    """House rules that cannot be played; names file, line, rule, value and what is allowed."""


@dataclass
class Preset:
    """A favourite: house rules that one digit switches on. `steps`: values among which people may choose."""

    id: str
    label: str
    sentence: str
    rules: dict[str, Any]
    steps: dict[str, list[int]] = field(default_factory=dict)


@cache
def _read_words(language: str) -> dict[int, tuple[str, str]]:
    return words.read_file(_FOLDER / f"{language}.txt")


@cache
def rule_sentences(language: str = "en") -> dict[str, str]:
    """Each house rule in one sentence, in the table's order."""
    return {name: _read_words(language)[rule.number][1] for name, rule in rule_table().items()}


@cache
def value_words(language: str = "en") -> dict[str, list[str]]:
    """The words for the values of those house rules that have words, in the order of the allowed values."""
    words = _read_words(language)
    return {
        name: words[_VALUES + rule.number][1].split("; ")
        for name, rule in rule_table().items()
        if _VALUES + rule.number in words
    }


@cache
def load_presets(language: str = "en") -> dict[str, Preset]:
    with (_FOLDER / "presets.toml").open("rb") as file:
        rows = tomllib.load(file)["preset"]
    out = {}
    for at, row in enumerate(rows):
        label, sentence = (_read_words(language)[number + at][1] for number in (_LABELS, _SENTENCES))
        out[row["id"]] = Preset(label=label, sentence=sentence, **row)
    return out


def compile_texts(language: str = "en") -> bytes:
    """Favourites and sentences for the device, as a text pool (firmware/banker/app/rules_text.py).

    Each favourite has its label, its sentence, its house rules as JSON and its steps as JSON. Then each house
    rule, by its number, has its sentence and the words for its values, with "; " between them.
    """
    texts = []
    for preset in load_presets(language).values():
        texts += [preset.label, preset.sentence]
        texts += [json.dumps(part, separators=(",", ":")) for part in (preset.rules, preset.steps)]
    names = {rule.number: name for name, rule in rule_table().items()}
    for number in range(max(names) + 1):  # the box asks by number
        name = names.get(number, "")
        texts += [rule_sentences(language).get(name, ""), "; ".join(value_words(language).get(name, []))]
    return words.pack_pool(texts)


def read_rules(file: str | Path, edition: str = "classic") -> dict[str, Any]:
    """Read the choices of a house-rule file for a game; RulesError names every fault."""
    name = str(file)
    try:
        tables, text = parse_toml(name, Path(file).read_bytes())
    except FileError as error:
        raise RulesError(error.faults) from None
    find = Finder(name, text)
    own_choices: dict[str, Any] = {}
    favourites = tables.pop("presets", [])
    if type(favourites) is not list:
        find.add(("presets",), f"must be a list of favourites: {', '.join(load_presets())}", favourites)
        favourites = []
    for index, preset in enumerate(favourites):
        if not isinstance(preset, str) or preset not in load_presets():
            guess = did_you_mean(preset, load_presets()) if isinstance(preset, str) else ""
            find.add(("presets", index), f"must be one of {', '.join(load_presets())}{guess}", preset)
        else:
            own_choices.update(load_presets()[preset].rules)
    inner = tables.pop("rules", {})
    if type(inner) is not dict:
        find.add(("rules",), "must be a table: [rules]", inner)
        inner = {}
    for rule in inner:
        if rule in tables:
            find.add(("rules", rule), "stands twice, here and above", inner[rule])
    own_choices.update(choices.check_choices(find, (), tables, ("presets",)))
    own_choices.update(choices.check_choices(find, ("rules",), inner))
    if not find:
        own = editions.load_edition(edition)
        rule, wrong = choices.find_contradiction(own.rules, own_choices)
        if wrong:
            find.add((rule,), wrong, own_choices.get(rule))
        for extra, needs in (("dm_battle", "battle"), ("sm_doubles", "doubles")):
            if own_choices.get(extra) and own.extra != needs:
                where = next(i for i in editions.IDS if editions.load_edition(i).extra == needs)
                find.add((extra,), f"exists in {where} only, not in {own.id}", True)
        other = own_choices.get("edition", own.id)
        if other != own.id and edition in editions.IDS and edition != "classic":
            find.add(("edition",), f"the game is played with {own.id}", other)
    if find:
        raise RulesError(sorted(find.faults, key=lambda fault: fault.line))
    return own_choices


def resolve_rules(edition: str, own_choices: dict[str, Any]) -> dict[str, Any]:
    """The value of every house rule, as in JSON."""
    values = resolve_choices(editions.edition_rules(edition), own_choices)
    return {**values, "edition": edition} if edition in editions.IDS else values


def resolve_choices(edition_choices: dict[str, Any], own_choices: dict[str, Any]) -> dict[str, Any]:
    """The same, for the choices of an edition that is only on a box."""
    try:
        rules = resolve(edition_choices, own_choices)
        check_target(rules)
    except HouseRuleError as error:
        raise RulesError.without_file(str(error)) from None
    values = {name: getattr(rules, name) for name in rule_table()}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def find_warnings(edition: str, own_choices: dict[str, Any]) -> list[str]:
    """Remarks on rules that can be played but probably do not have the intended effect."""
    rules = resolve_rules(edition, own_choices)
    out = []
    if rules["free_parking_mode"] == "jackpot" and not rules["free_parking_feeds"]:
        out.append("free_parking_mode: nothing feeds the pot; free_parking_feeds is empty")
    if rules["free_parking_mode"] != "jackpot":
        out += [
            f'{name}: has no effect without free_parking_mode = "jackpot"'
            for name in ("free_parking_feeds", "free_parking_seed")
            if own_choices.get(name)
        ]
    if rules["free_parking_mode"] == "fixed" and not rules["free_parking_fixed"]:
        out.append("free_parking_mode: free_parking_fixed is 0")
    ends = resolve(editions.edition_rules(edition), own_choices).ends
    if "time" in ends and not rules["time_limit_min"]:
        out.append("end_condition: time_limit_min is 0, so no clock runs; the table calls time (More, 9)")
    if rules["time_limit_min"] and "time" not in ends:
        out.append('time_limit_min: has no effect without end_condition = "time"')
    if rules["target_worth"] and "target_worth" not in ends:
        out.append('target_worth: has no effect without end_condition = "target_worth"')
    if 28 < rules["start_deeds"] * rules["players_max"] and rules["start_deeds"] < 14:
        most = 28 // rules["start_deeds"]
        out.append(f"start_deeds: there are 28 deeds; more than {most} players get fewer, an even share")
    if rules["deals_need_all_sold"] and rules["deals_when"] == "none":
        out.append('deals_need_all_sold: has no effect with deals_when = "none"')
    for name in own_choices:
        if name in UNSERVED:
            out.append(f"{name}: the box does not use it")
    extra = editions.load_edition(edition).extra
    for name in own_choices:
        needs = {"dm": "battle", "sm": "doubles"}.get(name.partition("_")[0])
        if needs and needs != extra:
            out.append(f"{name}: has no effect in {edition}")
    return out
