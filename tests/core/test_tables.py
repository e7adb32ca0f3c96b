"""The tables of the core agree with each other and with what flash keeps; names that are looked up exist."""

import ast
import importlib
from pathlib import Path

import pytest

from banker.core import commands, events, state, tasks
from banker.core.codec import command_bytes
from banker.core.codec.command_json import ARGS
from banker.core.commands import COMMANDS
from banker.core.game_rules import Rules
from banker.core.rules import turn
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


def numbered(module, first: str, last: str) -> list[tuple[int, str]]:
    """(number, name) of the constants from `first` to `last`, in the order of their lines."""
    names = [name for name, value in vars(module).items() if name.isupper() and type(value) is int]
    return [(getattr(module, name), name) for name in names[names.index(first) : names.index(last) + 1]]


def kept_on_flash() -> set[str]:
    """Every number that flash or a host keeps, as a line of the golden list."""
    kinds = {
        "command": enumerate(command_bytes.NAMES),
        "argument": [(tag, name) for tag, name, _ in command_bytes._ARGS],
        "rule": [(rule.number, rule.name) for rule in all_house_rules()],
        "task": [pair for pair in numbered(state, "BUY", "END_TURN") if pair[1] != "LAST_DECISION"],
        "event": numbered(events, "PAID", "FOUGHT"),
        "why": numbered(events, "START", "BUYBACK"),
        "ending": numbered(turn, "ENDS_WITH_TURN", "ENDS_WITH_TASKS"),
    }
    return {f"{kind} {number} {name}" for kind, pairs in kinds.items() for number, name in pairs}


def test_what_flash_keeps_never_changes_its_number():
    """A new line is added to flash_numbers.txt; none of its lines is ever changed or removed."""
    golden = GOLDEN.read_text().splitlines()
    assert set(golden) - kept_on_flash() == set(), "these numbers are on flash and must stay"
    assert kept_on_flash() - set(golden) == set(), "add these lines to flash_numbers.txt"
    places = [line.rsplit(" ", 1)[0] for line in golden]
    assert len(places) == len(set(places)), "a number was given twice"


def test_every_command_is_found_in_its_module():
    for name, (module, _, _) in COMMANDS.items():
        assert callable(part(module).COMMANDS[name])
    modules = {module for module, _, _ in COMMANDS.values()}
    assert {name for module in modules for name in part(module).COMMANDS} == set(COMMANDS)
    assert set(ARGS) == {*COMMANDS, "undo", "redo"} == set(command_bytes.NAMES)


def test_every_kind_of_work_is_found_in_its_module():
    for kind, module in tasks._MODULE.items():
        assert callable(part(module).WORK[kind])
    works = [kind for kind, _ in numbered(state, "DUE", "END_TURN")]
    assert sorted(tasks._MODULE) == sorted(works)


def test_every_event_is_applied_by_the_function_of_its_name():
    for number, name in numbered(events, "PAID", "FOUGHT"):
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
