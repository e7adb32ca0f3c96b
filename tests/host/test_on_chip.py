"""--on chip and --on chipjs without what they need, and the choice of fixtures for them."""

from pathlib import Path

import pytest
from command import ROOT, run

from deedbox import fixtures

FIXTURES = ROOT / "tests" / "fixtures"


@pytest.mark.parametrize("target", ["chip", "chipjs"])
@pytest.mark.parametrize(
    "words", [("play", "--no-browser"), ("deploy",), ("fixtures", "run", str(FIXTURES / "tax"))]
)
def test_without_an_image_one_line_says_what_to_do(words, target, tmp_path):
    result = run(
        *words, "--on", target, DEEDBOX_PICO_IMAGE="", HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path)
    )
    assert (result.returncode, result.stdout) == (1, "")
    last = result.stderr.splitlines()[-1]
    assert last.startswith("deedbox: no MicroPython image for the Pico: download RPI_PICO-*.uf2")
    assert not list(tmp_path.rglob("*.flash"))


@pytest.mark.parametrize("words", [("deploy",), ("fixtures", "run", str(FIXTURES / "tax"))])
def test_without_node_one_line_says_what_to_install(words, tmp_path):
    image = tmp_path / "any.uf2"
    image.touch()
    result = run(
        *words,
        "--on",
        "chipjs",
        PATH=str(tmp_path),
        DEEDBOX_PICO_IMAGE=str(image),
        XDG_DATA_HOME=str(tmp_path),
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.splitlines()[-1].startswith("deedbox: no Node.js for rp2040js: install Node.js 18")


def test_the_shell_completes_the_names_of_targets():
    result = run(_DEEDBOX_COMPLETE="bash_complete", COMP_WORDS="deedbox deploy --on ch", COMP_CWORD="3")
    assert result.stdout.split() == ["plain,chip", "plain,chipjs"]


def test_an_image_that_is_not_there_is_a_slip_of_the_pen(tmp_path):
    result = run("play", "--on", "chip", "--image", tmp_path / "none.uf2")
    assert result.returncode == 2
    assert "none.uf2" in result.stderr and result.stderr.count("\n") == 1


def test_of_each_folder_one_and_what_was_named_always():
    folders = [FIXTURES / "rent", FIXTURES / "tax"]
    file = max((FIXTURES / "tax").glob("*.toml"))
    fixture_files = fixtures.find_shortest_fixtures([*folders, file])
    assert [path.parent.name for path in fixture_files[:2]] == ["rent", "tax"]
    assert file in fixture_files and len(fixture_files) <= 3
    assert set(map(Path.resolve, fixture_files)) <= set(map(Path.resolve, fixtures.find_fixtures([FIXTURES])))
