"""The tables of the core agree with each other and with what flash keeps; names that are looked up exist."""

import ast
import importlib
from pathlib import Path

import pytest
from kept_numbers import block, everything

from banker.core import commands, events, state, tasks
from banker.core.codec import command_bytes
from banker.core.codec.command_json import ARGS
from banker.core.commands import COMMANDS
from banker.core.game_rules import Rules
from banker.core.setup.house_rules import all_house_rules
from banker.core.state import phase_number
from deedbox import editions
from deedbox.lab.random_games import play_random_game, start_random_game

ROOT = Path(__file__).resolve().parents[2]
BANKER = ROOT / "firmware" / "banker"
GOLDEN = Path(__file__).with_name("flash_numbers.txt")
REPORTED = ("fine", "jail-card", "tax", "card")  # in bank-only mode open at rest
TYPES = {"bool": "bool", "enum": "str", "set": "tuple[str, ...]"}


def part(name):
    return importlib.import_module("banker.core." + name)


def test_what_flash_keeps_never_changes_its_number():
    """A new line is added to flash_numbers.txt; none of its lines is ever changed or removed."""
    golden = GOLDEN.read_text().splitlines()
    now = everything()
    assert sorted(set(golden) - now) == [], "flash, stickers or hosts keep these, so they must stay"
    assert sorted(now - set(golden)) == [], "add these lines to flash_numbers.txt"
    places = [line.rsplit(" ", 1)[0] for line in golden if line.count(" ") > 1]
    assert len(places) == len(set(places)), "a number was given twice"


@pytest.mark.parametrize(
    "kind",
    "rule value default variant command argument form event why task record page archive save setting tag "
    "deed card verb refusal error finding".split(),
)
def test_the_golden_list_has_every_kind_that_is_kept(kind):
    assert any(line.startswith(kind + " ") for line in GOLDEN.read_text().splitlines())


def test_the_golden_list_notices_a_number_that_was_added(monkeypatch, tmp_path):
    """A block of numbers ends at a blank line, so the one that is added last counts too."""
    path = tmp_path / "numbers_of_a_test.py"
    path.write_text("FIRST = 1\n# why\nSECOND, THIRD = 2, 3\n\nOTHER = 9\n")
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("numbers_of_a_test")
    assert block(module, "FIRST") == [(1, "FIRST"), (2, "SECOND"), (3, "THIRD")]


def test_every_command_is_found_in_its_module():
    for name, (module, _, _) in COMMANDS.items():
        assert callable(part(module).COMMANDS[name])
    modules = {module for module, _, _ in COMMANDS.values()}
    assert {name for module in modules for name in part(module).COMMANDS} == set(COMMANDS)
    assert set(ARGS) == {*COMMANDS, "undo", "redo"} == set(command_bytes.NAMES)


def test_every_kind_of_work_is_found_in_its_module():
    for kind, module in tasks._MODULE.items():
        assert callable(part(module).WORK[kind])
    works = [kind for kind, _ in block(state, "BUY") if kind > state.LAST_DECISION]
    assert sorted(tasks._MODULE) == sorted(works)


def test_every_event_is_applied_by_the_function_of_its_name():
    numbers = block(events, "PAID")
    assert len(numbers) == len(events._APPLY)
    for number, name in numbers:
        assert events._APPLY[number].__name__ == "_" + name.lower()


def test_an_accepted_command_was_open_in_its_phase():
    for seed in range(200):
        for before, command, after, _ in play_random_game(
            start_random_game(seed, editions.IDS, find), seed, 100
        ):
            if after:
                _, _, phases = COMMANDS[command["do"]]
                if before.rules.mode == "banker" and command["do"] in REPORTED:
                    phases = commands._REST
                assert phase_number(before) in phases, command


def find(edition):
    return editions.load_board(edition), editions.edition_rules(edition)


def test_every_house_rule_is_a_typed_attribute():
    types = {}
    for rule in all_house_rules():
        number = "int | None" if rule.default is None else "int"
        types[rule.name] = TYPES.get(rule.type, number if rule.type == "int" else "tuple[int, ...]")
    worked_out = {"exact_salary": "int", "ends": "tuple[str, ...]"}
    assert {**types, **worked_out} == Rules.__annotations__


def loads(tree: ast.AST):
    """(line, module, name) of every lazy.load("module").name, also through a local variable."""
    for scope in ast.walk(tree):
        if not isinstance(scope, ast.FunctionDef):
            continue
        local = {
            statement.targets[0].id: loaded(statement.value)
            for statement in ast.walk(scope)
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
        }
        for node in ast.walk(scope):
            if isinstance(node, ast.Attribute):
                is_local = isinstance(node.value, ast.Name)
                module = local.get(node.value.id) if is_local else loaded(node.value)
                if module:
                    yield node.lineno, module, node.attr


def loaded(node: ast.AST) -> str | None:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "lazy.load":
        if isinstance(node.args[0], ast.Constant):
            return node.args[0].value
    return None


@pytest.mark.parametrize("room", ["core", "ui", "app"])
def test_every_name_of_a_module_that_is_loaded_on_use_exists(room):
    count = 0
    for path in sorted((BANKER / room).rglob("*.py")):
        for line, module, name in loads(ast.parse(path.read_text())):
            count += 1
            assert hasattr(part(module), name), f"{path.name}:{line}: {module} has no {name}"
    assert count or room == "app"
