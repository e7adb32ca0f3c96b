"""Every fixture of the rules is a test of its own, in CPython and in MicroPython: `pytest -k RENT-10`.

The fixtures in tests/fixtures/screens tap and press keys; tests/ui/test_screen_fixtures.py plays those.
"""

import tomllib

import pytest
from fixture_ids import FIXTURES, fixture_id
from short_heap import every_part_pushed_out

from deedbox.fixtures import Result, run_fixtures

SCREENS = FIXTURES / "screens"
PATHS = [path for path in sorted(FIXTURES.rglob("*.toml")) if not path.is_relative_to(SCREENS)]
each_fixture = pytest.mark.parametrize("path", PATHS, ids=map(fixture_id, PATHS))


@pytest.fixture(scope="module")
def in_micropython(request) -> dict[str, Result]:
    """The results of all chosen fixtures by file, from one run: a start of MicroPython for each is slow."""
    items = [item for item in request.session.items if "in_micropython" in item.fixturenames]
    return {
        result.file: result
        for result in run_fixtures([item.callspec.params["path"] for item in items], "micropython")
    }


# A fixture that is skipped because it needs a box does not belong here: it would never run.
@each_fixture
def test_a_fixture_holds_in_cpython(path):
    [result] = run_fixtures([path], "engine")
    assert result.status == "passed", result.reason


@pytest.mark.micropython
@each_fixture
def test_a_fixture_holds_in_micropython(in_micropython, path):
    result = in_micropython[str(path)]
    assert result.status == "passed", result.reason


@pytest.mark.parametrize("folder", [FIXTURES / "rulings", pytest.param(FIXTURES, marks=pytest.mark.proof)])
def test_fixtures_hold_where_each_part_of_the_rules_pushes_out_the_others(folder):
    """As on a box whose heap is short: app/loader.py drops parts at any load."""
    paths = [path for path in PATHS if path.is_relative_to(folder)]
    assert len(paths) > 30
    with every_part_pushed_out(
        "banker.core.scratch_game", "banker.core.undo_trail", "banker.core.codec.state_json"
    ):
        results = run_fixtures(paths, "engine")
    assert [(result.file, result.reason) for result in results if result.status != "passed"] == []


def test_there_are_fixtures_and_no_two_have_the_same_id():
    assert len(PATHS) > 900
    assert len({fixture_id(path) for path in PATHS}) == len(PATHS)


def test_an_id_names_every_rule_of_its_fixture():
    for path in PATHS:
        rules = tomllib.loads(path.read_text()).get("rule", [])
        for rule in [rules] if isinstance(rules, str) else rules:
            assert rule.split()[0] in fixture_id(path).split("/")[0].split("+"), path
