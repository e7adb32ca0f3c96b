"""Every command that has --json: its schema is published, and what it really prints fits.

tests/rig/command.py checks each --json of every other test, too: the commands in ELSEWHERE need a twin, or
minutes.
"""

import importlib
import json

import click
import jsonschema
import pytest
from command import ROOT
from json_answers import answer_faults, command_of
from link_desk import FIXTURE, PORT, Desk, make_answers

from deedbox.cli import answer_schemas
from deedbox.cli.command_table import COMMANDS
from deedbox.editions import sharing

BAD_EDITION, BAD_RULES = "bad-edition.toml", "bad-rules.toml"
# What is typed; the box and the files are those of tests/rig/link_desk.py.
TYPED = [
    ["devices"],
    ["doctor", "--on", PORT],
    ["editions", "check", "zelda"],
    ["editions", "check", BAD_EDITION],
    ["editions", "diff", "--on", PORT],
    ["editions", "list"],
    ["editions", "push", "--dry-run", "--on", PORT],
    ["editions", "push", "--on", PORT],
    ["editions", "search", "--in", "boards"],
    ["editions", "show", "duel-masters"],
    ["editions", "show", "spider-man"],
    ["fixtures", "list", "--on", PORT],
    ["fixtures", "push", str(FIXTURE), "--dry-run", "--on", PORT],
    ["fixtures", "run", str(FIXTURE), "--on", "engine"],
    ["games", "list", "--on", PORT],
    ["games", "show", "--on", PORT],
    ["games", "show", "--player", "all", "--on", PORT],
    ["games", "show", "--receipt", "ABCD", "--on", PORT],
    ["lab", "odds", "--games", "20", "--profile", "usual", "--processes", "1", "--on", PORT],
    ["print", "board", "-o", "board.pdf"],
    ["print", "cards", "-o", "cards.pdf"],
    ["print", "labels", "-o", "labels.pdf"],
    ["print", "labels", "--calibrate", "-o", "outlines.pdf"],
    ["print", "tokens", "-o", "tokens.pdf"],
    ["rules", "check", "ours.toml"],
    ["rules", "check", BAD_RULES],
    ["rules", "diff", "ours.toml", "--on", PORT],
    ["rules", "list"],
    ["rules", "push", "ours.toml", "--dry-run", "--on", PORT],
    ["rules", "push", "ours.toml", "--on", PORT],
    ["rules", "show"],
    ["rules", "show", "bedtime"],
    ["rules", "show", "go_salary"],
    ["rules", "show", "jackpot"],
    ["tags", "learn", "--again", "--on", PORT],
    ["tags", "list", "--on", PORT],
    ["tags", "verify", "--on", PORT],
    ["tags", "write", "--on", PORT],
    ["watch", "--since", "0", "--on", PORT],
]
ELSEWHERE = {
    "backup": "test_promises.py",
    "bench": "test_bench.py",
    "deploy": "test_promises.py",
    "lab rules": "test_lab_games.py",
    "lab truth": "test_lab_truth.py",
    "restart": "test_devices.py",
    "restore": "test_promises.py",
}


def commands_with_json():
    for name, (module, _) in COMMANDS.items():
        command = importlib.import_module(module).command
        parts = {name: command}
        if isinstance(command, click.Group):
            context = click.Context(command)
            parts = {
                f"{name} {part}": command.get_command(context, part)
                for part in command.list_commands(context)
            }
        yield from (
            part for part, one in parts.items() if any(option.name == "as_json" for option in one.params)
        )


def test_every_command_that_has_json_has_a_schema_and_is_tried():
    assert sorted(commands_with_json()) == sorted(answer_schemas.ANSWERS)
    assert {command_of(words) for words in TYPED} | set(ELSEWHERE) == set(answer_schemas.ANSWERS)


@pytest.mark.parametrize("command, file", ELSEWHERE.items())
def test_the_commands_that_are_tried_elsewhere_are_tried_there(command, file):
    """By `run` of tests/rig/command.py, which compares with the schema, or by comparing themselves."""
    text = (ROOT / "tests" / "host" / file).read_text(encoding="utf-8")
    assert ("from command import" in text or "answer_faults" in text) and '"--json"' in text
    assert f'"{command.split()[-1]}"' in text


def test_the_schema_beside_the_module_is_the_one_it_writes():
    assert answer_schemas.FILE.read_text(encoding="utf-8") == answer_schemas.text()
    jsonschema.Draft7Validator.check_schema(answer_schemas.answers())


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    desk = Desk(make_answers(tmp_path, monkeypatch), monkeypatch, capsys)
    (tmp_path / BAD_EDITION).write_text('id = "x"\nnmae = "it"\n')
    (tmp_path / BAD_RULES).write_text("[rules]\ngo_salery = 300\n")
    board = {"id": "our-town", "name": "Our Town", "file": "our-town.toml", "sha256": "00" * 32, "bytes": 900,
             "hash": "0123456789abcdef", "author": "Us", "licence": "CC0-1.0", "language": "en",
             "players_max": 8, "names_missing": 0}  # fmt: skip
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "index.json").write_text(
        json.dumps({"form": sharing.INDEX_FORM, "boards": [board]})
    )
    return desk


def test_what_is_printed_fits_its_schema(desk):
    faults = []
    for words in TYPED:
        code, out, err = desk.type([*words, "--json"])
        assert out.strip(), f"{words}: {code}, {err}"
        faults += answer_faults(words, out)
    assert faults == []


def test_another_key_would_be_noticed():
    row = {"item": "token:1", "name": "Dog", "mark": None}
    assert answer_faults(["tags", "list"], json.dumps([row])) == []
    for odd in ({**row, "more": 1}, {"item": "token:1", "name": "Dog"}, {**row, "mark": 7}):
        assert len(answer_faults(["tags", "list"], json.dumps([odd]))) == 1
