"""The examples of host/docs/api.md, run as their users run them, with a twin; the page names what exists."""

import re
import subprocess
import sys

import pytest
from command import ROOT, environment
from hands import Hands, files_of_a_new_game
from walk import GAME

from deedbox import link
from deedbox.twin import Twin

EXAMPLES = ROOT / "host" / "docs" / "api"
PAGE = ROOT / "host" / "docs" / "api.md"


@pytest.fixture
def twin():
    files = {**files_of_a_new_game(**GAME), "settings.json": b'{"remote": true}'}
    with Twin(files=files) as twin:
        yield twin


def run(name, *arguments):
    command = [sys.executable, EXAMPLES / name, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment(), cwd=ROOT)


def test_a_script_rolls_and_is_told_when_it_may_not(twin):
    result = run("roll.py", 1, 2, twin.serial.path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("Mum is on space 3 and has 1500\n")
    again = run("roll.py", 1, 2, twin.serial.path)
    assert again.returncode == 1 and again.stdout.startswith("refused: ")
    assert len(again.stdout.splitlines()) == 1


def test_a_scoreboard_follows_the_table(twin):
    process = subprocess.Popen(
        [sys.executable, EXAMPLES / "scoreboard.py", twin.serial.path, "4"],
        stdout=subprocess.PIPE, text=True, env=environment(), cwd=ROOT,
    )  # fmt: skip
    try:
        assert process.stdout.readline().startswith("now: Mum ")
        Hands(twin).key("1", "2", "#")
        rest = process.communicate(timeout=60)[0]
    finally:
        process.kill()
    assert rest.startswith("roll: Mum 1500, "), rest


def test_files_are_copied_once(twin, tmp_path):
    first = run("fetch_files.py", tmp_path, twin.serial.path)
    assert first.returncode == 0, first.stderr
    with link.connect(twin) as box:
        files = box.list("editions")
        data = box.get(files[0].path)
    assert (tmp_path / files[0].path).read_bytes() == data
    second = run("fetch_files.py", tmp_path, twin.serial.path).stdout.splitlines()
    same = {line.partition(":")[0] for line in second if line.endswith(": the same")}
    assert {file.path for file in files} <= same
    assert all(line.endswith((": the same", ": not read, bad-name")) for line in second)


def test_the_page_names_every_example_and_only_what_exists():
    text = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"\(api/(\w+\.py)\)", text)) == {path.name for path in EXAMPLES.glob("*.py")}
    for name in re.findall(r"`box\.(\w+)\(", text):
        assert callable(getattr(link.Session, name)), name
    errors = {name for name in link.__all__ if name.endswith("Error")}
    assert errors <= set(re.findall(r"\w+Error", text)) <= errors


def test_a_type_checker_agrees_with_the_examples():
    mypy = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", EXAMPLES]
    result = subprocess.run(mypy, capture_output=True, text=True, timeout=280, cwd=ROOT)
    assert result.returncode == 0, result.stdout
