"""Nothing is only claimed: every rule, house rule and refusal has a fixture, or a reason why it has none."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from documents import rule_ids, ruling_ids

from banker.core.setup.house_rules import VARIANTS, all_house_rules
from deedbox import editions

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "firmware" / "banker" / "core"
FIXTURES = ROOT / "tests" / "fixtures"
RULE_ID = re.compile(r"\b[A-Z]{1,5}-\d+")


@cache
def fixtures() -> list[dict]:
    return [tomllib.loads(path.read_text()) for path in sorted(FIXTURES.rglob("*.toml"))]


def shown_by_fixtures() -> set[str]:
    rules = set()
    for fixture in fixtures():
        rule = fixture.get("rule", [])
        for text in [rule] if isinstance(rule, str) else rule:
            rules.update(RULE_ID.findall(text))
    return rules


def left_to_the_device() -> dict[str, str]:
    """Rule -> reason, of tests that need a box or no command can bring about."""
    lines = (FIXTURES / "device-only.txt").read_text().splitlines()
    return {RULE_ID.match(line)[0]: line.split(" ", 1)[1] for line in lines if line}


def named_by_tests() -> set[str]:
    rules = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path != Path(__file__).resolve():
            rules.update(RULE_ID.findall(path.read_text()))
    return rules


def refused_by_fixtures() -> set[str]:
    codes = set()
    for fixture in fixtures():
        codes.update(str(step.get("refused")) for step in [fixture, *fixture.get("step", [])])
    return codes


def constants(node: ast.AST) -> set[str]:
    """The strings that an expression may give: both ends of `a if x else b`, not what is compared in x."""
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    return set()


def codes_of_the_engine() -> set[str]:
    codes = set()
    for path in CORE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                codes |= constants(node.args[0])
    return codes


def test_every_rule_is_shown():
    rules = shown_by_fixtures() | set(left_to_the_device()) | named_by_tests()
    assert [rule for rule in rule_ids() if rule not in rules] == []


def test_no_fixture_names_a_rule_that_does_not_exist():
    ids = {*rule_ids(), *ruling_ids()}
    assert shown_by_fixtures() - ids == set()
    assert set(left_to_the_device()) - ids == set()


# trade_immunity accepts only its default: there is nothing else to show
@pytest.mark.parametrize(
    "knob", [knob for knob in all_house_rules() if knob.allowed != ("false",)], ids=lambda knob: knob.name
)
def test_a_knob_is_shown_off_its_default(knob):
    assert any(sets(fixture, knob) for fixture in fixtures())


def sets(fixture: dict, knob) -> bool:
    """Does it use another value than the default of this edition and variant?"""
    edition = fixture.get("edition", "classic")
    if knob.name == "edition":
        return edition != knob.default
    if fixture.get("refused", "") == "bad-rule" or edition not in editions.IDS:
        return False
    table = fixture.get("rules", {})
    variant = VARIANTS.get(table.get("game_variant", "standard"), {})
    default = variant.get(knob.name, editions.edition_rules(edition).get(knob.name, knob.default))
    values = [table[knob.name]] if knob.name in table else []
    values += [step.get("value") for step in fixture.get("step", []) if step.get("knob") == knob.name]
    return any((tuple(value) if isinstance(value, list) else value) != default for value in values)


@pytest.mark.parametrize("code", sorted(codes_of_the_engine()))
def test_a_refusal_is_shown(code):
    assert code in refused_by_fixtures()


def test_codes_are_found_in_the_engine():
    assert {
        "not-enough-cash",
        "already-rolled",
        "wrong-phase",
        "no-card-due",
        "bid-binds",
    } <= codes_of_the_engine()
    assert len(codes_of_the_engine()) > 50
