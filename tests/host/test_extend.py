"""host/docs/extend.md: the tests that it names exist; the recipe for a house rule is done in a copy."""

import ast
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from documents import DOCS, ROOT, read

from banker.app.link import conversation
from banker.core.codec import command_bytes, command_json
from banker.core.commands import COMMANDS
from banker.core.game_rules import Rules
from banker.protocol import verbs
from deedbox import rules, words
from deedbox.cli.games import command as games_command
from deedbox.editions import schema, toml_reader

EXTEND = DOCS / "extend.md"
DEEDBOX = ROOT / "host" / "deedbox"
NODE = re.compile(r"tests/[\w/]+\.py::test_\w+")
NAME = "double_six_bonus"
# The new rule resembles this one and lies beside it.
LIKE = "snake_eyes_bonus"


def test_every_test_that_is_named_exists():
    named = set(NODE.findall(read(EXTEND)))
    assert len(named) > 30
    assert [node for node in sorted(named) if not defines(*node.split("::"))] == []


def defines(path: str, name: str) -> bool:
    file = ROOT / path
    return file.exists() and any(
        isinstance(node, ast.FunctionDef) and node.name == name for node in ast.parse(read(file)).body
    )


# -- what the recipes rely on --


def test_a_command_is_in_every_table():
    commands = set(command_json.ARGS)
    assert set(command_bytes.NAMES) == commands
    assert {*COMMANDS, "undo", "redo"} == commands
    section = read(DOCS / "contract.md").partition("## 3. Commands")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`[^|]*`) \|", section, re.M)
    assert {name for cell in cells for name in re.findall(r"`([a-z-]+)`", cell)} == commands


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_language_is_complete(language):
    for folder in ("words", "rules"):
        english = words.read_file(DEEDBOX / folder / "en.txt")
        other = words.read_file(DEEDBOX / folder / f"{language}.txt")
        assert {n: name for n, (name, _) in other.items()} == {n: name for n, (name, _) in english.items()}
    for folder, file, entry in (
        ("games", "words-{}.toml", r"^\[?[\w.-]+(?=\]| =)"),
        ("report", "words-{}.toml", r"^\[?[\w.-]+(?=\]| =)"),
        ("printing", "words-{}.toml", r"^\[?[\w.-]+(?=\]| =)"),
        ("play/page/words", "{}.js", r'^  "?[\w.-]+"?:'),
    ):
        texts = [read(DEEDBOX / folder / file.format(name)) for name in ("en", language)]
        english, other = (re.findall(entry, text, re.M) for text in texts)
        assert len(english) > 10 and other == english, folder
    commands = re.search(r"const LANGUAGES = \{ (.*) \};", read(DEEDBOX / "play" / "page" / "words.js"))
    assert language in commands[1].split(", ")
    choices = [
        option.type.choices
        for command in games_command.commands.values()
        for option in command.params
        if option.name == "language"
    ]
    assert choices and all(language in languages for languages in choices)


def test_a_verb_has_a_number_of_its_own_and_is_answered():
    tree = ast.parse(read(Path(verbs.__file__)))
    first, last = (
        next(node.lineno for node in tree.body if isinstance(node, ast.Assign) and named(node) == name)
        for name in ("HELLO", "ORDERS")
    )
    numbers = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and first <= node.lineno < last
    ]
    assert len(numbers) > 20 and len(set(numbers)) == len(numbers)
    [result] = [
        value for value in vars(conversation).values() if type(value) is dict and verbs.HELLO in value
    ]
    assert set(result) == set(numbers)


def named(node: ast.Assign) -> str:
    return ast.unparse(node.targets[0])


def test_a_house_rule_is_an_attribute_with_its_type():
    """Of the rules of a game, in the order of the table; what is worked out from others comes after them."""
    types = {"bool": "bool", "int": "int", "enum": "str", "set": "tuple[str, ...]"}
    expected = {
        name: types.get(rule.type, "tuple[int, ...]") + (" | None" if rule.default is None else "")
        for name, rule in rules.rule_table().items()
    }
    assert list(Rules.__annotations__.items())[: len(expected)] == list(expected.items())


def test_a_field_of_an_edition_is_in_the_schema():
    assert set(schema.edition_schema()["properties"]) == {*toml_reader.TOP, *toml_reader.TABLES}


# -- the recipe for a house rule --


def number() -> int:
    """The next free one."""
    return max(rule.number for rule in rules.rule_table().values()) + 1


def insert(copy: Path, path: str, line: str, after: str) -> None:
    """Put a line after the one that begins like this."""
    lines = (copy / path).read_text(encoding="utf-8").split("\n")
    at = next(at for at, old in enumerate(lines) if old.startswith(after))
    (copy / path).write_text("\n".join([*lines[: at + 1], line, *lines[at + 1 :]]), encoding="utf-8")


def line_of(path: str, begin: str) -> str:
    return next(line for line in read(ROOT / path).split("\n") if line.startswith(begin))


def declare(copy: Path, path: str) -> None:
    line = line_of(path, LIKE + " ").replace(LIKE, NAME)
    insert(
        copy,
        path,
        re.sub(rf"\b{rules.rule_table()[LIKE].number}\b", str(number()), line, count=1),
        LIKE + " ",
    )


def annotate(copy: Path, path: str) -> None:
    insert(copy, path, f"    {NAME}: int", f"    {LIKE}: ")


def play(copy: Path, path: str) -> None:
    """Two sixes pay as two ones do: the lines about them, once more."""
    text = (copy / path).read_text(encoding="utf-8")
    [(old, ones)] = re.findall(rf"(( +if a == b == 1 and \w[\w.]*\.{LIKE}:\n) +.*\n)", text)
    new = old.replace(LIKE, NAME).replace("== 1", "== 6")
    assert ones in old and new != old
    (copy / path).write_text(text.replace(old, old + new), encoding="utf-8")


def sentence(text: str):
    def write(copy: Path, path: str) -> None:
        insert(copy, path, f"{number()} {NAME} {text}", f"{rules.rule_table()[LIKE].number} {LIKE} ")

    return write


def keep_number(copy: Path, path: str) -> None:
    with (copy / path).open("a", encoding="utf-8") as golden:
        golden.write(f"rule {number()} {NAME}\ndefault {NAME} int 0\n")


def write_schemas(copy: Path, path: str) -> None:
    run(copy, "-m", "deedbox.editions.schema")  # a rule without a sentence stops it


def describe(copy: Path, path: str) -> None:
    row = f'| <a id="{NAME}"></a>`{NAME}` | 0 to 9999 | 0 |  | What rolling 6+6 pays. | [TURN-6](#TURN-6) |'
    insert(copy, path, row, f'| <a id="{LIKE}"></a>')


def show(copy: Path, path: str) -> None:
    text = (copy / path / f"{LIKE}.toml").read_text(encoding="utf-8")
    text = text.replace(LIKE, NAME).replace("two ones", "two sixes").replace("[1, 1]", "[6, 6]")
    text = text.replace("players.ann.space = 10", "players.ann.space = 20")
    assert text.count("[6, 6]") == 1 and "space = 20" in text
    (copy / path / f"{NAME}.toml").write_text(text, encoding="utf-8")


# What the recipe names first in each step -> how it is done here.
STEPS = {
    "firmware/banker/core/setup/house_rules_table.py": declare,
    "tests/core/flash_numbers.txt": keep_number,
    "firmware/banker/core/game_rules.py": annotate,
    "tests/fixtures/knobs/": show,
    "firmware/banker/core/rules/turn.py": play,
    "host/deedbox/rules/en.txt": sentence("What two sixes pay."),
    "host/deedbox/rules/de.txt": sentence("Was zwei Sechsen bringen."),
    "host/deedbox/rules/rules.schema.json": write_schemas,
    "host/docs/rules.md": describe,
}
# The box shows every rule, and finds its words by its number, wherever it is in the table.
SHOWN_ON_THE_BOX = ["tests/ui/screens/setup/test_new_game.py"]


@cache
def recipe() -> dict[str, list[str]]:
    """Each step of the recipe: what it names first -> the tests that complain without it."""
    section = read(EXTEND).partition("\n## A house rule\n")[2].partition("\n## ")[0]
    steps = re.split(r"^\d+\. ", section.partition("\nWhere it applies")[0], flags=re.M)[1:]
    return {re.match(r"`([^`]+)`", step)[1]: NODE.findall(step) for step in steps}


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess:
    path = f"{copy / 'host'}:{copy / 'firmware'}"
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env={"PATH": "/usr/bin:/bin", "HOME": str(copy), "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=240,
    )


def checks(copy: Path, nodes: list[str]) -> subprocess.CompletedProcess:
    """The tests of a recipe, of those with many cases only the ones about the new rule."""
    many = "test_a_fixture_holds_in_cpython or test_a_knob_is_shown_off_its_default"
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", f"{NAME} or not ({many})"]
    return run(copy, "-m", "pytest", *options, *dict.fromkeys(nodes))


@pytest.fixture
def copy(tmp_path) -> Path:
    """The tree, as far as the recipe and its checks need it."""
    leave = shutil.ignore_patterns("__pycache__", "*.png", "*.svg", "browser", "chip", "hardware", "page")
    for folder in ("firmware", "host", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=leave)
    for file in ("pyproject.toml", ".gitignore"):
        shutil.copy(ROOT / file, tmp_path)
    return tmp_path


def follow(copy: Path, without: str = "") -> None:
    """Take the steps in their order, but for one."""
    for path, step in STEPS.items():
        if path != without:
            step(copy, path)


def test_the_recipe_is_the_one_that_is_carried_out_here():
    assert list(recipe()) == list(STEPS)
    assert all(recipe().values())


def is_played(copy: Path, target: str) -> None:
    result = run(
        copy, "-m", "deedbox", "fixtures", "run", f"tests/fixtures/knobs/{NAME}.toml", "--on", target
    )
    assert result.returncode == 0 and "1 passed" in result.stdout, result.stdout + result.stderr


def test_the_recipe_for_a_house_rule_leads_to_a_rule_that_is_played(copy):
    follow(copy)
    is_played(copy, "engine")


@pytest.mark.proof
def test_a_rule_made_by_the_recipe_passes_every_test_that_the_recipe_names(copy):
    follow(copy)
    result = checks(copy, [node for nodes in recipe().values() for node in nodes] + SHOWN_ON_THE_BOX)
    assert result.returncode == 0, result.stdout
    is_played(copy, "micropython")


@pytest.mark.proof
@pytest.mark.parametrize("path", STEPS)
def test_every_step_left_out_is_noticed(copy, path):
    follow(copy, without=path)
    result = checks(copy, recipe()[path])
    assert result.returncode == 1 and " failed" in result.stdout, result.stdout
